//! What is due: boards that are to be shown, and moves that the engine owes. The store alone says so.

use std::panic::AssertUnwindSafe;
use std::sync::PoisonError;
use std::time::Duration;

use futures::FutureExt as _;
use futures::future::{self, Either};
use games::board::Move;
use jiff::{SignedDuration, Timestamp};

use super::threads::Closing;
use super::{Host, HostError};
use crate::play::deadlines::{self, Event};
use crate::play::ports::{AnnounceError, Noted, OpponentError, Rest, Situation, StoreError, Stored};
use crate::play::showing::showing;
use crate::play::steps::{self, MadeBy};
use crate::play::{Board, Match, MatchId, Shown, threads};

/// So long the engine's answer is awaited before the board without it is shown.
const A_MOMENT: Duration = Duration::from_millis(2500);

/// After so long nobody is taken to look at a board on which the engine is thinking: its answer notifies.
const NOBODY_LOOKS: Duration = Duration::from_secs(30);

/// A board that is owed for so long may have been posted already: by now Discord does not know its nonce any more.
const LONG_AGO: SignedDuration = SignedDuration::from_secs(60);

/// How long to wait before the engine is asked again that had no room.
const WHEN_BUSY: Duration = Duration::from_secs(1);

impl Host {
    /// The matches that are due and that this process looks after from now on.
    pub async fn claim_due(&self) -> Stored<Vec<MatchId>> {
        self.ports.store.claim_due(self.ports.clock.now()).await
    }

    /// Goes on looking after the matches in which something is being done.
    pub async fn renew_leases(&self) -> Stored<()> {
        let ids: Vec<MatchId> =
            self.being_shown.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect();
        if ids.is_empty() { Ok(()) } else { self.ports.store.renew(&ids).await }
    }

    /// Gives back whatever this process looks after, before it ends.
    pub async fn release(&self) -> Stored<()> {
        self.ports.store.release().await
    }

    /// Does what a match owes until it owes nothing: shows the board, makes the engine's move, shows that board.
    ///
    /// One call at a time works on a match; another one meanwhile makes the first look again.
    pub async fn show_due(&self, id: MatchId) {
        if !self.enter(id) {
            return;
        }
        // Whatever happens to this call, the match must not stay closed to the next one.
        let _entered = Entered { host: self, id };
        loop {
            let done = AssertUnwindSafe(self.show_due_once(id)).catch_unwind().await;
            let fault = match done {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some(error.to_string()),
                Err(_) => Some("a panic".to_owned()),
            };
            if let Some(fault) = fault {
                tracing::error!(match.id = id.0, fault, "a match could not go on");
                self.put_off_fault(id).await;
            }
            if self.leave(id) {
                return;
            }
        }
    }

    async fn show_due_once(&self, id: MatchId) -> Result<(), HostError> {
        let mut late = Lateness::default();
        loop {
            let Some(current) = self.ports.store.find_match(id).await? else { return Ok(()) };
            let board = self.board(current).await?;
            let now = self.ports.clock.now();
            if threads::is_wanted(&board) {
                if !self.open_thread(&board).await? {
                    return Ok(());
                }
            } else if let Some(level) = engine_to_move(&board) {
                if !self.move_engine(board, level, &mut late).await? {
                    return Ok(());
                }
            } else if board.current.owes_board() {
                if !self.show_board(&board, late.is_over(now)).await? {
                    return Ok(());
                }
            } else if let Some(event) = deadlines::event(&board, now) {
                if !self.happen(&board, event, now).await? {
                    return Ok(());
                }
            } else if !self.play_by_itself(&board).await? {
                if !self.retire_superseded(&board.current).await? {
                    return Ok(());
                }
                let look = match self.close_thread(&board).await? {
                    Closing::Nothing => deadlines::next_look(&board),
                    Closing::NotBefore(time) => Some(time),
                    Closing::Done => continue,
                    Closing::PutOff => return Ok(()),
                };
                match self.ports.store.rest(id, board.current.revision, look).await? {
                    Rest::Rests | Rest::NotMine => return Ok(()),
                    Rest::Changed => {}
                }
            }
        }
    }

    /// Shows the board of a match; `false` if it has to be tried again later.
    async fn show_board(&self, board: &Board, is_late: bool) -> Result<bool, HostError> {
        let current = &board.current;
        let mut showing = showing(board, is_late);
        self.heed(board, &mut showing).await?;
        showing.watchers = self.ports.store.watchers(current.id).await?;
        // Whoever was to show it may have done so, and been killed before noting it.
        showing.may_be_posted = current.failures > 0 || self.after_change(current) >= LONG_AGO;
        if showing.may_be_posted && !self.find_strays(current).await? {
            return Ok(false);
        }
        let message = match self.ports.announcer.show_board(board, &showing).await {
            Ok(message) => message,
            Err(AnnounceError::Closed(_)) if self.leave_lost_thread(board).await? => return Ok(true),
            Err(error) => {
                self.put_off(current, &error).await?;
                return Ok(false);
            }
        };
        self.tell_directly(board, &showing, message).await?;
        let shown = Shown { message, revision: Some(current.revision), plies: current.plies() };
        if self.ports.store.shown(current.id, shown).await? == Noted::TooLate {
            tracing::info!(match.id = current.id.0, "a board came later than a newer one and is removed");
            // Until it is gone it has controls: where it cannot be removed, they are taken from it later.
            self.ports.store.stray(current.id, current.version(), message).await?;
            match self.ports.announcer.remove_board(current.place, message).await {
                Ok(()) => self.ports.store.retired(message).await?,
                Err(error) => tracing::warn!(match.id = current.id.0, %error, "a board that came too late stays"),
            }
        }
        self.entitle(board).await;
        if current.outcome.is_some() {
            self.ports.store.forget_watchers(current.id).await?;
        }
        Ok(self.retire_superseded(current).await?)
    }

    /// Finds the boards that earlier tries have posted although nobody heard of it, so that they lose their controls:
    /// the match may have changed since, and then they are not posted again. `false` if it has to be tried again later.
    async fn find_strays(&self, current: &Match) -> Stored<bool> {
        match self.ports.announcer.strays(current).await {
            Ok(strays) => {
                for (message, version) in strays {
                    self.ports.store.stray(current.id, version, message).await?;
                }
                Ok(true)
            }
            Err(error) => self.put_off(current, &error).await.map(|()| false),
        }
    }

    /// How long ago somebody has done something in a match.
    fn after_change(&self, current: &Match) -> SignedDuration {
        self.ports.clock.now().duration_since(current.updated_at)
    }

    pub(super) async fn put_off(&self, current: &Match, error: &AnnounceError) -> Stored<()> {
        let wait = match error {
            AnnounceError::Closed(_) => next_try(&IN_A_CLOSED_PLACE, current.failures),
            AnnounceError::Later(_) => Some(until_later(current.failures)),
        };
        let wait_s = wait.map(|it| it.as_secs());
        tracing::warn!(match.id = current.id.0, %error, wait_s, "a match could not be shown");
        self.ports.store.put_off(current.id, wait.map(|it| self.after(it))).await
    }

    /// Puts off a match of which this program cannot make anything, so that it keeps no other one waiting.
    async fn put_off_fault(&self, id: MatchId) {
        let store = &self.ports.store;
        let failures = store.failures(id).await.unwrap_or_default();
        let due_at = next_try(&AFTER_A_FAULT, failures).map(|it| self.after(it));
        if let Err(error) = store.put_off(id, due_at).await {
            tracing::error!(match.id = id.0, %error, "a match could not be put off");
        }
    }

    pub(super) fn after(&self, wait: Duration) -> Timestamp {
        self.ports.clock.now().saturating_add(wait).unwrap_or(Timestamp::MAX)
    }

    /// Leaves one line of every board that is not the live one any more; `false` if it has to be tried again later. Of one
    /// whose position the live board shows as well nothing is left: the same would be said twice.
    async fn retire_superseded(&self, current: &Match) -> Stored<bool> {
        for (message, plies) in self.ports.store.superseded(current.id).await? {
            let retired = match plies == current.plies() && !current.conduct.brought_down {
                true => self.ports.announcer.remove_board(current.place, message).await,
                false => self.ports.announcer.retire_board(current, message, plies).await,
            };
            match retired {
                Ok(()) => self.ports.store.retired(message).await?,
                Err(error) => {
                    self.put_off(current, &error).await?;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Does what time has brought about; `false` if it has to be tried again later.
    async fn happen(&self, board: &Board, event: Event, now: Timestamp) -> Result<bool, HostError> {
        let (current, store) = (&board.current, &self.ports.store);
        let is_gone = event == Event::Remind && self.ports.announcer.has_left(current).await;
        if is_gone && !self.note_leaving(board, now).await? {
            return Ok(true);
        }
        match event {
            Event::TimeOut(end) => {
                // A move that was faster wins: it is looked at again.
                return match store.save(current, &steps::ended(board, end, now).current, now).await {
                    Ok(()) | Err(StoreError::Conflict) => Ok(true),
                    Err(error) => Err(error.into()),
                };
            }
            Event::Remind if is_gone => return self.remind_of_leaving(board).await,
            Event::Remind => return self.remind(board).await,
            Event::TellClaim => {}
        }
        match self.tell_claim(board).await {
            Err(HostError::Announce(error)) => {
                self.put_off(current, &error).await?;
                return Ok(false);
            }
            told => told?,
        }
        store.claim_told(current.id, current.version()).await?;
        Ok(true)
    }

    /// Plays a move that the side to move has prepared, or that is the only one, after its opponent has seen the board;
    /// `false` if there is none.
    async fn play_by_itself(&self, board: &Board) -> Result<bool, HostError> {
        let next = match prepared(board, self.ports.clock.now()) {
            None => self.forced(board).await?,
            next => next,
        };
        let Some(next) = next else { return Ok(false) };
        match self.ports.store.save(&board.current, &next.current, self.ports.clock.now()).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    /// Makes the engine's move; `false` if it has to be tried again later. Its answer is awaited a moment before the
    /// board without it is shown.
    async fn move_engine(&self, board: Board, level: u8, late: &mut Lateness) -> Result<bool, HostError> {
        let current = &board.current;
        let moves = board.position.played().to_vec();
        let asked_by = current.seat(current.to_move().other()).user();
        let situation = Situation { match_id: current.id, asked_by, ruleset: current.ruleset.clone(), moves };
        let mut thinking = self.ports.opponent.choose(situation, level);
        let first = match current.owes_board() {
            true => match future::select(&mut thinking, self.ports.clock.sleep(A_MOMENT)).await {
                Either::Left((chosen, _)) => Some(chosen),
                Either::Right(_) => None,
            },
            false => {
                late.begin(current.updated_at);
                Some(thinking.as_mut().await)
            }
        };
        let chosen = match first {
            Some(chosen) => chosen,
            None => {
                late.begin(self.ports.clock.now());
                if !self.show_board(&board, false).await? {
                    self.ports.opponent.forget(current.id);
                    return Ok(false);
                }
                thinking.await
            }
        };
        let chosen = match chosen {
            Ok(chosen) => chosen,
            // The match stays due, so the engine is asked again before long.
            Err(OpponentError::Busy) => {
                self.ports.store.put_off(current.id, Some(self.after(WHEN_BUSY))).await?;
                return Ok(false);
            }
            Err(error) => {
                // A match that has changed while the engine was thinking has that to show.
                let again = self.load(current.id).await?;
                if again.version() != current.version() || again.outcome.is_some() {
                    return Ok(true);
                }
                tracing::error!(match.id = current.id.0, %error, "the engine's move is still owed");
                self.ports.store.put_off(current.id, Some(self.after(WHEN_BUSY))).await?;
                return Ok(false);
            }
        };
        match self.commit_engine_move(current.id, current.version(), chosen).await {
            // A move that lost the race is dropped: what the store says now goes on.
            Ok(()) | Err(HostError::Store(StoreError::Conflict)) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Commits what the engine has chosen in the position of that version; the match may have been offered something,
    /// or been shown, meanwhile.
    async fn commit_engine_move(&self, id: MatchId, version: u32, chosen: Move) -> Result<(), HostError> {
        let current = self.load(id).await?;
        if current.version() != version || current.outcome.is_some() {
            return Ok(());
        }
        let board = self.board(current).await?;
        self.commit_move(&board, chosen, MadeBy::Hand).await.map(drop)
    }

    fn enter(&self, id: MatchId) -> bool {
        let mut being_shown = self.being_shown.lock().unwrap_or_else(PoisonError::into_inner);
        match being_shown.get_mut(&id) {
            Some(again) => {
                *again = true;
                false
            }
            None => {
                being_shown.insert(id, false);
                true
            }
        }
    }

    /// Ends being_shown a match, unless something has changed since.
    fn leave(&self, id: MatchId) -> bool {
        let mut being_shown = self.being_shown.lock().unwrap_or_else(PoisonError::into_inner);
        match being_shown.get_mut(&id) {
            Some(again) if *again => {
                *again = false;
                false
            }
            _ => {
                being_shown.remove(&id);
                true
            }
        }
    }
}

/// Since when a board is shown on which the engine is thinking, if one was.
#[derive(Default)]
struct Lateness(Option<Timestamp>);

impl Lateness {
    fn begin(&mut self, now: Timestamp) {
        self.0 = Some(now);
    }

    /// Whether that was so long ago that nobody looks at it any more.
    fn is_over(&self, now: Timestamp) -> bool {
        self.0.and_then(|it| it.checked_add(NOBODY_LOOKS).ok()).is_some_and(|it| it <= now)
    }
}

/// The engine's level where it is its turn.
fn engine_to_move(board: &Board) -> Option<u8> {
    let current = &board.current;
    current.seat(current.to_move()).engine_level().filter(|_| current.outcome.is_none())
}

/// The board after the move that the side to move has prepared, if it has and the move is still legal.
pub(super) fn prepared(board: &Board, now: Timestamp) -> Option<Board> {
    let current = &board.current;
    let line = current.conduct.lines[current.to_move().index()].first().filter(|_| current.outcome.is_none())?;
    let chosen = board.position.read(line.first()?).ok()?;
    let mut next = steps::moved(board, chosen, MadeBy::Itself, now).ok()?;
    let mover = current.to_move().index();
    let played = chosen.to_string();
    let rest = |line: &Vec<String>| (line.first() == Some(&played)).then(|| line[1..].to_vec());
    let rest = current.conduct.lines[mover].iter().filter_map(rest).filter(|it| !it.is_empty());
    if next.current.outcome.is_none() {
        next.current.conduct.lines[mover] = rest.collect();
    }
    Some(next)
}

/// A match of which this process shows what is due; no longer once this is gone.
struct Entered<'a> {
    host: &'a Host,
    id: MatchId,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.host.being_shown.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
        }
    }
}

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// How many seconds to wait before each further try where somebody has to change something first: after the last one the
/// match is set aside until somebody acts in it.
const IN_A_CLOSED_PLACE: [u64; 5] = [MINUTE, 5 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

/// The same after what must not happen.
const AFTER_A_FAULT: [u64; 5] = [5, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];

/// How long to wait after so many failures before the one that has just happened.
fn next_try(waits: &[u64], failures: u32) -> Option<Duration> {
    waits.get(failures as usize).copied().map(Duration::from_secs)
}

/// How long to wait where the next try may do.
fn until_later(failures: u32) -> Duration {
    Duration::from_secs((1 << failures.min(10)).min(MINUTE))
}

//! What is due: the store alone says so, and here it is done, one thing after another.

use std::panic::AssertUnwindSafe;
use std::sync::PoisonError;
use std::time::Duration;

use futures::FutureExt as _;
use jiff::Timestamp;

use super::boards::{Retired, SearchedAgain};
use super::engine_moves::{Lateness, engine_to_move};
use super::threads::Closing;
use super::{Host, HostError};
use crate::play::deadlines::{self, Event};
use crate::play::ports::{LookedAfter, Rest, StoreError, Stored};
use crate::play::steps::{self, MadeBy};
use crate::play::{Board, MatchId, threads};

/// How soon to check again whether the gateway is connected, once a deadline has passed.
const OFFLINE_RETRY_DELAY: Duration = Duration::from_secs(5);

impl Host {
    /// Some of the matches that are due, but no more than `most`: this process looks after them from now on.
    pub async fn claim_due(&self, most: usize) -> Stored<Vec<MatchId>> {
        self.ports.store.claim_due(self.ports.clock.now(), most).await
    }

    /// Goes on looking after the matches in which something is being done.
    pub async fn renew_leases(&self) -> Stored<()> {
        let ids: Vec<MatchId> =
            self.being_shown.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect();
        if ids.is_empty() {
            return Ok(());
        }
        for renewed in self.ports.store.renew(&ids).await? {
            self.stop_idle_think(renewed);
        }
        Ok(())
    }

    /// Gives back whatever this process looks after, before it ends.
    pub async fn release(&self) -> Stored<()> {
        self.ports.store.release().await
    }

    /// Does what a match owes until it owes nothing: shows the board, makes the engine's move, shows that board.
    ///
    /// One call at a time works on a match; another one meanwhile makes the first look again.
    pub async fn show_due(&self, id: MatchId) {
        if !self.begin_work(id) {
            return;
        }
        // Whatever happens to this call, the match must not stay closed to the next one.
        let _guard = WorkGuard { host: self, id };
        loop {
            let done = AssertUnwindSafe(self.show_due_once(id)).catch_unwind().await;
            let fault = match done {
                Ok(Ok(())) => None,
                Ok(Err(error)) => Some((error.to_string(), is_of_database(&error))),
                Err(_) => Some(("a panic".to_owned(), false)),
            };
            if let Some((fault, is_of_database)) = fault {
                tracing::error!(match.id = id.0, fault, "a match could not go on");
                self.put_off_fault(id, is_of_database).await;
            }
            if self.end_work(id) {
                return;
            }
        }
    }

    async fn show_due_once(&self, id: MatchId) -> Result<(), HostError> {
        let mut late = Lateness::default();
        loop {
            // Whoever is woken while it looks after a match may have given it back since.
            let Some(current) = self.ports.store.looked_after(id).await? else { return Ok(()) };
            let board = self.board(current).await?;
            if !self.do_next(board, &mut late).await? {
                return Ok(());
            }
        }
    }

    /// Does the one thing that a match owes first; whether to go on with what it owes then.
    async fn do_next(&self, board: Board, late: &mut Lateness) -> Result<bool, HostError> {
        let now = self.ports.clock.now();
        if threads::is_wanted(&board.current) {
            self.open_thread(&board).await
        } else if let Some(level) = engine_to_move(&board) {
            self.move_engine(board, level, late).await
        } else if let Some(next) = steps::begun_late(&board, now) {
            goes_on(self.ports.store.save(&board.current, &next.current, None, now).await)
        } else if board.current.owes_board() {
            self.show_board(&board, late.is_over(now)).await
        } else if let Some(event) = self.due_event(&board, now).await? {
            self.handle_event(&board, event, now).await
        } else if self.play_by_itself(&board).await? {
            Ok(true)
        } else {
            self.wind_down(&board, now).await
        }
    }

    /// Tidies up behind a match that owes nothing to anybody, and leaves it until somebody has to look again; whether it has
    /// changed meanwhile.
    async fn wind_down(&self, board: &Board, now: Timestamp) -> Result<bool, HostError> {
        let current = &board.current;
        let Retired::UntilAgain(retire_at) = self.retire_superseded(current).await? else { return Ok(false) };
        let look = match self.search_again(board).await?.and_at(retire_at) {
            SearchedAgain::Nothing => match self.close_thread(board).await? {
                Closing::Nothing => self.next_look(board, now),
                Closing::NotBefore(time) => Some(time),
                Closing::Done => return Ok(true),
                Closing::PutOff => return Ok(false),
            },
            // A thread that is closed by then would be taken up again.
            SearchedAgain::NotBefore(time) => self.next_look(board, now).into_iter().chain([time]).min(),
            SearchedAgain::Done => return Ok(true),
            SearchedAgain::NotMine => return Ok(false),
        };
        Ok(self.ports.store.rest(current.id, current.revision, look).await? == Rest::Changed)
    }

    /// What time has brought about. What has passed since the last sign of life of the match's own shard does not count
    /// yet: if there is none for long, nobody could move, and that time is given back.
    pub(super) async fn due_event(&self, board: &Board, now: Timestamp) -> Stored<Option<Event>> {
        if deadlines::event(board, now).is_none() {
            return Ok(None);
        }
        let last = self.ports.store.last_beat(board.current.place).await?;
        Ok(last.and_then(|it| deadlines::event(board, it.at.min(now))))
    }

    /// When to look at a match again on which everything has been done but what has to wait until people are heard.
    fn next_look(&self, board: &Board, now: Timestamp) -> Option<Timestamp> {
        match deadlines::event(board, now) {
            Some(_) => Some(self.after(OFFLINE_RETRY_DELAY)),
            None => deadlines::next_look(board),
        }
    }

    /// Does what time has brought about; `false` if it has to be tried again later.
    async fn handle_event(&self, board: &Board, event: Event, now: Timestamp) -> Result<bool, HostError> {
        let (current, store) = (&board.current, &self.ports.store);
        match event {
            Event::TimeOut(end) => {
                // A move that was faster wins: it is looked at again.
                let ended = steps::ended(board, end, now);
                return goes_on(store.save(current, &ended.current, None, now).await);
            }
            Event::Remind | Event::LookForPlayer => {
                let has_left = self.ports.announcer.has_left(current).await == Some(true);
                // Nobody is reminded who is gone.
                return match event {
                    Event::Remind if !has_left => self.remind(board).await,
                    _ => self.note_look(board, has_left, now).await,
                };
            }
            Event::TellLeft => return self.tell_left(board).await,
            Event::TellClaim => {}
        }
        match self.tell_claim(board).await {
            Err(HostError::Announce(error)) => {
                return Ok(self.put_off(current, &error).await?);
            }
            told => told?,
        }
        store.note_claim_told(current.id, current.version()).await?;
        Ok(true)
    }

    /// Plays a move that the side to move has prepared, or that is the only one, after its opponent has seen the board;
    /// `false` if there is none.
    async fn play_by_itself(&self, board: &Board) -> Result<bool, HostError> {
        let next = match after_prepared_move(board, self.ports.clock.now()) {
            None => self.after_only_move(board).await?,
            next => next,
        };
        let Some(next) = next else { return Ok(false) };
        goes_on(self.ports.store.save(&board.current, &next.current, None, self.ports.clock.now()).await)
    }

    fn begin_work(&self, id: MatchId) -> bool {
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

    /// Leaves a match, unless something has changed since; whether it was left.
    fn end_work(&self, id: MatchId) -> bool {
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

fn is_of_database(error: &HostError) -> bool {
    matches!(error, HostError::Store(error) if error.is_of_database())
}

/// Whether this process goes on with a match after writing what has become of it. Whoever was faster wins: then it is
/// looked at again.
fn goes_on(saved: Stored<LookedAfter>) -> Result<bool, HostError> {
    match saved {
        Ok(looked_after) => Ok(looked_after == LookedAfter::Here),
        Err(StoreError::Conflict) => Ok(true),
        Err(error) => Err(error.into()),
    }
}

/// The board after the move that the side to move has prepared, if it has, the move is still legal, and the player is not
/// to answer something first.
pub(super) fn after_prepared_move(board: &Board, now: Timestamp) -> Option<Board> {
    let current = &board.current;
    let is_free = current.outcome.is_none() && !current.waits_for_player();
    let line = current.conduct.lines[current.to_move().index()].first().filter(|_| is_free)?;
    let chosen = board.position.read(line.first()?).ok()?;
    steps::moved(board, chosen, MadeBy::Automatic, now).ok()
}

/// A match of which this process shows what is due; no longer once this is gone.
struct WorkGuard<'a> {
    host: &'a Host,
    id: MatchId,
}

impl Drop for WorkGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.host.being_shown.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
        }
    }
}

//! Does what is due, one task after another. The store alone says what that is.

use std::panic::AssertUnwindSafe;
use std::sync::PoisonError;
use std::time::Duration;

use futures::FutureExt as _;
use jiff::Timestamp;

use super::engine_moves::{Lateness, engine_to_move};
use super::threads::Closing;
use super::work::{Delivery, Next};
use crate::HostError;
use crate::core::after_prepared_move;
use crate::deadlines::{self, Event};
use crate::ports::{StoreError, StoreResult};
use crate::steps;
use crate::{Board, Match, MatchId, threads};

/// How soon to check again whether the gateway is connected, once a deadline has passed.
const OFFLINE_RETRY_DELAY: Duration = Duration::from_secs(5);

/// How long a match waits for its turn before it is looked at again. By then, what was due earlier elsewhere comes first.
const NEXT_TURN: Duration = Duration::from_secs(3);

impl Delivery {
    /// Forgets events that are too old to be delivered again.
    pub async fn forget_events(&self) -> StoreResult<()> {
        self.ports.store.forget_events(self.ports.clock.now()).await
    }

    /// Claims at most `most` of the matches that are due. From now on this process owns them.
    pub async fn claim_due(&self, most: usize) -> StoreResult<Vec<MatchId>> {
        self.ports.store.claim_due(self.ports.clock.now(), most).await
    }

    /// Renews the leases of the matches that this process is working on.
    pub async fn renew_leases(&self) -> StoreResult<()> {
        let ids: Vec<MatchId> =
            self.in_progress.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect();
        if ids.is_empty() {
            return Ok(());
        }
        for renewed in self.ports.store.renew(&ids).await? {
            self.stop_idle_think(renewed);
        }
        Ok(())
    }

    /// Releases every match that this process owns, before the process ends.
    pub async fn release(&self) -> StoreResult<()> {
        self.ports.store.release().await
    }

    /// Does everything that is due in a match: shows the board, makes the engine's move, shows that board, and so on.
    ///
    /// Only one call at a time works on a match. A second call returns at once, and makes the first one look again.
    pub async fn show_due(&self, id: MatchId) {
        if !self.begin_work(id) {
            return;
        }
        // However this call ends, the next one must be able to work on the match.
        let _guard = self.guard_work(id);
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

    /// Does everything that is due in a claimed match, as [`Delivery::show_due`] does, unless several matches of the same
    /// channel are being worked on: then it waits for its turn.
    pub async fn show_due_in_turn(&self, id: MatchId) {
        let current = match self.ports.store.find_owned(id).await {
            Ok(Some(current)) => current,
            // It is for the work itself to find out what is wrong with a match.
            Ok(None) | Err(_) => return self.show_due(id).await,
        };
        match self.turns.begin(id, current.place.channel) {
            Some(_turn) => self.show_due(id).await,
            None => self.wait_for_turn(&current).await,
        }
    }

    async fn wait_for_turn(&self, current: &Match) {
        // Whoever is working on it already must keep it.
        if !self.begin_work(current.id) {
            return;
        }
        // However this ends, the next one must be able to work on the match.
        let _guard = self.guard_work(current.id);
        // If this cannot be noted, the match waits until its lease ends.
        if let Err(error) = self.postpone(current, NEXT_TURN).await {
            tracing::warn!(match.id = current.id.0, %error, "a match waits long for its turn");
        }
        self.leave_work(current.id);
    }
    async fn show_due_once(&self, id: MatchId) -> Result<(), HostError> {
        let mut late = Lateness::default();
        loop {
            // This process may have released the match since the caller woke us.
            let Some(current) = self.ports.store.find_owned(id).await? else { return Ok(()) };
            let board = self.board(current).await?;
            match self.do_next(board, &mut late).await? {
                Next::GoOn => {}
                Next::Stop => return Ok(()),
            }
        }
    }

    /// Does the first task that is due in a match.
    async fn do_next(&self, board: Board, late: &mut Lateness) -> Result<Next, HostError> {
        let now = self.ports.clock.now();
        if threads::is_wanted(&board.current) {
            self.open_thread(&board).await
        } else if let Some(level) = engine_to_move(&board) {
            self.move_engine(board, level, late).await
        } else if let Some(begun) = steps::begun_late(&board, now) {
            self.save_step(&board, &begun, now).await
        } else if board.current.owes_board() {
            self.show_board(&board, late.is_over(now)).await
        } else if let Some(event) = self.due_event(&board, now).await? {
            self.handle_event(&board, event, now).await
        } else if let Some(played) = self.played_by_itself(&board, now).await? {
            self.save_step(&board, &played, now).await
        } else {
            self.wind_down(&board, now).await
        }
    }

    /// Saves what follows on a board by itself. If another write came first, the match is looked at again.
    async fn save_step(&self, board: &Board, step: &Board, now: Timestamp) -> Result<Next, HostError> {
        match self.ports.store.save(&board.current, &step.current, None, now).await {
            Ok(owner) => Ok(owner.into()),
            Err(StoreError::Conflict) => Ok(Next::GoOn),
            Err(error) => Err(error.into()),
        }
    }

    /// Cleans up a match in which nothing is urgent, and lets it rest until it must be looked at again.
    async fn wind_down(&self, board: &Board, now: Timestamp) -> Result<Next, HostError> {
        let current = &board.current;
        if self.retire_superseded(current).await? == Next::Stop {
            return Ok(Next::Stop);
        }
        let look = match self.close_thread(board).await? {
            Closing::Nothing => self.next_look(board, now),
            Closing::NotBefore(time) => Some(time),
            Closing::Done => return Ok(Next::GoOn),
            Closing::PutOff => return Ok(Next::Stop),
        };
        self.update_thread_title(board).await?;
        Ok(self.ports.store.rest(current.id, current.revision, look).await?.into())
    }

    /// When to look again at a match in which everything is done, except what must wait until the gateway is connected.
    fn next_look(&self, board: &Board, now: Timestamp) -> Option<Timestamp> {
        match deadlines::event(board, now) {
            Some(_) => Some(self.after(OFFLINE_RETRY_DELAY)),
            None => deadlines::next_look(board),
        }
    }

    /// Does what has become due because time has passed.
    async fn handle_event(&self, board: &Board, event: Event, now: Timestamp) -> Result<Next, HostError> {
        let (current, store) = (&board.current, &self.ports.store);
        match event {
            Event::TimeOut(end) => {
                if let Some(next) = self.spare_who_is_back(board, now).await? {
                    return Ok(next);
                }
                // If a move was committed first, this conflicts, and the match is looked at again.
                return self.save_step(board, &steps::ended_by_time(board, end, now), now).await;
            }
            Event::Remind | Event::CheckPresence => {
                let has_left = self.ports.announcer.has_left(current).await.ok();
                // A player who has left is not reminded.
                return match event {
                    Event::Remind if has_left != Some(true) => self.remind(board).await,
                    _ => self.note_look(board, has_left, now).await,
                };
            }
            Event::TellDeparture => return self.tell_left(board).await,
            Event::TellClaim => {}
        }
        match self.tell_claim(board).await {
            Err(HostError::Announce(error)) => {
                return Ok(self.put_off(current, &error).await?);
            }
            told => told?,
        }
        store.note_claim_told(current.id, current.version()).await?;
        Ok(Next::GoOn)
    }

    /// The board after a move that the side to move has prepared, or after its only legal move, once its opponent has
    /// seen the board; `None` if there is none.
    async fn played_by_itself(&self, board: &Board, now: Timestamp) -> StoreResult<Option<Board>> {
        match after_prepared_move(board, now) {
            None => self.after_only_move(board).await,
            prepared => Ok(prepared),
        }
    }
}

fn is_of_database(error: &HostError) -> bool {
    match error {
        HostError::Store(error) => error.is_of_database(),
        HostError::Unsure(_) | HostError::InDoubt(_) => true,
        _ => false,
    }
}

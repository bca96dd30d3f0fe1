//! Does what is due, one task after another. The store alone says what that is.

use std::panic::AssertUnwindSafe;
use std::sync::PoisonError;
use std::time::Duration;

use futures::FutureExt as _;
use jiff::Timestamp;

use super::Delivery;
use super::engine_moves::{Lateness, engine_to_move};
use super::next::Next;
use super::threads::Closing;
use crate::HostError;
use crate::core::after_prepared_move;
use crate::deadlines::{self, Event};
use crate::ports::{StoreError, Stored};
use crate::steps;
use crate::{Board, MatchId, threads};

/// How soon to check again whether the gateway is connected, once a deadline has passed.
const OFFLINE_RETRY_DELAY: Duration = Duration::from_secs(5);

impl Delivery {
    /// Forgets events that are too old to be delivered again.
    pub async fn forget_events(&self) -> Stored<()> {
        self.ports.store.forget_events(self.ports.clock.now()).await
    }

    /// Claims at most `most` of the matches that are due. From now on this process owns them.
    pub async fn claim_due(&self, most: usize) -> Stored<Vec<MatchId>> {
        self.ports.store.claim_due(self.ports.clock.now(), most).await
    }

    /// Renews the leases of the matches that this process is working on.
    pub async fn renew_leases(&self) -> Stored<()> {
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
    pub async fn release(&self) -> Stored<()> {
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
        let look = look.into_iter().chain(self.update_thread_title(board).await?).min();
        Ok(self.ports.store.rest(current.id, current.revision, look).await?.into())
    }

    /// What has become due because time has passed. Time since the last sign of life of the match's own shard does not
    /// count yet: if the silence lasts, nobody could move, and that time is given back.
    pub(super) async fn due_event(&self, board: &Board, now: Timestamp) -> Stored<Option<Event>> {
        if deadlines::event(board, now).is_none() {
            return Ok(None);
        }
        let last = self.ports.store.last_beat(board.current.place).await?;
        Ok(last.and_then(|it| deadlines::event(board, it.at.min(now))))
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
            Event::Remind | Event::LookForPlayer => {
                let has_left = self.ports.announcer.has_left(current).await.ok();
                // A player who has left is not reminded.
                return match event {
                    Event::Remind if has_left != Some(true) => self.remind(board).await,
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
        Ok(Next::GoOn)
    }

    /// The board after a move that the side to move has prepared, or after its only legal move, once its opponent has
    /// seen the board; `None` if there is none.
    async fn played_by_itself(&self, board: &Board, now: Timestamp) -> Stored<Option<Board>> {
        match after_prepared_move(board, now) {
            None => self.after_only_move(board).await,
            prepared => Ok(prepared),
        }
    }

    pub(super) fn begin_work(&self, id: MatchId) -> bool {
        let mut in_progress = self.in_progress.lock().unwrap_or_else(PoisonError::into_inner);
        match in_progress.get_mut(&id) {
            Some(again) => {
                *again = true;
                false
            }
            None => {
                in_progress.insert(id, false);
                true
            }
        }
    }

    /// Lets others work on a match if this task panics.
    pub(super) fn guard_work(&self, id: MatchId) -> WorkGuard<'_> {
        WorkGuard { delivery: self, id }
    }

    /// Stops working on a match. If something has changed since, somebody else is to look again.
    pub(super) fn leave_work(&self, id: MatchId) {
        let mut in_progress = self.in_progress.lock().unwrap_or_else(PoisonError::into_inner);
        if in_progress.remove(&id) == Some(true) {
            self.ports.waker.wake(id);
        }
    }

    /// Stops working on a match, unless something has changed since. Returns whether it stopped.
    fn end_work(&self, id: MatchId) -> bool {
        let mut in_progress = self.in_progress.lock().unwrap_or_else(PoisonError::into_inner);
        match in_progress.get_mut(&id) {
            Some(again) if *again => {
                *again = false;
                false
            }
            _ => {
                in_progress.remove(&id);
                true
            }
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

/// Marks a match that this process is working on, until it is dropped.
pub(super) struct WorkGuard<'a> {
    delivery: &'a Delivery,
    id: MatchId,
}

impl Drop for WorkGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.delivery.in_progress.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
        }
    }
}

//! Does what is due in matches, one task after another. The store alone says what that is.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use super::engine_moves::{Lateness, engine_to_move};
use super::threads::Closing;
use super::work::{Delivery, Step};
use crate::HostError;
use crate::core::after_prepared_move;
use crate::deadlines::{self, Event};
use crate::jobs::{Job, Urgency};
use crate::ports::{DueTable, Release, StoreError, StoreResult};
use crate::steps;
use crate::{Board, MatchId, threads};

/// How soon to check again whether the gateway is connected, once a deadline has passed.
const OFFLINE_RETRY_DELAY: Duration = Duration::from_secs(5);

/// How long a match waits for its turn before it is looked at again. By then, what was due earlier elsewhere comes first.
const NEXT_TURN: Duration = Duration::from_secs(3);

/// What is due in matches.
pub(super) struct MatchJob(pub Arc<Delivery>);

#[async_trait]
impl Job for MatchJob {
    fn table(&self) -> DueTable {
        DueTable::Matches
    }

    /// Shows the board, makes the engine's move, shows that board, and so on. If several matches of the same channel are
    /// being worked on, one in which nobody has just acted waits for its turn.
    async fn run(&self, id: i64, urgency: Urgency) -> Result<Option<(u32, Release)>, HostError> {
        let (delivery, id) = (&self.0, MatchId(id));
        let (mut late, mut turn) = (Lateness::default(), None);
        // This process may have released the match since it was woken.
        while let Some(current) = delivery.ports.store.find_owned(id).await? {
            if urgency == Urgency::InTurn && turn.is_none() {
                turn = delivery.turns.begin(id, current.place.channel);
                if turn.is_none() {
                    return Ok(Some((current.revision, Release::Waits(delivery.after(NEXT_TURN)))));
                }
            }
            match delivery.take_step(&delivery.board(current).await?, &mut late).await? {
                Step::Done => {}
                Step::GiveBack(revision, release) => return Ok(Some((revision, release))),
                Step::NotOwner => return Ok(None),
            }
        }
        Ok(None)
    }

    async fn renewed(&self, id: i64, revision: u32) {
        self.0.stop_idle_think(MatchId(id), revision).await;
    }

    fn waiting(&self) -> usize {
        self.0.thinking()
    }
}

impl Delivery {
    /// Does the first task that is due in a match. What can't be shown is put off; if another write came first, the match
    /// is looked at again.
    async fn take_step(&self, board: &Board, late: &mut Lateness) -> Result<Step, HostError> {
        let taken = match self.do_next(board, late).await {
            Err(HostError::Announce(error)) => self.put_off(&board.current, &error).await,
            taken => taken,
        };
        match taken {
            Err(HostError::Store(StoreError::Conflict)) => Ok(Step::Done),
            taken => taken,
        }
    }

    async fn do_next(&self, board: &Board, late: &mut Lateness) -> Result<Step, HostError> {
        let now = self.ports.clock.now();
        if threads::is_wanted(&board.current) {
            self.open_thread(board).await
        } else if let Some(level) = engine_to_move(board) {
            self.move_engine(board, level, late).await
        } else if Self::is_decided(board) {
            self.count_votes(board, late, now).await
        } else if let Some(step) = self.follow_rival(board, now).await? {
            Ok(step)
        } else if let Some(begun) = steps::begun_late(board, now) {
            self.save_step(board, &begun, now).await
        } else if board.current.owes_board() {
            self.show_board(board, late.is_over(now)).await
        } else if let Some(event) = self.due_event(board, now).await? {
            self.handle_event(board, event, late, now).await
        } else if let Some(played) = self.played_by_itself(board, now).await? {
            self.save_step(board, &played, now).await
        } else {
            self.wind_down(board, now).await
        }
    }

    /// Saves what follows on a board by itself.
    pub(super) async fn save_step(&self, board: &Board, step: &Board, now: Timestamp) -> Result<Step, HostError> {
        Ok(self.save(&board.current, &step.current, None, now).await?.into())
    }

    /// Cleans up a match in which nothing is urgent, and lets it rest until it must be looked at again.
    async fn wind_down(&self, board: &Board, now: Timestamp) -> Result<Step, HostError> {
        self.retire_superseded(&board.current).await?;
        let look = match self.close_thread(board).await? {
            Closing::Nothing => self.next_look(board, now),
            Closing::NotBefore(time) => Some(time),
            Closing::Done => return Ok(Step::Done),
        };
        self.update_thread_title(board).await?;
        Ok(Step::give_back(&board.current, Release::Done(look)))
    }

    /// When to look again at a match in which everything is done, except what must wait until the gateway is connected.
    fn next_look(&self, board: &Board, now: Timestamp) -> Option<Timestamp> {
        match deadlines::event(board, now) {
            Some(_) => Some(self.after(OFFLINE_RETRY_DELAY)),
            None => deadlines::next_look(board),
        }
    }

    /// Does what has become due because time has passed.
    async fn handle_event(
        &self,
        board: &Board,
        event: Event,
        late: &mut Lateness,
        now: Timestamp,
    ) -> Result<Step, HostError> {
        match event {
            Event::CountVotes => self.count_votes(board, late, now).await,
            Event::TimeOut(end) => {
                if self.is_back(board).await? {
                    return self.note_look(board, Some(false), now).await;
                }
                self.save_step(board, &steps::ended_by_time(board, end, now), now).await
            }
            Event::Remind | Event::CheckPresence => {
                let has_left = self.ports.announcer.has_left(&board.current).await.ok();
                // A player who has left is not reminded.
                match event {
                    Event::Remind if has_left != Some(true) => self.remind(board).await,
                    _ => self.note_look(board, has_left, now).await,
                }
            }
            Event::Call => self.call_to_move(board, now).await,
            Event::TellDeparture => self.tell_departure(board).await,
            Event::TellClaim => self.tell_claim(board).await,
        }
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

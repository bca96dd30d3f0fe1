//! The engine's moves.

use std::collections::HashMap;

use std::time::Duration;

use futures::future::{self, Either};
use games::board::Move;
use jiff::Timestamp;
use parking_lot::MutexGuard;

use super::work::{Delivery, Step, ThoughtOf};
use crate::HostError;
use crate::ports::{OpponentError, Release, Situation};
use crate::steps::{self, MadeBy};
use crate::votes::VoteTally;
use crate::{Board, Match, MatchId};

/// How long to wait for the engine's move before showing the board without it.
const SHOW_BOARD_AFTER: Duration = Duration::from_millis(2500);

/// Once the engine has thought this long, its move is posted as a new message, which notifies.
const NOTIFY_AFTER: Duration = Duration::from_secs(30);

/// How long to wait before asking the engine again after its queue was full.
const BUSY_RETRY_DELAY: Duration = Duration::from_secs(1);

impl Delivery {
    /// Makes the engine's move. It waits a moment for the move before it shows the board without it.
    pub(super) async fn move_engine(&self, board: &Board, level: u8, late: &mut Lateness) -> Result<Step, HostError> {
        let current = &board.current;
        let moves = board.position.played().to_vec();
        let asked_by = current.seat(current.to_move().other()).user();
        let start = current.start.as_ref().map(|it| it.position.clone());
        let situation = Situation { match_id: current.id, asked_by, ruleset: current.ruleset.clone(), start, moves };
        let mut thinking = self.ports.opponent.choose(situation, level);
        let _thought = self.mark_thinking(current);
        let first = match current.owes_board() {
            true => match future::select(&mut thinking, self.ports.clock.sleep(SHOW_BOARD_AFTER)).await {
                Either::Left((chosen, _)) => Some(chosen),
                Either::Right(_) => None,
            },
            false => {
                late.begin(current.updated_at);
                self.turns.end(current.id);
                Some(thinking.as_mut().await)
            }
        };
        let chosen = match first {
            // Whoever has moved sees it, however long the engine has no room. It is asked again right after that.
            Some(Err(OpponentError::Busy)) if current.owes_board() => return self.show_board(board, false).await,
            Some(chosen) => chosen,
            None => {
                late.begin(self.ports.clock.now());
                let shown = self.show_board(board, false).await;
                if !matches!(shown, Ok(Step::Done)) {
                    self.ports.opponent.forget(current.id);
                    return shown;
                }
                self.turns.end(current.id);
                thinking.await
            }
        };
        let chosen = match chosen {
            Ok(chosen) => chosen,
            // The match stays due, so the engine is asked again soon.
            Err(OpponentError::Busy) => {
                return Ok(Step::give_back(current, Release::Waits(self.after(BUSY_RETRY_DELAY))));
            }
            Err(error) => {
                // If the match changed while the engine was thinking, that change must be shown.
                let again = self.load(current.id).await?;
                if again.version() != current.version() || again.outcome.is_some() {
                    return Ok(Step::Done);
                }
                return Err(error.into());
            }
        };
        // A move that lost the race is dropped, and the stored state goes on.
        self.commit_engine_move(current.id, current.version(), chosen).await
    }

    /// Notes what the engine is thinking about, until the result is dropped.
    fn mark_thinking(&self, current: &Match) -> Thought<'_> {
        let of = ThoughtOf { version: current.version(), revision: current.revision };
        self.thoughts().insert(current.id, of);
        Thought { delivery: self, id: current.id }
    }

    /// In how many matches the engine is thinking, or about to.
    pub fn thinking(&self) -> usize {
        self.thoughts().len()
    }

    fn thoughts(&self) -> MutexGuard<'_, HashMap<MatchId, ThoughtOf>> {
        self.thoughts.lock()
    }

    /// Stops the engine's thinking if the match has moved on in another process: the result would be useless, and the
    /// new state must be shown.
    pub(super) async fn stop_idle_think(&self, id: MatchId, revision: u32) {
        if self.thoughts().get(&id).is_none_or(|it| it.revision == revision) {
            return;
        }
        let Ok(Some(latest)) = self.ports.store.find_match(id).await else { return };
        let is_idle = match self.thoughts().get_mut(&id) {
            Some(thought) if latest.version() > thought.version || latest.outcome.is_some() => true,
            Some(thought) => {
                thought.revision = latest.revision;
                false
            }
            None => false,
        };
        if is_idle {
            self.ports.opponent.forget(id);
        }
    }

    /// Commits the engine's choice for the position of that version. Offers, or a newly shown board, may have changed
    /// the match meanwhile; and if somebody of a channel has voted after all, the engine doesn't move for it.
    async fn commit_engine_move(&self, id: MatchId, version: u32, chosen: Move) -> Result<Step, HostError> {
        let current = self.load(id).await?;
        if current.version() != version || current.outcome.is_some() {
            return Ok(Step::Done);
        }
        let mut board = self.board(current).await?;
        if board.current.awaits_votes() {
            if !self.valid_votes(&board).await.is_empty() {
                return Ok(Step::Done);
            }
            board = steps::counted(&board, VoteTally::of(board.current.moves.len(), &[]));
        }
        let (_, owner) = self.commit_move(&board, chosen, MadeBy::Player, None).await?;
        Ok(owner.into())
    }
}

/// Marks a match that the engine is thinking about, until it is dropped.
struct Thought<'a> {
    delivery: &'a Delivery,
    id: MatchId,
}

impl Drop for Thought<'_> {
    fn drop(&mut self) {
        self.delivery.thoughts().remove(&self.id);
    }
}

/// Since when the board with the engine thinking has been shown, if it was.
#[derive(Default)]
pub(super) struct Lateness(Option<Timestamp>);

impl Lateness {
    fn begin(&mut self, now: Timestamp) {
        self.0 = Some(now);
    }

    /// Whether that was so long ago that the player has probably stopped looking at the board.
    pub fn is_over(&self, now: Timestamp) -> bool {
        self.0.and_then(|it| it.checked_add(NOTIFY_AFTER).ok()).is_some_and(|it| it <= now)
    }
}

/// The engine's level if it is the engine's turn.
pub(super) fn engine_to_move(board: &Board) -> Option<u8> {
    let current = &board.current;
    current.seat(current.to_move()).engine_level().filter(|_| current.outcome.is_none())
}

//! Moves whose commit the database never answered.

use std::time::Duration;

use games::board::Move;

use super::Host;
use crate::PlayedMove;
use crate::core::HostError;
use crate::ports::StoreError;
use crate::{EventId, MatchId};

/// How often we ask the database whether it has committed a move, and how long we wait before each time.
const ATTEMPTS: u32 = 3;
const ATTEMPT_DELAY: Duration = Duration::from_millis(500);

impl Host {
    /// Finds out what became of a move with this `origin` when the database failed during its commit.
    pub(super) async fn resolve_failed_commit(
        &self,
        id: MatchId,
        chosen: Move,
        origin: Option<EventId>,
        failure: StoreError,
    ) -> Result<PlayedMove, HostError> {
        let Some(origin) = origin else { return Err(HostError::InDoubt(failure)) };
        match self.was_taken(origin).await {
            Some(true) => self.accepted_move(id, chosen).await.map_err(|_| HostError::InDoubt(failure)),
            Some(false) if is_settled(&failure) => Err(failure.into()),
            Some(false) | None => Err(HostError::InDoubt(failure)),
        }
    }

    /// Whether the database has committed the move with this origin; `None` if it does not answer.
    async fn was_taken(&self, origin: EventId) -> Option<bool> {
        let mut taken = None;
        for _ in 0..ATTEMPTS {
            // A commit may still be carried out a moment after we gave it up.
            self.ports.clock.sleep(ATTEMPT_DELAY).await;
            taken = self.ports.store.is_played(origin).await.ok();
            if taken == Some(true) {
                break;
            }
        }
        taken
    }

    /// The result for a committed move, as if the database had answered at once.
    async fn accepted_move(&self, id: MatchId, chosen: Move) -> Result<PlayedMove, HostError> {
        let board = self.board(self.load(id).await?).await?;
        // If this process does not own the match, the owner shows it.
        if !self.ports.store.renew(&[id]).await?.is_empty() {
            self.ports.waker.wake(id);
        }
        Ok(PlayedMove { chosen, board })
    }
}

/// Whether a move that is missing after this failure will not appear anymore. If we gave it up because the database
/// was silent, it may be committed once the database goes on.
fn is_settled(failure: &StoreError) -> bool {
    !matches!(failure, StoreError::Unanswered(..))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_given_up_may_still_come() {
        assert!(!is_settled(&StoreError::Unanswered("save", ATTEMPT_DELAY)));
        assert!(is_settled(&StoreError::Database("the connection is lost".into())));
    }
}

//! Moves that the database may have taken without saying so.

use std::time::Duration;

use games::board::Move;

use super::{Host, HostError, PlayedMove};
use crate::play::ports::StoreError;
use crate::play::{EventId, MatchId};

/// How often the database is asked whether it has taken a move, and how long before each time.
const ATTEMPTS: u32 = 3;
const ATTEMPT_DELAY: Duration = Duration::from_millis(500);

impl Host {
    /// What has become of a move that was to be committed by `origin` when the database failed.
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

    /// Whether the database has taken the move that was asked for so; `None` if it does not say.
    async fn was_taken(&self, origin: EventId) -> Option<bool> {
        let mut taken = None;
        for _ in 0..ATTEMPTS {
            // A commit may be done a moment after it was given up.
            self.ports.clock.sleep(ATTEMPT_DELAY).await;
            taken = self.ports.store.is_played(origin).await.ok();
            if taken == Some(true) {
                break;
            }
        }
        taken
    }

    /// A move that was taken, as if that had been said at once.
    async fn accepted_move(&self, id: MatchId, chosen: Move) -> Result<PlayedMove, HostError> {
        let board = self.board(self.load(id).await?).await?;
        // What is not this process's to look after is shown by another one.
        if !self.ports.store.renew(&[id]).await?.is_empty() {
            self.ports.waker.wake(id);
        }
        Ok(PlayedMove { chosen, board })
    }
}

/// Whether a move that isn't there after a failure won't come anymore: one that was given up while the database was silent
/// may be committed whenever that goes on.
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

//! What people set, and what is kept of them.

use games::Refusal;

use super::{Host, HostError, Which};
use crate::play::personal::PersonalData;
use crate::play::ports::{StoreError, Stored};
use crate::play::steps::{self, MadeBy};
use crate::play::{Asker, Board, Challenge, ChallengeState, Preferences, Setting, UserId};

/// A list holds the first of many matches, and each round makes it shorter; what cannot be ended stays in it.
const MOST_ROUNDS: u32 = 20;

impl Host {
    /// What a person has chosen.
    pub async fn preferences(&self, user: UserId) -> Stored<Preferences> {
        self.ports.store.preferences(user).await
    }

    /// Chooses one thing anew; what is chosen then.
    pub async fn set_preference(&self, user: UserId, setting: Setting) -> Stored<Preferences> {
        self.ports.store.set_preference(user, setting, self.ports.clock.now()).await
    }

    /// All that is kept of a person.
    pub async fn personal_data(&self, user: UserId) -> Result<PersonalData, HostError> {
        let kept = self.ports.store.personal_data(user).await?;
        kept.ok_or_else(|| Refusal::new("nothing-is-kept").into())
    }

    /// Drops what is kept of a person, who leaves all matches and takes back all challenges. Records of matches stay.
    pub async fn forget(&self, user: UserId) -> Result<(), HostError> {
        for challenge in self.ports.store.challenges_by(user, self.ports.clock.now()).await? {
            self.withdraw_silently(challenge).await?;
        }
        for _ in 0..MOST_ROUNDS {
            let open = self.ports.store.matches_of(user, None).await?;
            if open.is_empty() {
                break;
            }
            for current in open {
                let asker = Asker { user, channel: current.place.channel, origin: None };
                match self.resign(asker, Which::Number(current.id)).await {
                    // Something was faster; what is still open is in the next list.
                    Ok(_) | Err(HostError::Refused(_)) => {}
                    // What cannot be read cannot be ended, and keeps nobody here.
                    Err(error @ HostError::Broken(_)) => tracing::error!(%error, "a match stays open"),
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(self.ports.store.forget(user).await?)
    }

    async fn withdraw_silently(&self, mut challenge: Challenge) -> Stored<()> {
        match self.ports.store.close_challenge(challenge.id, ChallengeState::Withdrawn, self.ports.clock.now()).await {
            Err(StoreError::Conflict) => return Ok(()),
            closed => closed?,
        }
        challenge.state = ChallengeState::Withdrawn;
        self.show_closed(&challenge).await;
        Ok(())
    }

    /// The board after the only legal move of the side to move, if that is a person who wants it played at once.
    pub(super) async fn forced(&self, board: &Board) -> Stored<Option<Board>> {
        let current = &board.current;
        let Some(user) = current.seat(current.to_move()).user().filter(|_| current.outcome.is_none()) else {
            return Ok(None);
        };
        let &[only] = board.position.legal().as_slice() else { return Ok(None) };
        if current.waits_for_a_hand() || !self.ports.store.preferences(user).await?.plays_forced {
            return Ok(None);
        }
        Ok(steps::moved(board, only, MadeBy::Itself, self.ports.clock.now()).ok())
    }
}

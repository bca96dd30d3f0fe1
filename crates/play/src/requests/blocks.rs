//! Blocks: people who want no challenges from somebody.

use games::Refusal;

use super::host::Host;
use crate::MatchChoice;
use crate::core::HostError;
use crate::decide;
use crate::ports::StoreError;
use crate::{Asker, MatchId, UserId};

/// How many people one person may block.
const MAX_BLOCKED: u32 = 200;

impl Host {
    /// From now on `other` can neither challenge `user` nor accept a challenge from `user`.
    pub async fn block(&self, user: UserId, other: UserId) -> Result<(), HostError> {
        if user == other {
            return Err(Refusal::new("block-oneself").into());
        }
        match self.ports.store.block(user, other, MAX_BLOCKED).await {
            Err(StoreError::LimitReached(most)) => Err(Refusal::new("too-many-blocked").with("most", most).into()),
            done => Ok(done?),
        }
    }

    /// Removes a block.
    pub async fn unblock(&self, user: UserId, other: UserId) -> Result<(), HostError> {
        match self.ports.store.unblock(user, other).await? {
            true => Ok(()),
            false => Err(Refusal::new("not-blocked").with("player", other.mention()).into()),
        }
    }

    /// The person whom the asker plays, or has played, in a match.
    pub async fn opponent_in(&self, asker: Asker, id: MatchId) -> Result<UserId, HostError> {
        let current = self.find(asker, MatchChoice::Number(id)).await?.current;
        let side = decide::player_in(&current, asker.user)?;
        current.seat(side.other()).user().ok_or_else(|| Refusal::new("engine-is-not-blocked").into())
    }

    /// Whom a person has blocked.
    pub async fn blocked_by(&self, user: UserId) -> Result<Vec<UserId>, HostError> {
        Ok(self.ports.store.blocked_by(user).await?)
    }

    /// Refuses to bring two people together if one of them has blocked the other. The blocked person learns only that
    /// it is not possible.
    pub(super) async fn may_meet(&self, asker: UserId, other: UserId) -> Result<(), HostError> {
        if self.ports.store.has_blocked(asker, other).await? {
            Err(HostError::Blocked(other))
        } else if self.ports.store.has_blocked(other, asker).await? {
            Err(decide::cannot_meet(other).into())
        } else {
            Ok(())
        }
    }
}

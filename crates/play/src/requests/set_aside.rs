//! Matches that are set aside because this program cannot read their records or replay them. Their players and
//! moderators are told so, and can end them without a result.

use super::host::Host;
use crate::core::{HostError, unwritten};
use crate::ports::StoreResult;
use crate::{Asker, MatchChoice, MatchId, UserId, decide};
use games::Refusal;

impl Host {
    /// The matches of a person that are under way and set aside.
    pub async fn set_aside_of(&self, user: UserId) -> StoreResult<Vec<MatchId>> {
        let unreadable = self.ports.store.unreadable_of(user).await?;
        let readable = self.ports.store.matches_of(user, None).await?;
        let broken = readable.iter().filter(|it| self.positions.of(it).is_err()).map(|it| it.id);
        let mut ids: Vec<MatchId> = unreadable.into_iter().chain(broken).collect();
        ids.sort_unstable();
        Ok(ids)
    }

    /// Whether `user` may end a match that is set aside, before asking to confirm it.
    pub async fn may_abandon(&self, user: UserId, id: MatchId) -> Result<(), HostError> {
        Ok(decide::may_abandon(&self.outline(id).await?, user)?)
    }

    /// Ends, without a result, a match that is set aside, for one of its players. Any other match must be resigned.
    pub async fn abandon(&self, asker: Asker, id: MatchId) -> Result<(), HostError> {
        self.may_abandon(asker.user, id).await?;
        match self.find(asker, MatchChoice::Number(id)).await {
            Err(HostError::SetAside { .. }) => self.abort(id).await,
            found => found.and(Err(Refusal::new("too-late").into())),
        }
    }

    /// Ends a match without a result and without reading its record. The next process that claims it shows that, if
    /// possible.
    pub(super) async fn abort(&self, id: MatchId) -> Result<(), HostError> {
        self.ports.store.abort(id, self.ports.clock.now()).await.map_err(unwritten)?;
        self.ports.opponent.forget(id);
        Ok(())
    }
}

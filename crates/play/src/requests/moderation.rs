//! What moderators do: they end matches in their server, and choose its defaults.

use games::Refusal;

use super::host::Host;
use crate::core::{HostError, TRIES, too_late, unwritten};
use crate::ports::{StoreError, StoreResult};
use crate::{ChannelId, GuildId, MatchId, MatchOutline, Place, ServerSettings, UserId, decide, steps};

impl Host {
    /// Remembers a server that the bot is in. Returns whether it was new.
    pub async fn first_seen(&self, guild: GuildId) -> StoreResult<bool> {
        self.ports.store.first_seen(guild).await
    }

    /// The settings of a server; the defaults in a private conversation.
    pub async fn server(&self, guild: Option<GuildId>) -> StoreResult<ServerSettings> {
        match guild {
            Some(guild) => self.ports.store.server(guild).await,
            None => Ok(ServerSettings::default()),
        }
    }

    /// Changes the settings of a server. If another moderator changes them at the same time, both changes are kept.
    pub async fn change_server(
        &self,
        guild: GuildId,
        change: impl Fn(&mut ServerSettings) -> Result<(), Refusal> + Send,
    ) -> Result<ServerSettings, HostError> {
        for _ in 0..TRIES {
            let known = self.ports.store.server(guild).await?;
            let mut next = known.clone();
            change(&mut next)?;
            match self.ports.store.set_server(guild, &known, &next).await {
                Err(StoreError::Conflict) => {}
                set => return set.map(|()| next).map_err(unwritten),
            }
        }
        Err(too_late())
    }

    /// Refuses a match where the moderators do not allow any.
    pub async fn may_begin_in(&self, place: Place, parent: Option<ChannelId>) -> Result<(), HostError> {
        Ok(self.server(place.guild).await?.may_begin_in(place.channel, parent)?)
    }

    /// A match under way in a server, for its moderators to end, unless they play in it; in other servers it does not exist.
    pub async fn may_stop(&self, moderator: UserId, guild: GuildId, id: MatchId) -> Result<MatchOutline, HostError> {
        let outline = self.outline(id).await?;
        if outline.place.guild != Some(guild) {
            return Err(decide::no_such_match(id).into());
        }
        if outline.is_over {
            return Err(Refusal::new("match-is-over").with("match", id.to_string()).into());
        }
        if outline.is_played_by(moderator) {
            return Err(Refusal::new("end-own-match").with("match", id.to_string()).into());
        }
        Ok(outline)
    }

    /// Ends a match in a server without a result, even one that is set aside.
    pub async fn stop(&self, moderator: UserId, guild: GuildId, id: MatchId) -> Result<(), HostError> {
        self.may_stop(moderator, guild, id).await?;
        match self.stop_readable(id).await {
            Err(HostError::SetAside { .. }) => self.abort(id).await,
            stopped => stopped,
        }
    }

    async fn stop_readable(&self, id: MatchId) -> Result<(), HostError> {
        let board = self.board(self.load(id).await?).await?;
        // It may have ended since we read it.
        if board.current.outcome.is_some() {
            return Err(decide::has_ended(id).into());
        }
        let next = steps::stopped(&board, self.now());
        self.commit(&board, next).await.map(drop)
    }
}

//! Whether a match can be played where somebody wants one, or gets a post of its own.

use poise::serenity_prelude as serenity;
use serenity::{AuthorizingIntegrationOwner, InteractionContext};

use super::session::Session;
use crate::errors::CommandError;
use crate::permissions::{is_forum, permissions_in, require_posting, require_thread_membership};
use crate::request::Request;
use games::Refusal;
use play::{ChannelId, OwnThread};

impl Session<'_> {
    /// Refuses a match if the bot may not post boards here, or the moderators want none here. Otherwise returns the channel
    /// or forum of which this is a thread. With an interaction, Discord says what the bot may do; with a message, we ask.
    pub(super) async fn may_play_here(&self) -> Result<Option<serenity::ChannelId>, CommandError> {
        self.require_membership()?;
        let Some(guild) = self.guild() else { return Ok(None) };
        let thread_of = self.thread().and_then(|it| it.parent_id);
        let known = match (self.is_message(), self.bot.me) {
            (false, _) | (true, None) => self.app_permissions().map(|has| (has, thread_of)),
            (true, Some(me)) => {
                let found =
                    async { permissions_in(self.http, self.channel(), &self.http.get_member(guild, me).await?).await };
                found
                    .await
                    .inspect_err(|error| tracing::warn!(%error, "what the bot may do in a channel is not known"))
                    .ok()
            }
        };
        let thread_of = known.map_or(thread_of, |it| it.1);
        self.bot.host.may_begin_in(self.place, thread_of.map(|it| ChannelId(it.get()))).await?;
        if let Some((has, _)) = known {
            require_posting(has, thread_of.is_some())?;
        }
        require_thread_membership(self.http, self.thread()).await?;
        Ok(thread_of)
    }

    /// Refuses if Discord says, with an interaction in a server, that the bot may not post boards.
    pub(super) fn may_post_here(&self) -> Result<(), Refusal> {
        match self.app_permissions().filter(|_| self.guild().is_some()) {
            Some(has) => require_posting(has, self.thread().is_some()),
            None => Ok(()),
        }
    }

    /// Refuses if the bot was installed by a user and isn't a member of the server: it couldn't post boards.
    pub(super) fn require_membership(&self) -> Result<(), Refusal> {
        let by_guild = |it: &AuthorizingIntegrationOwner| matches!(it, AuthorizingIntegrationOwner::GuildInstall(_));
        match self.installation() {
            Some((InteractionContext::Guild, owners)) if !owners.0.iter().any(by_guild) => {
                Err(Refusal::new("not-in-this-server"))
            }
            _ => Ok(()),
        }
    }
}

/// In a forum each match has a post of its own, unless something else was said. Returns the forum that gets one.
pub(super) async fn as_usual_in_forums(
    session: &Session<'_>,
    request: &mut Request,
    thread_of: Option<serenity::ChannelId>,
) -> Option<serenity::ChannelId> {
    let stays_here = request.says_thread() && request.terms.agreement.thread.is_none();
    let parent = thread_of.filter(|_| !stays_here)?;
    if !is_forum(session.http, parent).await {
        return None;
    }
    request.terms.agreement.thread = Some(OwnThread::Wanted);
    Some(parent)
}

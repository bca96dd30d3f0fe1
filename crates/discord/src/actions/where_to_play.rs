//! Whether a match can be played where somebody wants one, or gets a post of its own; and whether one that has begun can be
//! seen: Discord may refuse its first board, and then whoever began it is told.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{AuthorizingIntegrationOwner, InteractionContext};

use super::session::{Answer, Session};
use crate::errors::CommandError;
use crate::permissions::{is_forum, permissions_in, require_posting, require_thread_membership};
use crate::request::Request;
use crate::views::{View, say_of};
use games::Refusal;
use play::{ChannelId, FirstBoard, MatchId, OwnThread};
use texts::Text;

/// How often it's looked whether a match has its first board, and how long to wait before that.
const LOOKS: u32 = 40;
const BETWEEN_LOOKS: Duration = Duration::from_millis(125);

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

    /// The answer to what begins a match, once its first board can be seen: none beside that board, what `told` says where it's
    /// elsewhere, or what to do if Discord doesn't take it.
    pub(super) async fn begun(&self, id: MatchId, told: Option<Text>) -> Answer {
        let told = match self.first_board(id).await {
            FirstBoard::Refused => Some(say_of("begun-without-board", id)),
            FirstBoard::Shown(channel) if channel == self.place.channel => None,
            FirstBoard::Shown(_) | FirstBoard::Awaited => told,
        };
        told.map_or(Answer::Nothing, |it| Answer::Done(View::text(it)))
    }

    /// Waits for the first board of a match, but not for long: the bot may have to think about the first move.
    async fn first_board(&self, id: MatchId) -> FirstBoard {
        for _ in 0..LOOKS {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            match self.bot.host.first_board(id).await {
                Ok(FirstBoard::Awaited) => {}
                Ok(board) => return board,
                Err(error) => tracing::warn!(%error, "whether a match has its first board isn't known"),
            }
        }
        FirstBoard::Awaited
    }
}

/// In a forum each match has a post of its own, unless something else was said. Returns the forum that gets one.
pub(super) async fn as_usual_in_forums(
    session: &Session<'_>,
    request: &mut Request,
    thread_of: Option<serenity::ChannelId>,
) -> Option<serenity::ChannelId> {
    let stays_here = request.thread == Some(false);
    let parent = thread_of.filter(|_| !stays_here)?;
    if !is_forum(session.http, parent).await {
        return None;
    }
    request.terms.agreement.thread = Some(OwnThread::Wanted);
    Some(parent)
}

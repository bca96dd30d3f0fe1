//! Whether a match can be played where a command is given, or gets a post of its own.

use poise::serenity_prelude as serenity;
use serenity::{AuthorizingIntegrationOwner, AuthorizingIntegrationOwners, InteractionContext, Permissions};

use crate::bot::{Context, place_of};
use crate::errors::CommandError;
use crate::permissions::{
    is_forum, permissions_in, require_posting, require_posting_as_told, require_thread_membership, thread_in,
};
use crate::request::Request;
use games::Refusal;
use play::{ChannelId, OwnThread};

/// Refuses if the bot may not post boards. With a slash command, Discord says what the bot may do; with a message, we
/// ask.
///
/// Also refuses if the moderators want no matches here. Otherwise returns the channel or forum of which this is a thread.
pub(super) async fn may_play_here(ctx: Context<'_>) -> Result<Option<serenity::ChannelId>, CommandError> {
    is_member_here(ctx)?;
    let Some(guild) = ctx.guild_id() else { return Ok(None) };
    let known = match ctx {
        Context::Application(_) => told_permissions(ctx),
        Context::Prefix(_) => {
            let me = ctx.framework().bot_id();
            let found = permissions_of(ctx.http(), guild, ctx.channel_id(), me).await;
            found.inspect_err(|error| tracing::warn!(%error, "what the bot may do in a channel is not known")).ok()
        }
    };
    let thread_of = known.and_then(|it| it.1);
    let parent = thread_of.map(|it| ChannelId(it.get()));
    ctx.data().host.may_begin_in(place_of(ctx), parent).await?;
    if let Some((has, _)) = known {
        require_posting(has, thread_of.is_some())?;
    }
    if let Context::Application(application) = ctx {
        require_thread_membership(ctx.http(), thread_in(application.interaction.channel.as_ref())).await?;
    }
    Ok(thread_of)
}

/// In a forum each match has a post of its own, unless something else was said. Returns the forum that gets one.
pub(super) async fn as_usual_in_forums(
    ctx: Context<'_>,
    request: &mut Request,
    thread_of: Option<serenity::ChannelId>,
) -> Option<serenity::ChannelId> {
    let stays_here = request.says_thread() && request.terms.agreement.thread.is_none();
    let parent = thread_of.filter(|_| !stays_here)?;
    if !is_forum(ctx.http(), parent).await {
        return None;
    }
    request.terms.agreement.thread = Some(OwnThread::Wanted);
    Some(parent)
}

/// Refuses if Discord says, with a slash command, that the bot may not post boards.
pub(super) fn may_post_here(ctx: Context<'_>) -> Result<(), Refusal> {
    let told = told_permissions(ctx);
    require_posting_as_told(ctx.guild_id(), told.map(|it| it.0), told.is_some_and(|it| it.1.is_some()))
}

/// What the bot may do where a slash command was given, as Discord says with it, and the channel of which that is a thread.
fn told_permissions(ctx: Context<'_>) -> Option<(Permissions, Option<serenity::ChannelId>)> {
    let Context::Application(application) = ctx else { return None };
    let thread = thread_in(application.interaction.channel.as_ref());
    application.interaction.app_permissions.map(|has| (has, thread.and_then(|it| it.parent_id)))
}

/// Refuses if the bot was installed by a user and isn't a member of the server: it couldn't post boards.
pub(super) fn is_member_here(ctx: Context<'_>) -> Result<(), Refusal> {
    let Context::Application(application) = ctx else { return Ok(()) };
    let interaction = application.interaction;
    require_membership(interaction.context, &interaction.authorizing_integration_owners)
}

/// The same for an interaction of any kind, by where it was made and by whom the bot was installed.
pub(crate) fn require_membership(
    context: Option<InteractionContext>,
    owners: &AuthorizingIntegrationOwners,
) -> Result<(), Refusal> {
    let by_guild = |it: &AuthorizingIntegrationOwner| matches!(it, AuthorizingIntegrationOwner::GuildInstall(_));
    match context {
        Some(InteractionContext::Guild) if !owners.0.iter().any(by_guild) => Err(Refusal::new("not-in-this-server")),
        _ => Ok(()),
    }
}

async fn permissions_of(
    http: &serenity::Http,
    guild: serenity::GuildId,
    channel: serenity::ChannelId,
    user: serenity::UserId,
) -> serenity::Result<(Permissions, Option<serenity::ChannelId>)> {
    permissions_in(http, channel, &http.get_member(guild, user).await?).await
}

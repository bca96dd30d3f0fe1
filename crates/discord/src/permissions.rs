//! What a member may do in a channel, by Discord's rules.

use poise::serenity_prelude as serenity;
use serenity::Permissions;

use super::errors::code_of;
use egress::codes::{MISSING_ACCESS, UNKNOWN_CHANNEL};
use games::Refusal;

/// What a member may do in a channel, and whether that is a thread. A thread has its parent's permissions.
pub(super) async fn permissions_in(
    http: &serenity::Http,
    channel: serenity::ChannelId,
    member: &serenity::Member,
) -> serenity::Result<(Permissions, Option<serenity::ChannelId>)> {
    let asked = (http.get_guild(member.guild_id), guild_channel(http, channel));
    let (server, place) = futures::try_join!(asked.0, asked.1)?;
    let thread_of = place.parent_id.filter(|_| place.thread_metadata.is_some());
    let place = match thread_of {
        Some(parent) => guild_channel(http, parent).await?,
        None => place,
    };
    Ok((server.user_permissions_in(&place, member), thread_of))
}

/// Whether everybody in a server sees a channel. A thread is taken for one that they don't.
pub(super) fn everybody_sees(server: &serenity::PartialGuild, channel: &serenity::GuildChannel) -> bool {
    let everyone = serenity::RoleId::new(server.id.get());
    let seen = Permissions::VIEW_CHANNEL;
    let usually = server.roles.get(&everyone).is_some_and(|it| it.permissions.contains(seen));
    let mut own = channel.permission_overwrites.iter();
    let own = own.find(|it| it.kind == serenity::PermissionOverwriteType::Role(everyone));
    let here = own.map_or(usually, |it| it.allow.contains(seen) || usually && !it.deny.contains(seen));
    here && channel.thread_metadata.is_none()
}

/// Refuses if the bot, with these permissions, may not post boards. In a thread, sending needs a different permission
/// than in a channel.
pub(super) fn require_posting(has: Permissions, is_thread: bool) -> Result<(), Refusal> {
    let send = if is_thread { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
    let missing = (Permissions::VIEW_CHANNEL | send | Permissions::ATTACH_FILES) - has;
    match missing.is_empty() {
        true => Ok(()),
        false => Err(Refusal::new("cannot-post-here").with("missing", missing.get_permission_names().join(", "))),
    }
}

/// Refuses if a thread is private and the bot isn't in it, so that it can't post there.
pub(super) async fn require_thread_membership(
    http: &serenity::Http,
    thread: Option<&serenity::PartialChannel>,
) -> Result<(), Refusal> {
    let Some(thread) = thread.filter(|it| it.kind == serenity::ChannelType::PrivateThread) else { return Ok(()) };
    match guild_channel(http, thread.id).await.as_ref().map_err(code_of) {
        Err(Some(MISSING_ACCESS | UNKNOWN_CHANNEL)) => Err(Refusal::new("not-in-this-thread")),
        // If we cannot find out, Discord will say.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Whether a channel is a forum. If we cannot find out, it is taken for none.
pub(super) async fn is_forum(http: &serenity::Http, channel: serenity::ChannelId) -> bool {
    match guild_channel(http, channel).await {
        Ok(found) => found.kind == serenity::ChannelType::Forum,
        Err(error) => {
            tracing::warn!(%error, "what kind of channel it is isn't known");
            false
        }
    }
}

async fn guild_channel(http: &serenity::Http, id: serenity::ChannelId) -> serenity::Result<serenity::GuildChannel> {
    http.get_channel(id).await?.guild().ok_or(serenity::Error::Model(serenity::ModelError::InvalidChannelType))
}

//! Who is a moderator of a server, or of one of its channels only.

use poise::serenity_prelude as serenity;
use serenity::Permissions;

use super::Context;
use crate::errors::CommandError;
use crate::permissions::permissions_in;
use games::Refusal;
use play::{GuildId, Place};

/// Discord shows moderators' commands only to people with this permission.
pub(crate) const SHOWN_TO: Permissions = Permissions::MANAGE_MESSAGES;

/// Any of these makes a moderator.
const ANY_OF: [Permissions; 3] = [Permissions::MANAGE_GUILD, Permissions::MANAGE_MESSAGES, Permissions::ADMINISTRATOR];

/// The server in which a moderator gives a command; everybody else is refused.
pub(crate) async fn moderated(ctx: Context<'_>) -> Result<GuildId, CommandError> {
    let guild = ctx.guild_id().ok_or_else(|| Refusal::new("only-in-a-server"))?;
    let may = match ctx {
        poise::Context::Application(application) => {
            application.interaction.member.as_ref().and_then(|it| it.permissions)
        }
        poise::Context::Prefix(_) => {
            let member = ctx.http().get_member(guild, ctx.author().id).await?;
            Some(permissions_in(ctx.http(), ctx.channel_id(), &member).await?.0)
        }
    };
    require(may)?;
    Ok(GuildId(guild.get()))
}

/// Refuses moderators of one channel only, where something concerns the whole server.
pub(crate) async fn require_everywhere(ctx: Context<'_>) -> Result<(), CommandError> {
    let guild = ctx.guild_id().ok_or_else(|| Refusal::new("only-in-a-server"))?;
    require_in_server(ctx.http(), guild, ctx.author().id).await
}

/// Refuses moderators of the channel that they are in only, if a match is played in another one.
pub(crate) async fn require_for(
    http: &serenity::Http,
    place: Place,
    here: serenity::ChannelId,
    user: serenity::UserId,
) -> Result<(), CommandError> {
    match place.guild {
        Some(guild) if place.channel.0 != here.get() => require_in_server(http, guild.0.into(), user).await,
        _ => Ok(()),
    }
}

async fn require_in_server(
    http: &serenity::Http,
    guild: serenity::GuildId,
    user: serenity::UserId,
) -> Result<(), CommandError> {
    let (server, member) = futures::try_join!(http.get_guild(guild), http.get_member(guild, user))?;
    // What is allowed in some channels only does not count here.
    let may = server.member_permissions(&member);
    require(Some(may)).map_err(|_| Refusal::new("only-for-moderators-of-the-server").into())
}

/// Refuses people without moderators' permissions.
pub(crate) fn require(may: Option<Permissions>) -> Result<(), Refusal> {
    let is_moderator = may.is_some_and(|may| ANY_OF.iter().any(|it| may.contains(*it)));
    if is_moderator { Ok(()) } else { Err(Refusal::new("only-for-moderators")) }
}

//! Who is a moderator of a server or a channel.

use poise::serenity_prelude as serenity;
use serenity::Permissions;

use super::Context;
use crate::discord::errors::CommandError;
use crate::discord::permissions::permissions_in;
use crate::play::GuildId;
use games::Refusal;

/// Discord shows moderators' commands only to people with this permission.
pub(in crate::discord) const SHOWN_TO: Permissions = Permissions::MANAGE_MESSAGES;

/// Any of these makes a moderator.
const ANY_OF: [Permissions; 3] = [Permissions::MANAGE_GUILD, Permissions::MANAGE_MESSAGES, Permissions::ADMINISTRATOR];

/// The server in which a moderator gives a command; everybody else is refused.
pub(in crate::discord) async fn moderated(ctx: Context<'_>) -> Result<GuildId, CommandError> {
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

/// Refuses people without moderators' permissions.
pub(in crate::discord) fn require(may: Option<Permissions>) -> Result<(), Refusal> {
    let is_moderator = may.is_some_and(|may| ANY_OF.iter().any(|it| may.contains(*it)));
    if is_moderator { Ok(()) } else { Err(Refusal::new("only-for-moderators")) }
}

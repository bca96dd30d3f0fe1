//! What is heard besides commands and messages: controls, forms, places that are gone, and servers to greet.

use poise::FrameworkContext;
use poise::serenity_prelude as serenity;
use serenity::FullEvent;

use crate::actions;
use crate::bot::Bot;
use crate::errors::CommandError;
use crate::views;
use play::ports::GonePlace;
use play::{ChannelId, GuildId};

/// Handles an event that is neither a command nor a message: a control or a form, a place that is gone, a new server.
pub(super) async fn on_event(
    ctx: FrameworkContext<'_, Bot, CommandError>,
    event: &FullEvent,
) -> Result<(), CommandError> {
    let shard = ctx.serenity_context.shard_id.0;
    match event {
        FullEvent::InteractionCreate { interaction } => {
            if let Some(pressed) = interaction.as_message_component() {
                actions::pressed(&ctx.serenity_context.http, ctx.user_data, pressed).await;
            }
            if let Some(form) = interaction.as_modal_submit() {
                actions::submitted(&ctx.serenity_context.http, ctx.user_data, form).await;
            }
        }
        FullEvent::ChannelDelete { channel, .. } => {
            ctx.user_data.delivery.set_aside(GonePlace::Channel(ChannelId(channel.id.get()))).await?;
        }
        FullEvent::ThreadDelete { thread, .. } => {
            ctx.user_data.delivery.leave_thread(ChannelId(thread.id.get())).await?;
        }
        // A server that is only unavailable will come back.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            ctx.user_data.delivery.set_aside(GonePlace::Server(GuildId(incomplete.id.get()))).await?;
        }
        FullEvent::GuildCreate { guild, .. } => {
            ctx.user_data.note_role(guild.id, guild.roles.values());
            ctx.user_data.announcer.note_locale(GuildId(guild.id.get()), &guild.preferred_locale);
            greet(ctx, guild).await?;
        }
        FullEvent::GuildUpdate { new_data, .. } => {
            ctx.user_data.announcer.note_locale(GuildId(new_data.id.get()), &new_data.preferred_locale);
        }
        FullEvent::GuildRoleCreate { new } | FullEvent::GuildRoleUpdate { new, .. } => {
            ctx.user_data.note_role(new.guild_id, [new]);
        }
        FullEvent::Ready { .. } => tracing::info!(shard, "a session has begun"),
        FullEvent::Resume { .. } => tracing::info!(shard, "the connection was lost, and the session goes on"),
        _ => {}
    }
    Ok(())
}

/// Introduces the bot to a server that it has just joined; only once, even after restarts.
async fn greet(ctx: FrameworkContext<'_, Bot, CommandError>, guild: &serenity::Guild) -> Result<(), CommandError> {
    let bot = ctx.user_data;
    let age = bot.host.now().as_second() - guild.joined_at.unix_timestamp();
    if age >= JUST_JOINED_S {
        return Ok(());
    }
    let Some(channel) = where_to_greet(guild, ctx.bot_id()) else { return Ok(()) };
    if !bot.host.first_seen(GuildId(guild.id.get())).await? {
        return Ok(());
    }
    let greeting = views::help::welcome(texts::say("server-greeting", &[]));
    let greeting = greeting.message(bot.announcer.rendering(Some(GuildId(guild.id.get()))), None);
    if let Err(error) = channel.send_message(&ctx.serenity_context.http, greeting).await {
        tracing::info!(server = guild.id.get(), %error, "a new server could not be greeted");
    }
    Ok(())
}

/// The channel in which a server welcomes people, or else its first text channel in which the bot may write. Of those that it
/// may not view, Discord tells little more than that.
fn where_to_greet(guild: &serenity::Guild, me: serenity::UserId) -> Option<serenity::ChannelId> {
    let member = guild.members.get(&me)?;
    let needed = serenity::Permissions::VIEW_CHANNEL | serenity::Permissions::SEND_MESSAGES;
    let may_write = |it: &&serenity::GuildChannel| guild.user_permissions_in(it, member).contains(needed);
    let texts = guild.channels.values().filter(|it| it.kind == serenity::ChannelType::Text);
    let mut open: Vec<&serenity::GuildChannel> = texts.filter(may_write).collect();
    open.sort_by_key(|it| (Some(it.id) != guild.system_channel_id, it.position, it.id));
    open.first().map(|it| it.id)
}

/// A server that the bot joined within this many seconds counts as new. At each start, Discord lists all servers.
const JUST_JOINED_S: i64 = 3600;

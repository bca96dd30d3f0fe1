//! What every handler has at hand.

use std::sync::Arc;

use poise::serenity_prelude as serenity;

use super::errors::CommandError;
use crate::play::{Asker, ChannelId, GuildId, Host, Place, UserId};

/// The bot as its handlers know it.
#[derive(Clone)]
pub struct Bot {
    pub host: Arc<Host>,
    /// What prefix commands begin with.
    pub prefix: Arc<str>,
    /// The names under which people were met in this run, so that a name is stored once and not with every message.
    met: moka::sync::Cache<UserId, Arc<str>>,
}

pub(super) type Context<'a> = poise::Context<'a, Bot, CommandError>;
pub(super) type Command = poise::Command<Bot, CommandError>;
pub(super) type Done = Result<(), CommandError>;

impl Bot {
    pub fn new(host: Arc<Host>, prefix: &str) -> Self {
        Self { host, prefix: prefix.into(), met: moka::sync::Cache::new(10_000) }
    }

    /// Remembers who somebody is, in the background.
    pub fn meet_soon(&self, user: &serenity::User) {
        let (bot, user) = (self.clone(), user.clone());
        tokio::spawn(async move { bot.meet(&user).await });
    }

    /// Remembers who somebody is. Failing to is no reason to refuse what was asked.
    pub async fn meet(&self, user: &serenity::User) {
        let (id, name) = (user_id(user.id), user.display_name());
        if self.met.get(&id).as_deref() == Some(name) {
            return;
        }
        match self.host.meet(id, name).await {
            Ok(()) => self.met.insert(id, name.into()),
            Err(error) => tracing::warn!(%error, "a name could not be stored"),
        }
    }
}

pub(super) fn user_id(id: serenity::UserId) -> UserId {
    UserId(id.get())
}

pub(super) fn place(guild: Option<serenity::GuildId>, channel: serenity::ChannelId) -> Place {
    Place { guild: guild.map(|it| GuildId(it.get())), channel: ChannelId(channel.get()) }
}

/// Where a command was given.
pub(super) fn place_of(ctx: Context<'_>) -> Place {
    place(ctx.guild_id(), ctx.channel_id())
}

/// Who gave a command, and where.
pub(super) fn asker(ctx: Context<'_>) -> Asker {
    asker_in(ctx.author().id, ctx.channel_id())
}

/// Somebody who asks in a channel.
pub(super) fn asker_in(user: serenity::UserId, channel: serenity::ChannelId) -> Asker {
    Asker { user: user_id(user), channel: ChannelId(channel.get()) }
}

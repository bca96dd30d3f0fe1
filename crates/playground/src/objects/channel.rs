//! Channels.

use serde::Serialize;

use super::super::ids::{GAMES, GUILD};
use super::super::world::{self, Person};
use super::{Id, Nothing, PERMISSIONS, User};

/// A channel of the guild, or one for direct messages.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Channel {
    /// One of the guild.
    Text(TextChannel),
    /// One of a person and the bot.
    Direct(DirectChannel),
}

/// A channel of the guild.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TextChannel {
    id: Id,
    #[serde(rename = "type")]
    kind: u8,
    guild_id: Id,
    name: &'static str,
    position: u64,
    permission_overwrites: Nothing,
    nsfw: bool,
    topic: Option<()>,
    parent_id: Option<()>,
    last_message_id: Option<()>,
    rate_limit_per_user: u64,
    flags: u64,
}

/// A channel for direct messages.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct DirectChannel {
    id: Id,
    #[serde(rename = "type")]
    kind: u8,
    last_message_id: Option<()>,
    flags: u64,
    recipients: Vec<User>,
}

impl Channel {
    /// The object of a channel; direct ones have a recipient.
    pub(crate) fn new(channel: &world::Channel, recipient: Option<&Person>) -> Self {
        let id = Id(channel.id);
        if channel.person.is_some() {
            let recipients = recipient.map(User::from).into_iter().collect();
            return Self::Direct(DirectChannel { id, kind: 1, last_message_id: None, flags: 0, recipients });
        }
        Self::Text(TextChannel {
            id,
            kind: 0,
            guild_id: Id(GUILD),
            name: channel.name,
            position: channel.id - GAMES,
            permission_overwrites: [],
            nsfw: false,
            topic: None,
            parent_id: None,
            last_message_id: None,
            rate_limit_per_user: 0,
            flags: 0,
        })
    }
}

/// A channel as it comes with interactions: with permissions.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ActingChannel {
    #[serde(flatten)]
    channel: Channel,
    permissions: &'static str,
}

impl From<Channel> for ActingChannel {
    fn from(channel: Channel) -> Self {
        Self { channel, permissions: PERMISSIONS }
    }
}

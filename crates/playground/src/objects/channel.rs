//! Channels.

use serde::Serialize;

use super::super::ids::{self, GAMES, GUILD};
use super::super::thread::Thread;
use super::super::world;
use super::{Id, Nothing, PERMISSIONS, User};

/// A channel of the guild, or one for direct messages.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum Channel {
    /// One of the guild.
    Text(TextChannel),
    /// A thread of one of the guild, or a post of a forum.
    Thread(ThreadChannel),
    /// One of a person and the bot.
    Direct(DirectChannel),
    /// One of several people.
    Group(GroupChannel),
}

/// A channel of the guild.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct TextChannel {
    id: Id,
    #[serde(rename = "type")]
    kind: u8,
    guild_id: Id,
    name: String,
    position: u64,
    permission_overwrites: Vec<Overwrite>,
    nsfw: bool,
    topic: Option<()>,
    parent_id: Option<()>,
    last_message_id: Option<()>,
    rate_limit_per_user: u64,
    flags: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    available_tags: Option<Nothing>,
}

/// What somebody may do in a channel beside what they may do everywhere.
#[derive(Debug, Clone, Serialize)]
struct Overwrite {
    id: Id,
    #[serde(rename = "type")]
    kind: u8,
    allow: &'static str,
    deny: &'static str,
}

impl Overwrite {
    /// A member may manage messages.
    fn of_moderator(person: u64) -> Self {
        Self { id: Id(person), kind: 1, allow: "8192", deny: "0" }
    }
}

/// A thread.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ThreadChannel {
    id: Id,
    #[serde(rename = "type")]
    kind: u8,
    guild_id: Id,
    parent_id: Id,
    owner_id: Id,
    name: String,
    last_message_id: Option<()>,
    message_count: usize,
    total_message_sent: usize,
    member_count: usize,
    rate_limit_per_user: u64,
    flags: u64,
    thread_metadata: ThreadMetadata,
}

/// What a thread has and other channels have not.
#[derive(Debug, Clone, Serialize)]
struct ThreadMetadata {
    archived: bool,
    locked: bool,
    auto_archive_duration: u16,
    archive_timestamp: String,
    create_timestamp: String,
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

/// A conversation of several people.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct GroupChannel {
    #[serde(flatten)]
    conversation: DirectChannel,
    name: Option<String>,
    icon: Option<()>,
    owner_id: Id,
}

impl Channel {
    /// The object of a channel with so many messages; private ones have recipients.
    pub(crate) fn new(channel: &world::Channel, recipients: Vec<User>, written: usize) -> Self {
        let id = Id(channel.id);
        if channel.is_group {
            let conversation = DirectChannel { id, kind: 3, last_message_id: None, flags: 0, recipients };
            return Self::Group(GroupChannel { conversation, name: None, icon: None, owner_id: Id(ids::ANN) });
        }
        if channel.person.is_some() {
            return Self::Direct(DirectChannel { id, kind: 1, last_message_id: None, flags: 0, recipients });
        }
        if let Some(thread) = &channel.thread {
            return Self::Thread(ThreadChannel::new(channel, thread, written));
        }
        Self::Text(TextChannel {
            id,
            kind: if channel.is_forum { 15 } else { 0 },
            guild_id: Id(GUILD),
            name: channel.name.clone(),
            // Channels that are opened later come after the others; the numbers are small, as on Discord.
            position: (channel.id - GAMES).min(100),
            permission_overwrites: channel.moderators.iter().map(|it| Overwrite::of_moderator(*it)).collect(),
            nsfw: false,
            topic: None,
            parent_id: None,
            last_message_id: None,
            rate_limit_per_user: 0,
            flags: 0,
            available_tags: channel.is_forum.then_some([]),
        })
    }
}

impl ThreadChannel {
    fn new(channel: &world::Channel, thread: &Thread, written: usize) -> Self {
        Self {
            id: Id(channel.id),
            kind: 11,
            guild_id: Id(GUILD),
            parent_id: Id(thread.parent),
            owner_id: Id(thread.owner),
            name: channel.name.clone(),
            last_message_id: None,
            message_count: written,
            total_message_sent: written,
            member_count: thread.members.len(),
            rate_limit_per_user: 0,
            flags: 0,
            thread_metadata: ThreadMetadata {
                archived: thread.archived,
                locked: thread.locked,
                auto_archive_duration: thread.auto_archive,
                archive_timestamp: thread.archive_changed.clone(),
                create_timestamp: ids::time_of(channel.id),
            },
        }
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

//! Channels.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::super::channel;
use super::super::ids::{self, GAMES, GUILD};
use super::super::thread::{Tag, Thread};
use super::{Id, PERMISSIONS, User};

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
    /// One of the guild that the bot may not view.
    Obfuscated(BTreeMap<&'static str, Value>),
}

/// The flag of a channel that the bot may not view.
const OBFUSCATED: u64 = 1 << 17;
/// The flag of a forum whose posts need a tag.
const REQUIRES_TAG: u64 = 1 << 4;

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
    available_tags: Option<Vec<ForumTag>>,
}

/// A tag that posts of a forum may have.
#[derive(Debug, Clone, Serialize)]
struct ForumTag {
    id: Id,
    name: &'static str,
    moderated: bool,
    emoji_id: Option<()>,
    emoji_name: Option<()>,
}

impl From<&Tag> for ForumTag {
    fn from(tag: &Tag) -> Self {
        Self { id: Id(tag.id), name: tag.name, moderated: tag.moderated, emoji_id: None, emoji_name: None }
    }
}

/// What is told even less of the channels that the bot may not view.
#[derive(Debug)]
pub(crate) struct Withheld {
    /// A field of their objects.
    pub(crate) field: String,
    /// Whether it is null; otherwise it is left out.
    pub(crate) is_null: bool,
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
    /// Nobody may view the channel: the only one that is told of a channel that the bot may not view.
    const HIDDEN: Self = Self { id: Id(GUILD), kind: 0, allow: "0", deny: "1024" };

    /// A member may not view the channel.
    fn of_excluded(person: u64) -> Self {
        Self { id: Id(person), kind: 1, allow: "0", deny: "1024" }
    }

    /// Those of a channel's members.
    fn of_members(channel: &channel::Channel) -> Vec<Self> {
        let moderators = channel.moderators.iter().map(|it| Self::of_moderator(*it));
        moderators.chain(channel.excluded.iter().map(|it| Self::of_excluded(*it))).collect()
    }

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
    pub(crate) fn new(channel: &channel::Channel, recipients: Vec<User>, written: usize) -> Self {
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
            kind: Self::kind(channel),
            guild_id: Id(GUILD),
            name: channel.name.clone(),
            position: Self::position(channel),
            permission_overwrites: Overwrite::of_members(channel),
            nsfw: false,
            topic: None,
            parent_id: None,
            last_message_id: None,
            rate_limit_per_user: 0,
            flags: if channel.tags.is_empty() { 0 } else { REQUIRES_TAG },
            available_tags: channel.is_forum.then(|| channel.tags.iter().map(ForumTag::from).collect()),
        })
    }

    /// A channel of the guild that the bot may not view; a field of that name is null, or left out.
    pub(crate) fn obfuscated(channel: &channel::Channel, name: &str, withheld: Option<&Withheld>) -> Self {
        let fields = [
            ("id", json!(Id(channel.id))),
            ("type", json!(Self::kind(channel))),
            ("guild_id", json!(Id(GUILD))),
            ("name", json!(name)),
            ("position", json!(Self::position(channel))),
            ("permission_overwrites", json!([Overwrite::HIDDEN])),
            ("nsfw", json!(false)),
            ("topic", Value::Null),
            ("parent_id", Value::Null),
            ("last_message_id", Value::Null),
            ("rate_limit_per_user", json!(0)),
            ("flags", json!(OBFUSCATED)),
            ("available_tags", json!([])),
        ];
        let mut fields = BTreeMap::from(fields);
        match withheld {
            Some(Withheld { field, is_null: true }) => drop(fields.get_mut(field.as_str()).map(Value::take)),
            Some(Withheld { field, is_null: false }) => drop(fields.remove(field.as_str())),
            None => {}
        }
        Self::Obfuscated(fields)
    }

    /// Whether the bot may not view it.
    pub(crate) fn is_obfuscated(&self) -> bool {
        matches!(self, Self::Obfuscated(_))
    }

    fn kind(channel: &channel::Channel) -> u8 {
        if channel.is_forum { 15 } else { 0 }
    }

    /// Channels that are opened later come after the others; the numbers are small, as on Discord.
    fn position(channel: &channel::Channel) -> u64 {
        (channel.id - GAMES).min(100)
    }
}

impl ThreadChannel {
    fn new(channel: &channel::Channel, thread: &Thread, written: usize) -> Self {
        Self {
            id: Id(channel.id),
            kind: if thread.private { 12 } else { 11 },
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

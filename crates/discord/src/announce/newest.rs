//! The newest message of each channel, as far as this process hears.

use moka::policy::EvictionPolicy;
use poise::serenity_prelude as serenity;
use serenity::MessageType;

use play::{ChannelId, MessageId};

/// The newest message of each channel in which something was written while the shards' present sessions lasted.
#[derive(Clone)]
pub(crate) struct Newest(moka::sync::Cache<ChannelId, MessageId>);

/// The types of messages that people or bots write.
const WRITTEN: [MessageType; 3] = [MessageType::Regular, MessageType::InlineReply, MessageType::ChatInputCommand];

impl Default for Newest {
    fn default() -> Self {
        let policy = EvictionPolicy::lru();
        Self(moka::sync::Cache::builder().max_capacity(100_000).eviction_policy(policy).build())
    }
}

impl Newest {
    /// Notes a message, unless it is one of Discord's own notices, such as about a renamed thread.
    pub fn hear(&self, message: &serenity::Message) {
        if !WRITTEN.contains(&message.kind) {
            return;
        }
        let id = MessageId(message.id.get());
        let channel = ChannelId(message.channel_id.get());
        let newer =
            |known: Option<moka::Entry<_, MessageId>>| known.map_or(id, |it| MessageId(it.into_value().0.max(id.0)));
        self.0.entry(channel).and_upsert_with(newer);
    }

    /// Forgets all: a new session has begun, and what was written before it was not heard.
    pub fn forget(&self) {
        self.0.invalidate_all();
    }

    /// The newest message of a channel, if anything was written there.
    pub fn of(&self, channel: ChannelId) -> Option<MessageId> {
        self.0.get(&channel)
    }
}

//! The newest messages of each channel, as far as this process hears.

use std::sync::Arc;

use moka::policy::EvictionPolicy;
use poise::serenity_prelude as serenity;
use serenity::MessageType;

use play::showing::NEAR;
use play::{ChannelId, MessageId};

/// The newest messages of each channel in which something was written while the shards' present sessions lasted, in order:
/// one more than may stand below a board.
#[derive(Clone)]
pub(crate) struct Newest(moka::sync::Cache<ChannelId, Arc<[MessageId]>>);

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
        self.note(ChannelId(message.channel_id.get()), MessageId(message.id.get()));
    }

    /// Notes a message of a channel. Those above it may not be known, but all that have come below it must be.
    pub fn note(&self, channel: ChannelId, id: MessageId) {
        let newer = |known: Option<moka::Entry<_, Arc<[MessageId]>>>| {
            let mut newest = known.map_or_else(Vec::new, |it| it.into_value().to_vec());
            newest.push(id);
            newest.sort_unstable();
            newest.dedup();
            let kept = newest.len().saturating_sub(NEAR + 1);
            Arc::from(&newest[kept..])
        };
        self.0.entry(channel).and_upsert_with(newer);
    }

    /// Forgets all: a new session has begun, and what was written before it was not heard.
    pub fn forget(&self) {
        self.0.invalidate_all();
    }

    /// Whether a message is near the end of a channel; `None` if this process hasn't heard all that stands below it.
    pub fn is_near(&self, channel: ChannelId, message: MessageId) -> Option<bool> {
        let newest = self.0.get(&channel)?;
        let below = newest.iter().filter(|it| **it > message).count();
        if below > NEAR { Some(false) } else { newest.iter().any(|it| *it <= message).then_some(true) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_near_while_few_stand_below_it() {
        let (newest, channel) = (Newest::default(), ChannelId(1));
        assert_eq!(newest.is_near(channel, MessageId(10)), None, "nothing was heard");
        for id in 11..=18 {
            newest.note(channel, MessageId(id));
        }
        assert_eq!(newest.is_near(channel, MessageId(10)), None, "others may have come before these");
        newest.note(channel, MessageId(10));
        assert_eq!(newest.is_near(channel, MessageId(10)), Some(true));
        newest.note(channel, MessageId(19));
        assert_eq!(newest.is_near(channel, MessageId(10)), Some(false));
        assert_eq!(newest.is_near(channel, MessageId(11)), Some(true));
        newest.forget();
        assert_eq!(newest.is_near(channel, MessageId(11)), None);
    }
}

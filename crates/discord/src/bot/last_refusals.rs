//! Where the bot has refused something of late.

use std::time::Duration;

use moka::sync::Cache;
use poise::serenity_prelude as serenity;
use serenity::{ChannelId, MessageId, UserId};

/// The last refusals of a while.
pub(super) type LastRefusals = Cache<(UserId, ChannelId), Sent>;

/// How long a refusal may be replaced: an interaction's token is good for 15 minutes.
const REPLACEABLE: Duration = Duration::from_secs(600);

/// Where something was said.
#[derive(Clone, Debug)]
pub(crate) enum Sent {
    /// In a message of its own.
    Message(MessageId),
    /// In the answer to the interaction with that token.
    Answer(String),
    /// In a message that followed such an answer.
    FollowUp(String, MessageId),
}

/// The refusals of a bot that has refused nothing yet.
pub(super) fn last_refusals() -> LastRefusals {
    Cache::builder().max_capacity(10_000).time_to_live(REPLACEABLE).build()
}

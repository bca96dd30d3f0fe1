//! What was last refused to each person in a channel: the next refusal takes its place, so that they don't pile up.

use std::time::Duration;

use moka::sync::Cache;
use poise::serenity_prelude as serenity;
use serenity::{ChannelId, Http, MessageId, UserId};

use super::Bot;
use crate::errors::without_address;

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

impl Bot {
    /// Notes what is refused, and removes what was refused to the same person in the channel before. If that fails, it
    /// stays.
    pub(crate) async fn replace_refusal(&self, http: &Http, user: UserId, channel: ChannelId, refused: Sent) {
        let former = self.refused.remove(&(user, channel));
        self.refused.insert((user, channel), refused);
        let removed = match former {
            None => return,
            Some(Sent::Message(message)) => http.delete_message(channel, message, None).await,
            Some(Sent::Answer(token)) => http.delete_original_interaction_response(&token).await,
            Some(Sent::FollowUp(token, message)) => http.delete_followup_message(&token, message).await,
        };
        if let Err(error) = removed {
            tracing::debug!(error = without_address(&error), "an earlier refusal stays");
        }
    }
}

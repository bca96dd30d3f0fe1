//! How the bot can post in conversations that it is not part of: the tokens that the database keeps.

use std::fmt;

use async_trait::async_trait;
use jiff::Timestamp;

use super::Stored;
use crate::{ChannelId, MatchId, MessageId};

/// How the bot can post in conversations that it is not part of: only by answering somebody who uses it there.
#[async_trait]
pub trait AnswerStore: Send + Sync {
    /// Notes what a token of a conversation is for. Forgets those with which no message can be edited anymore.
    async fn note_token(&self, channel: ChannelId, what_for: &[TokenFor], token: &AnswerToken) -> Stored<()>;
    /// A token of a conversation; it may have expired. `None` for [`TokenFor::Posting`] says that the bot is part of the
    /// conversation, as far as is known.
    async fn token(&self, channel: ChannelId, what_for: TokenFor) -> Stored<Option<AnswerToken>>;
    /// Makes the matches of a conversation due whose boards could not be shown. Returns them.
    async fn resume_in(&self, channel: ChannelId, now: Timestamp) -> Stored<Vec<MatchId>>;
}

/// What a token is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenFor {
    /// Posting: the token of the latest interaction.
    Posting,
    /// The message that the latest interaction was about, or led to: whoever used the bot is looking at it. It is the
    /// message with the same token.
    Focus,
    /// Editing a message.
    Message(MessageId),
}

/// What allows the bot to answer an interaction for a while.
#[derive(Clone, PartialEq, Eq)]
pub struct AnswerToken {
    /// The chat's own text; never shown or logged.
    pub secret: String,
    pub expires_at: Timestamp,
}

impl fmt::Debug for AnswerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerToken").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

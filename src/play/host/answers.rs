//! Conversations that the bot is not part of, such as group messages: it can only answer whoever uses it there.

use jiff::SignedDuration;

use super::Host;
use crate::play::ports::{AnswerToken, Stored};
use crate::play::{ChannelId, MessageId};

/// For how long the bot posts and edits with the token of an interaction. Discord accepts it for fifteen minutes.
const USED_FOR: SignedDuration = SignedDuration::from_mins(14);

impl Host {
    /// Notes that the bot can post in a conversation that it is not part of, with the token of an interaction there, and
    /// that it can edit the message whose control was used, if one was.
    pub async fn note_interaction(&self, channel: ChannelId, token: &str, used: Option<MessageId>) -> Stored<()> {
        let expires_at = self.ports.clock.now() + USED_FOR;
        let token = AnswerToken { secret: token.to_owned(), expires_at };
        if let Some(used) = used {
            self.ports.store.note_token(channel, Some(used), &token).await?;
        }
        self.ports.store.note_token(channel, None, &token).await
    }

    /// The same if a control of a private message was used. The interaction that led to that message was noted, and
    /// usually still counts: so whoever began there, by using a control of a board, goes on there.
    pub async fn note_private_interaction(&self, channel: ChannelId, token: &str) -> Stored<()> {
        let latest = self.ports.store.token(channel, None).await?;
        if latest.is_some_and(|it| it.expires_at > self.ports.clock.now()) {
            return Ok(());
        }
        self.note_interaction(channel, token, None).await
    }

    /// Whether the bot is known not to be part of a conversation.
    pub async fn is_outside(&self, channel: ChannelId) -> Stored<bool> {
        Ok(self.ports.store.token(channel, None).await?.is_some())
    }
}

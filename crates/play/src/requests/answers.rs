//! Conversations that the bot is not part of, such as group messages: it can only answer whoever uses it there.

use jiff::SignedDuration;

use super::host::Host;
use crate::ports::{AnswerToken, StoreResult, TokenFor};
use crate::{ChannelId, MessageId, Place};

/// For how long the bot posts and edits with the token of an interaction. Discord accepts it for fifteen minutes.
const USED_FOR: SignedDuration = SignedDuration::from_mins(14);

/// What an interaction was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InteractionUse {
    Command,
    /// A control of a message that everybody sees.
    Message(MessageId),
    /// A control of a private message, to which an earlier interaction had led.
    PrivateMessage,
}

impl Host {
    /// Notes that the bot can post in a conversation that it is not part of, with the token of an interaction there.
    /// Boards that could not be shown there are shown now.
    pub async fn note_interaction(&self, channel: ChannelId, token: &str, used: InteractionUse) -> StoreResult<()> {
        let now = self.ports.clock.now();
        let token = AnswerToken { secret: token.to_owned(), expires_at: now + USED_FOR };
        let what_for: &[TokenFor] = match used {
            InteractionUse::Command => &[TokenFor::Posting, TokenFor::Focus],
            InteractionUse::Message(message) => &[TokenFor::Posting, TokenFor::Focus, TokenFor::Message(message)],
            // Whoever chooses on in a private message is still looking at the board where that began.
            InteractionUse::PrivateMessage => &[TokenFor::Posting],
        };
        self.ports.store.note_token(channel, what_for, &token).await?;
        for owed in self.ports.store.resume_in(channel, now).await? {
            self.ports.due.wake(owed.into());
        }
        Ok(())
    }

    /// Whether something can be posted in a place now, as far as is known.
    pub(super) async fn can_post_in(&self, place: Place) -> StoreResult<bool> {
        if place.guild.is_some() {
            return Ok(true);
        }
        let token = self.ports.store.token(place.channel, TokenFor::Posting).await?;
        Ok(token.is_none_or(|it| it.expires_at > self.ports.clock.now()))
    }
}

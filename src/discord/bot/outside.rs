//! Conversations that the bot is not part of, such as group messages. Discord lets it answer interactions there and
//! nothing else, so boards are further answers to the latest interaction (`announce/outside.rs`).

use poise::serenity_prelude as serenity;
use serenity::{InteractionContext, MessageFlags};

use super::{Bot, Context};
use crate::play::{ChannelId, MessageId};

/// Whether an interaction comes from a conversation that the bot is not part of.
pub(in crate::discord) fn is_outside(context: Option<InteractionContext>) -> bool {
    context == Some(InteractionContext::PrivateChannel)
}

/// The same of a command.
pub(in crate::discord) fn is_given_outside(ctx: Context<'_>) -> bool {
    matches!(ctx, Context::Application(application) if is_outside(application.interaction.context))
}

impl Bot {
    /// Notes that boards can be posted with the token of an interaction in such a conversation. It must have been
    /// acknowledged already, but not by promising an answer, because Discord would take the board for that answer.
    pub async fn note_interaction(
        &self,
        channel: serenity::ChannelId,
        token: &str,
        message: Option<&serenity::Message>,
    ) {
        let channel = ChannelId(channel.get());
        let is_private = |it: &serenity::Message| it.flags.is_some_and(|it| it.contains(MessageFlags::EPHEMERAL));
        let noted = match message {
            Some(private) if is_private(private) => self.host.note_private_interaction(channel, token).await,
            used => self.host.note_interaction(channel, token, used.map(|it| MessageId(it.id.get()))).await,
        };
        if let Err(error) = noted {
            tracing::warn!(%error, "nothing can be posted in a conversation that the bot is not part of");
        }
    }
}

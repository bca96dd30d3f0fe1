//! Conversations that the bot is not part of, such as group messages. Discord lets it answer interactions there and
//! nothing else, so boards are further answers to the latest interaction (`announce/outside.rs`).

use poise::serenity_prelude as serenity;
use serenity::{InteractionContext, MessageFlags};

use super::{Bot, Context};
use play::ports::Stored;
use play::{ChannelId, MessageId, Used};

/// Whether an interaction comes from a conversation that the bot is not part of.
pub(crate) fn is_outside(context: Option<InteractionContext>) -> bool {
    context == Some(InteractionContext::PrivateChannel)
}

/// The same of a command.
pub(crate) fn is_given_outside(ctx: Context<'_>) -> bool {
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
    ) -> Stored<()> {
        let is_private = |it: &serenity::Message| it.flags.is_some_and(|it| it.contains(MessageFlags::EPHEMERAL));
        let used = match message {
            None => Used::Command,
            Some(private) if is_private(private) => Used::PrivateMessage,
            Some(public) => Used::Message(MessageId(public.id.get())),
        };
        self.host.note_interaction(ChannelId(channel.get()), token, used).await
    }
}

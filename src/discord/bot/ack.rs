//! Controls are acknowledged before anything else is done, so that Discord never says "interaction failed".

use poise::serenity_prelude as serenity;
use serenity::{
    ComponentInteraction, CreateInteractionResponse, CreateInteractionResponseMessage, EditInteractionResponse, Http,
    HttpError,
};

use super::Bot;
use crate::discord::errors::{CommandError, without_address};
use crate::discord::views::View;
use crate::egress::codes::ACKNOWLEDGED;

/// Whether an interaction could not be acknowledged because it already was.
pub(in crate::discord) fn is_acknowledged(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == ACKNOWLEDGED)
}

/// Whether Discord may have taken an acknowledgment that failed. Then the person may be waiting for an answer, and is to
/// be told that nothing was done.
pub(in crate::discord) fn may_be_acknowledged(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.status_code.is_server_error())
}

/// A control that has been acknowledged, and that this process is to act on.
pub(in crate::discord) struct Acknowledged<'a> {
    http: &'a Http,
    interaction: &'a ComponentInteraction,
    bot: &'a Bot,
    /// Whether Discord shows that an answer is coming, instead of waiting for a change of the message.
    waiting: bool,
}

impl<'a> Acknowledged<'a> {
    /// Acknowledges a control that changes the message above it, or nothing.
    pub async fn silently(
        http: &'a Http,
        interaction: &'a ComponentInteraction,
        bot: &'a Bot,
    ) -> Result<Self, CommandError> {
        let acknowledged = interaction.create_response(http, CreateInteractionResponse::Acknowledge).await;
        bot.claim(interaction.id.get(), acknowledged).await?;
        Ok(Self { http, interaction, bot, waiting: false })
    }

    /// Acknowledges a control whose answer only the person who pressed it sees.
    pub async fn privately(
        http: &'a Http,
        interaction: &'a ComponentInteraction,
        bot: &'a Bot,
    ) -> Result<Self, CommandError> {
        let waiting = CreateInteractionResponseMessage::new().ephemeral(true);
        let acknowledged = interaction.create_response(http, CreateInteractionResponse::Defer(waiting)).await;
        bot.claim(interaction.id.get(), acknowledged).await?;
        Ok(Self { http, interaction, bot, waiting: true })
    }

    /// Tells something to the person who pressed the control, and to nobody else.
    pub async fn whisper(&self, view: View) -> serenity::Result<()> {
        let view = self.bot.named(view).await;
        if self.waiting {
            let answer = view.edit_response_all(self.bot.database);
            return self.interaction.edit_response(self.http, answer).await.map(drop);
        }
        self.interaction.create_followup(self.http, view.whisper(self.bot.database)).await.map(drop)
    }

    /// Confirms that something was done, to the person who pressed the control. It stays done even if the confirmation
    /// fails, so nobody is asked to try again.
    pub async fn confirm_beside(&self, view: View) {
        if let Err(error) = self.whisper(view).await {
            tracing::warn!(error = without_address(&error), "what was done could not be told");
        }
    }

    /// Changes the message above the control.
    pub async fn change(&self, edit: EditInteractionResponse) -> serenity::Result<()> {
        debug_assert!(!self.waiting);
        self.interaction.edit_response(self.http, edit).await.map(drop)
    }

    /// Confirms that something was done, in place of the message above the control. It stays done even if the
    /// confirmation fails, so nobody is asked to try again.
    pub async fn confirm(&self, view: View) {
        let view = self.bot.named(view).await;
        if let Err(error) = self.change(view.edit_response_all(self.bot.database)).await {
            tracing::warn!(error = without_address(&error), "what was done could not be told");
        }
    }
}

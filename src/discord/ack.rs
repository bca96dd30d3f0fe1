//! Controls are acknowledged before anything else is done, so that Discord never says "interaction failed".

use poise::serenity_prelude as serenity;
use serenity::{
    ComponentInteraction, CreateInteractionResponse, CreateInteractionResponseMessage, EditInteractionResponse, Http,
    HttpError,
};

use super::view::View;
use crate::egress::ACKNOWLEDGED;
use crate::play::DatabaseId;

/// Whether an interaction could not be acknowledged because it was already.
pub(super) fn is_acknowledged(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == ACKNOWLEDGED)
}

/// A control that has been acknowledged.
pub(super) struct Acknowledged<'a> {
    http: &'a Http,
    interaction: &'a ComponentInteraction,
    /// Whose rows the controls of its answers are about.
    database: DatabaseId,
    /// Whether an answer of its own is being waited for, rather than a change of the message.
    waiting: bool,
}

impl<'a> Acknowledged<'a> {
    /// Acknowledges a control that changes the message it stands under, or nothing.
    pub async fn silently(
        http: &'a Http,
        interaction: &'a ComponentInteraction,
        database: DatabaseId,
    ) -> serenity::Result<Self> {
        interaction.create_response(http, CreateInteractionResponse::Acknowledge).await?;
        Ok(Self { http, interaction, database, waiting: false })
    }

    /// Acknowledges a control that is answered for its presser alone.
    pub async fn privately(
        http: &'a Http,
        interaction: &'a ComponentInteraction,
        database: DatabaseId,
    ) -> serenity::Result<Self> {
        let waiting = CreateInteractionResponseMessage::new().ephemeral(true);
        interaction.create_response(http, CreateInteractionResponse::Defer(waiting)).await?;
        Ok(Self { http, interaction, database, waiting: true })
    }

    /// Tells something to the person who pressed the control, and to nobody else.
    pub async fn whisper(&self, view: View) -> serenity::Result<()> {
        self.interaction.create_followup(self.http, view.whisper(self.database)).await.map(drop)
    }

    /// Changes the message under which the control stands.
    pub async fn change(&self, edit: EditInteractionResponse) -> serenity::Result<()> {
        debug_assert!(!self.waiting);
        self.interaction.edit_response(self.http, edit).await.map(drop)
    }

    /// Tells that something has been done, in place of the message under which the control stands. It stays done where
    /// that cannot be told, so nobody is asked to try again.
    pub async fn confirm(&self, view: View) {
        if let Err(error) = self.change(view.edit_response(self.database)).await {
            tracing::warn!(error = &error as &dyn std::error::Error, "what was done could not be told");
        }
    }
}

//! Controls are acknowledged before anything else is done, so that Discord never says "interaction failed".

use poise::serenity_prelude as serenity;
use serenity::{
    ActionRowComponent, ComponentInteraction, ComponentInteractionDataKind, ComponentType, CreateActionRow,
    CreateButton, CreateInteractionResponse, CreateInteractionResponseMessage, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, EditInteractionResponse, Http, HttpError, SelectMenu,
};

use super::Bot;
use super::refused::Refused;
use crate::errors::{CommandError, without_address};
use crate::views::View;
use egress::codes::ACKNOWLEDGED;

/// Whether an interaction could not be acknowledged because it already was.
pub(crate) fn is_acknowledged(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == ACKNOWLEDGED)
}

/// Whether Discord may have taken an acknowledgment that failed. Then the person may be waiting for an answer, and is to
/// be told that nothing was done.
pub(crate) fn may_be_acknowledged(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.status_code.is_server_error())
}

/// The controls of the message in which something was chosen from a menu, as the message has them; `None` if it was
/// something else.
fn redrawn(interaction: &ComponentInteraction) -> Option<Vec<CreateActionRow>> {
    let row = |parts: &[ActionRowComponent]| match parts {
        [ActionRowComponent::SelectMenu(menu)] => Some(CreateActionRow::SelectMenu(again(menu)?)),
        buttons => {
            let button = |it: &ActionRowComponent| match it {
                ActionRowComponent::Button(button) => Some(CreateButton::from(button.clone())),
                _ => None,
            };
            Some(CreateActionRow::Buttons(buttons.iter().map(button).collect::<Option<_>>()?))
        }
    };
    matches!(interaction.data.kind, ComponentInteractionDataKind::StringSelect { .. })
        .then(|| interaction.message.components.iter().map(|it| row(&it.components)).collect())?
}

/// A menu as it is; `None` if it is not one of options.
fn again(menu: &SelectMenu) -> Option<CreateSelectMenu> {
    let option = |it: &serenity::SelectMenuOption| {
        let option = CreateSelectMenuOption::new(&it.label, &it.value).default_selection(it.default);
        it.description.iter().fold(option, |option, text| option.description(text))
    };
    let kind = CreateSelectMenuKind::String { options: menu.options.iter().map(option).collect() };
    let again = CreateSelectMenu::new(menu.custom_id.clone()?, kind);
    let again = menu.placeholder.iter().fold(again, |again, text| again.placeholder(text));
    (menu.kind == ComponentType::StringSelect).then_some(again)
}

/// A control that has been acknowledged, and that this process is to act on.
pub(crate) struct Acknowledged<'a> {
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

    /// Refuses what the control was to do, in place of what was last refused to the same person there.
    pub async fn refuse(&self, view: View) -> serenity::Result<()> {
        let (http, bot, interaction) = (self.http, self.bot, self.interaction);
        let (view, token) = (bot.named(view).await, interaction.token.clone());
        let refused = if self.waiting {
            interaction.edit_response(http, view.edit_response_all(bot.database)).await?;
            Refused::Answer(token)
        } else {
            Refused::FollowUp(token, interaction.create_followup(http, view.whisper(bot.database)).await?.id)
        };
        bot.replace_refusal(http, interaction.user.id, interaction.channel_id, refused).await;
        Ok(())
    }

    /// Draws the menus above again as the message has them: otherwise clients would still show what was chosen, and
    /// choosing that once more would send nothing.
    pub async fn redraw(&self) {
        let Some(rows) = redrawn(self.interaction) else { return };
        if let Err(error) = self.change(EditInteractionResponse::new().components(rows)).await {
            tracing::warn!(error = without_address(&error), "a menu still shows what was chosen");
        }
    }

    /// Whether an answer is promised that nobody has given yet.
    pub fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// Removes the message above the control, which only the person who used it sees.
    pub async fn dismiss(&self) {
        if let Err(error) = self.interaction.delete_response(self.http).await {
            tracing::warn!(error = without_address(&error), "what is no longer needed stays");
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

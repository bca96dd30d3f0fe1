//! Views as Discord's types, in a language: nothing else among the views knows them.

use poise::serenity_prelude as serenity;
use serenity::{
    ActionRowComponent, ButtonKind, ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateButton, CreateEmbed, CreateEmbedFooter, CreateInputText, CreateInteractionResponseFollowup, CreateMessage,
    CreateModal, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments,
    EditInteractionResponse, EditMessage, InputTextStyle, MessageFlags, Nonce,
};

use super::view::{Button, ButtonAction, Embed, Form, Picture, Row, SelectMenu, SelectOption, Style, View};
use crate::controls::Control;
use play::DatabaseId;
use texts::{Locale, Text};

/// The color at the side of every embed.
const COLOR: u32 = 0xb5_7b_3a;

/// Discord's limit for the labels and descriptions of options, and of the choices of autocompletion.
const MAX_OPTION_CHARS: usize = 100;

/// The text of an option, shortened to what Discord takes.
pub(crate) fn option_text(text: &Text, locale: Locale) -> String {
    text.in_locale(locale).chars().take(MAX_OPTION_CHARS).collect()
}

impl View {
    /// As a message of the bot. If it is sent twice with the same nonce, it appears once.
    pub fn message(self, database: DatabaseId, locale: Locale, nonce: Option<String>) -> CreateMessage {
        let mut message =
            CreateMessage::new().allowed_mentions(self.mentions()).components(self.rows(database, locale));
        let content = self.content.in_locale(locale);
        if self.is_silent {
            message = message.flags(MessageFlags::SUPPRESS_NOTIFICATIONS);
        }
        if !content.is_empty() {
            message = message.content(content);
        }
        if let Some(embed) = self.embed {
            message = message.embed(embed.create(locale));
        }
        if let Some(picture) = self.picture {
            message = message.add_file(picture.attachment(locale));
        }
        match nonce {
            Some(nonce) => message.nonce(Nonce::String(nonce)).enforce_nonce(true),
            None => message,
        }
    }

    /// As a message that follows the answer to an interaction, or as an edit of everything that such a message shows.
    pub fn follow_up(self, database: DatabaseId, locale: Locale) -> CreateInteractionResponseFollowup {
        let mut message = CreateInteractionResponseFollowup::new();
        message = message.allowed_mentions(self.mentions()).components(self.rows(database, locale));
        let content = self.content.in_locale(locale);
        if self.is_silent {
            message = message.flags(MessageFlags::SUPPRESS_NOTIFICATIONS);
        }
        if !content.is_empty() {
            message = message.content(content);
        }
        if let Some(embed) = self.embed {
            message = message.add_embed(embed.create(locale));
        }
        match self.picture {
            Some(picture) => message.add_file(picture.attachment(locale)),
            None => message,
        }
    }

    /// As an edit of a message's text and controls.
    pub fn edit(self, database: DatabaseId, locale: Locale) -> EditMessage {
        let edit = EditMessage::new().allowed_mentions(self.mentions()).components(self.rows(database, locale));
        edit.content(self.content.in_locale(locale))
    }

    /// As an edit of everything that a message shows, its picture included.
    pub fn edit_all(mut self, database: DatabaseId, locale: Locale) -> EditMessage {
        let files = files(self.picture.take(), locale);
        self.edit(database, locale).attachments(files)
    }

    /// As an edit of everything in the answer to an interaction, or in the message whose control was pressed.
    pub fn edit_response(mut self, database: DatabaseId, locale: Locale) -> EditInteractionResponse {
        let files = files(self.picture.take(), locale);
        let rows = self.rows(database, locale);
        let edit = EditInteractionResponse::new().allowed_mentions(self.mentions()).components(rows).attachments(files);
        let embeds = self.embed.map(|it| it.create(locale)).into_iter().collect();
        edit.embeds(embeds).content(self.content.in_locale(locale))
    }

    fn mentions(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new().users(self.pings.iter().map(|it| serenity::UserId::new(it.0)))
    }

    fn rows(&self, database: DatabaseId, locale: Locale) -> Vec<CreateActionRow> {
        let row = |it: &Row| match it {
            Row::Buttons(buttons) => {
                CreateActionRow::Buttons(buttons.iter().map(|it| it.create(database, locale)).collect())
            }
            Row::Menu(menu) => CreateActionRow::SelectMenu(menu.create(database, locale)),
        };
        self.rows.iter().map(row).collect()
    }
}

impl Form {
    /// As a form that belongs to the control with that `custom_id`.
    pub fn create(&self, custom_id: &str, locale: Locale) -> CreateModal {
        let field = CreateInputText::new(InputTextStyle::Short, self.label.in_locale(locale), self.field);
        let field = field.max_length(self.max_chars).required(true);
        CreateModal::new(custom_id, self.title.in_locale(locale)).components(vec![CreateActionRow::InputText(field)])
    }
}

impl Button {
    fn create(&self, database: DatabaseId, locale: Locale) -> CreateButton {
        let label = self.label.in_locale(locale);
        match &self.action {
            ButtonAction::Control(control, style) => {
                let style = match style {
                    Style::Primary => ButtonStyle::Primary,
                    Style::Secondary => ButtonStyle::Secondary,
                    Style::Success => ButtonStyle::Success,
                    Style::Danger => ButtonStyle::Danger,
                };
                CreateButton::new(control.custom_id(database)).label(label).style(style)
            }
            ButtonAction::Link(address) => CreateButton::new_link(address).label(label),
        }
    }
}

impl SelectMenu {
    fn create(&self, database: DatabaseId, locale: Locale) -> CreateSelectMenu {
        let option = |it: &SelectOption| {
            let option = CreateSelectMenuOption::new(option_text(&it.label, locale), &it.value);
            let option = option.default_selection(it.is_chosen);
            let description = option_text(&it.description, locale);
            if description.is_empty() { option } else { option.description(description) }
        };
        let kind = CreateSelectMenuKind::String { options: self.options.iter().map(option).collect() };
        let menu = CreateSelectMenu::new(self.control.custom_id(database), kind);
        let placeholder = self.placeholder.in_locale(locale);
        if placeholder.is_empty() { menu } else { menu.placeholder(placeholder) }
    }
}

impl Embed {
    fn create(self, locale: Locale) -> CreateEmbed {
        let embed = CreateEmbed::new().title(self.title.in_locale(locale)).colour(COLOR);
        let fields = self.fields.iter().map(|(title, text)| (title.in_locale(locale), text.in_locale(locale), false));
        let embed = embed.fields(fields);
        let (text, footer) = (self.text.in_locale(locale), self.footer.in_locale(locale));
        let embed = if text.is_empty() { embed } else { embed.description(text) };
        if footer.is_empty() { embed } else { embed.footer(CreateEmbedFooter::new(footer)) }
    }
}

impl Picture {
    fn attachment(self, locale: Locale) -> CreateAttachment {
        CreateAttachment::bytes(self.file, self.name).description(self.alt.in_locale(locale))
    }
}

/// The files of an edited message; without a picture, it loses the one that it had.
fn files(picture: Option<Picture>, locale: Locale) -> EditAttachments {
    picture.into_iter().fold(EditAttachments::new(), |files, it| files.add(it.attachment(locale)))
}

/// The controls in a message of the bot, and the values of their options, as far as they belong to a database.
pub(crate) fn controls_in(message: &serenity::Message, database: DatabaseId) -> Vec<(Control, Vec<String>)> {
    let read = |part: &ActionRowComponent| {
        let (custom_id, values) = match part {
            ActionRowComponent::Button(button) => match &button.data {
                ButtonKind::NonLink { custom_id, .. } => (custom_id, Vec::new()),
                _ => return None,
            },
            ActionRowComponent::SelectMenu(menu) => {
                (menu.custom_id.as_ref()?, menu.options.iter().map(|it| it.value.clone()).collect())
            }
            _ => return None,
        };
        Some((Control::read(custom_id, database).ok()?, values))
    };
    message.components.iter().flat_map(|it| &it.components).filter_map(read).collect()
}

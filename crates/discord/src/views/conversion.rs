//! Views as Discord's types, in a language: nothing else among the views knows them.

use poise::serenity_prelude as serenity;
use serenity::{
    ActionRowComponent, ButtonKind, ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateButton, CreateEmbed, CreateEmbedFooter, CreateInputText, CreateInteractionResponseFollowup, CreateMessage,
    CreateModal, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments,
    EditInteractionResponse, EditMessage, InputTextStyle, MessageFlags, Nonce,
};

use super::view::{
    Button, ButtonAction, Embed, Form, FormField, MAX_LABEL_CHARS, MAX_OPTION_CHARS, Row, SelectMenu, SelectOption,
    Style, View,
};
use crate::controls::Control;
use play::DatabaseId;
use texts::{Locale, Text};

/// The color at the side of every embed.
const COLOR: u32 = 0xb5_7b_3a;

/// The text of an option, shortened to what Discord takes.
pub(crate) fn option_text(text: &Text, locale: Locale) -> String {
    text.in_locale(locale).chars().take(MAX_OPTION_CHARS).collect()
}

/// How views are made into Discord's types: for controls of this database, in this language.
#[derive(Clone, Copy)]
pub(crate) struct Rendering {
    pub database: DatabaseId,
    pub locale: Locale,
}

/// A view in Discord's types.
struct Parts {
    content: String,
    embeds: Vec<CreateEmbed>,
    file: Option<CreateAttachment>,
    rows: Vec<CreateActionRow>,
    mentions: CreateAllowedMentions,
    flags: MessageFlags,
}

impl View {
    fn render(self, with: Rendering) -> Parts {
        let silent = if self.is_silent { MessageFlags::SUPPRESS_NOTIFICATIONS } else { MessageFlags::empty() };
        Parts {
            content: with.words(&self.content),
            embeds: self.embed.iter().map(|it| with.embed(it)).collect(),
            file: self.picture.map(|it| CreateAttachment::bytes(it.file, it.name).description(with.words(&it.alt))),
            rows: self.rows.iter().map(|it| with.row(it)).collect(),
            mentions: CreateAllowedMentions::new().users(self.pings.iter().map(|it| serenity::UserId::new(it.0))),
            flags: silent,
        }
    }

    /// As a message of the bot. If it is sent twice with the same nonce, it appears once.
    pub fn message(self, with: Rendering, nonce: Option<String>) -> CreateMessage {
        let Parts { content, embeds, file, rows, mentions, flags } = self.render(with);
        let message = CreateMessage::new().content(content).embeds(embeds).add_files(file).components(rows);
        let message = message.allowed_mentions(mentions).flags(flags);
        match nonce {
            Some(nonce) => message.nonce(Nonce::String(nonce)).enforce_nonce(true),
            None => message,
        }
    }

    /// As a message that follows the answer to an interaction, or as an edit of everything that such a message shows.
    pub fn follow_up(self, with: Rendering) -> CreateInteractionResponseFollowup {
        let Parts { content, embeds, file, rows, mentions, flags } = self.render(with);
        let message = CreateInteractionResponseFollowup::new().content(content).embeds(embeds).files(file);
        message.components(rows).allowed_mentions(mentions).flags(flags)
    }

    /// As an edit of a message's text and controls.
    pub fn edit(self, with: Rendering) -> EditMessage {
        let Parts { content, rows, mentions, .. } = self.render(with);
        EditMessage::new().content(content).components(rows).allowed_mentions(mentions)
    }

    /// As an edit of everything that a message shows. Without a picture, it loses the one that it had.
    pub fn edit_all(self, with: Rendering) -> EditMessage {
        let Parts { content, file, rows, mentions, .. } = self.render(with);
        EditMessage::new().content(content).components(rows).allowed_mentions(mentions).attachments(attachments(file))
    }

    /// The same for the answer to an interaction, or the message whose control was pressed.
    pub fn edit_response(self, with: Rendering) -> EditInteractionResponse {
        let Parts { content, embeds, file, rows, mentions, .. } = self.render(with);
        let edit = EditInteractionResponse::new().content(content).embeds(embeds).attachments(attachments(file));
        edit.components(rows).allowed_mentions(mentions)
    }
}

fn attachments(file: Option<CreateAttachment>) -> EditAttachments {
    file.into_iter().fold(EditAttachments::new(), EditAttachments::add)
}

impl Rendering {
    fn words(self, text: &Text) -> String {
        text.in_locale(self.locale)
    }

    fn embed(self, embed: &Embed) -> CreateEmbed {
        let fields = embed.fields.iter().map(|(title, text)| (self.words(title), self.words(text), false));
        let created = CreateEmbed::new().title(self.words(&embed.title)).fields(fields).colour(COLOR);
        let (text, footer) = (self.words(&embed.text), self.words(&embed.footer));
        let created = if text.is_empty() { created } else { created.description(text) };
        if footer.is_empty() { created } else { created.footer(CreateEmbedFooter::new(footer)) }
    }

    fn row(self, row: &Row) -> CreateActionRow {
        match row {
            Row::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().map(|it| self.button(it)).collect()),
            Row::Menu(menu) => CreateActionRow::SelectMenu(self.menu(menu)),
        }
    }

    fn button(self, button: &Button) -> CreateButton {
        let created = match &button.action {
            ButtonAction::Control(control, style) => {
                CreateButton::new(control.custom_id(self.database)).style(match style {
                    Style::Primary => ButtonStyle::Primary,
                    Style::Secondary => ButtonStyle::Secondary,
                    Style::Success => ButtonStyle::Success,
                    Style::Danger => ButtonStyle::Danger,
                })
            }
            ButtonAction::Link(address) => CreateButton::new_link(address),
        };
        let created = if button.is_enabled { created } else { created.disabled(true) };
        created.label(self.words(&button.label))
    }

    fn menu(self, menu: &SelectMenu) -> CreateSelectMenu {
        let option = |it: &SelectOption| {
            let option = CreateSelectMenuOption::new(option_text(&it.label, self.locale), &it.value);
            let (option, description) =
                (option.default_selection(it.is_chosen), option_text(&it.description, self.locale));
            if description.is_empty() { option } else { option.description(description) }
        };
        let options = menu.options.iter().map(option).collect();
        let created =
            CreateSelectMenu::new(menu.control.custom_id(self.database), CreateSelectMenuKind::String { options });
        let placeholder = self.words(&menu.placeholder);
        if placeholder.is_empty() { created } else { created.placeholder(placeholder) }
    }
}

impl Form {
    /// As a form that belongs to the control with that `custom_id`.
    pub fn create(&self, custom_id: &str, locale: Locale) -> CreateModal {
        let words = |text: &Text, most| text.in_locale(locale).chars().take(most).collect::<String>();
        let row = |field: &FormField| {
            let input = CreateInputText::new(InputTextStyle::Short, words(&field.label, MAX_LABEL_CHARS), field.name);
            let input = input.max_length(field.max_chars).required(field.is_required);
            let placeholder = words(&field.placeholder, MAX_OPTION_CHARS);
            CreateActionRow::InputText(if placeholder.is_empty() { input } else { input.placeholder(placeholder) })
        };
        let rows = self.fields.iter().map(row).collect();
        CreateModal::new(custom_id, words(&self.title, MAX_LABEL_CHARS)).components(rows)
    }
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

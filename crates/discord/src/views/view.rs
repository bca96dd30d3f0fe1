//! A message as plain data, and its conversion to Discord's types: nothing else among the views knows them.

use poise::serenity_prelude as serenity;
use serenity::{
    ActionRowComponent, ButtonKind, ButtonStyle, CreateActionRow, CreateAllowedMentions, CreateAttachment,
    CreateButton, CreateEmbed, CreateEmbedFooter, CreateInteractionResponseFollowup, CreateMessage, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditAttachments, EditInteractionResponse, EditMessage, MessageFlags,
    Nonce,
};

use crate::controls::Control;
use play::{DatabaseId, UserId};
use texts::say;

/// Discord's limit for the options of a menu, and for the choices of autocompletion.
pub(crate) const MAX_OPTIONS: usize = 25;

/// Discord's limit for the buttons of a row.
const MAX_BUTTONS_PER_ROW: usize = 5;

/// The color at the side of every embed.
const COLOR: u32 = 0xb5_7b_3a;

/// What a person is to see.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    pub content: String,
    pub embed: Option<Embed>,
    pub picture: Option<Picture>,
    pub rows: Vec<Row>,
    /// Who is notified; others who are mentioned are not.
    pub pings: Vec<UserId>,
    /// Whether the notification makes no sound.
    pub is_silent: bool,
}

/// A text in a box of its own; what is empty is left out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Embed {
    pub title: String,
    pub text: String,
    /// Titles and texts of its sections.
    pub fields: Vec<(String, String)>,
    pub footer: String,
}

/// A picture with its alt text, or another file.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub file: Vec<u8>,
    pub name: String,
    pub alt: String,
}

/// A row of controls.
#[derive(Clone, Debug)]
pub(crate) enum Row {
    Buttons(Vec<Button>),
    Menu(SelectMenu),
}

#[derive(Clone, Debug)]
pub(crate) struct Button {
    pub label: String,
    pub action: ButtonAction,
}

/// What pressing a button does.
#[derive(Clone, Debug)]
pub(crate) enum ButtonAction {
    Control(Control, Style),
    /// Open a web address.
    Link(String),
}

/// What a button looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    Primary,
    Secondary,
    Success,
    Danger,
}

/// A menu of which one option is chosen.
#[derive(Clone, Debug)]
pub(crate) struct SelectMenu {
    pub control: Control,
    pub placeholder: String,
    pub options: Vec<SelectOption>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct SelectOption {
    pub label: String,
    pub value: String,
    pub description: String,
    /// Whether it is shown as chosen.
    pub is_chosen: bool,
}

impl View {
    /// A view of text only.
    pub fn text(content: impl Into<String>) -> Self {
        Self { content: content.into(), ..Self::default() }
    }

    /// A view of one embed.
    pub fn embed(embed: Embed) -> Self {
        Self { embed: Some(embed), ..Self::default() }
    }

    /// The view with a button below that has the label of a key.
    pub fn with_button(self, control: Control, key: &str, style: Style) -> Self {
        self.with_buttons([Button::new(control, key, style)])
    }

    /// The view with these buttons below, in as few rows as possible.
    pub fn with_buttons(mut self, buttons: impl IntoIterator<Item = Button>) -> Self {
        let buttons: Vec<Button> = buttons.into_iter().collect();
        self.rows.extend(buttons.chunks(MAX_BUTTONS_PER_ROW).map(|it| Row::Buttons(it.to_vec())));
        self
    }

    /// The view with a menu below, unless there is nothing to choose.
    pub fn with_menu(mut self, menu: SelectMenu) -> Self {
        self.rows.extend((!menu.options.is_empty()).then_some(Row::Menu(menu)));
        self
    }
}

impl Button {
    /// A button with the label of a key.
    pub fn new(control: Control, key: &str, style: Style) -> Self {
        Self::labeled(control, say(key, &[]), style)
    }

    /// A button with a label of its own.
    pub fn labeled(control: Control, label: String, style: Style) -> Self {
        Self { label, action: ButtonAction::Control(control, style) }
    }

    /// A button that opens a web address, with the label of a key.
    pub fn link(address: String, key: &str) -> Self {
        Self { label: say(key, &[]), action: ButtonAction::Link(address) }
    }
}

impl SelectOption {
    pub fn new(label: impl Into<String>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: value.into(), ..Self::default() }
    }
}

/// The conversions.
impl View {
    /// As a message of the bot. If it is sent twice with the same nonce, it appears once.
    pub fn message(self, database: DatabaseId, nonce: Option<String>) -> CreateMessage {
        let mut message = CreateMessage::new().allowed_mentions(self.mentions()).components(self.rows(database));
        if self.is_silent {
            message = message.flags(MessageFlags::SUPPRESS_NOTIFICATIONS);
        }
        if !self.content.is_empty() {
            message = message.content(self.content);
        }
        if let Some(embed) = self.embed {
            message = message.embed(embed.create());
        }
        if let Some(picture) = self.picture {
            message = message.add_file(picture.attachment());
        }
        match nonce {
            Some(nonce) => message.nonce(Nonce::String(nonce)).enforce_nonce(true),
            None => message,
        }
    }

    /// As something that only the person who pressed a control sees.
    pub fn ephemeral(self, database: DatabaseId) -> CreateInteractionResponseFollowup {
        self.follow_up(database).ephemeral(true)
    }

    /// As a message that follows the answer to an interaction, or as an edit of everything that such a message shows.
    pub fn follow_up(self, database: DatabaseId) -> CreateInteractionResponseFollowup {
        let (mentions, rows) = (self.mentions(), self.rows(database));
        let mut message = CreateInteractionResponseFollowup::new().allowed_mentions(mentions).components(rows);
        if self.is_silent {
            message = message.flags(MessageFlags::SUPPRESS_NOTIFICATIONS);
        }
        if !self.content.is_empty() {
            message = message.content(self.content);
        }
        if let Some(embed) = self.embed {
            message = message.add_embed(embed.create());
        }
        match self.picture {
            Some(picture) => message.add_file(picture.attachment()),
            None => message,
        }
    }

    /// As an edit of a message's text and controls.
    pub fn edit(self, database: DatabaseId) -> EditMessage {
        let edit = EditMessage::new().allowed_mentions(self.mentions()).components(self.rows(database));
        edit.content(self.content)
    }

    /// As an edit of everything that a message shows, its picture included.
    pub fn edit_all(mut self, database: DatabaseId) -> EditMessage {
        let files = files(self.picture.take());
        self.edit(database).attachments(files)
    }

    /// As an edit of the text and controls of the message whose control was pressed.
    pub fn edit_response(self, database: DatabaseId) -> EditInteractionResponse {
        let edit = EditInteractionResponse::new().allowed_mentions(self.mentions()).components(self.rows(database));
        edit.embeds(self.embed.map(Embed::create).into_iter().collect()).content(self.content)
    }

    /// As an edit of everything in the message whose control was pressed.
    pub fn edit_response_all(mut self, database: DatabaseId) -> EditInteractionResponse {
        let files = files(self.picture.take());
        self.edit_response(database).attachments(files)
    }

    fn mentions(&self) -> CreateAllowedMentions {
        CreateAllowedMentions::new().users(self.pings.iter().map(|it| serenity::UserId::new(it.0)))
    }

    fn rows(&self, database: DatabaseId) -> Vec<CreateActionRow> {
        let row = |it: &Row| match it {
            Row::Buttons(buttons) => CreateActionRow::Buttons(buttons.iter().map(|it| it.create(database)).collect()),
            Row::Menu(menu) => CreateActionRow::SelectMenu(menu.create(database)),
        };
        self.rows.iter().map(row).collect()
    }
}

impl Button {
    fn create(&self, database: DatabaseId) -> CreateButton {
        match &self.action {
            ButtonAction::Control(control, style) => {
                let style = match style {
                    Style::Primary => ButtonStyle::Primary,
                    Style::Secondary => ButtonStyle::Secondary,
                    Style::Success => ButtonStyle::Success,
                    Style::Danger => ButtonStyle::Danger,
                };
                CreateButton::new(control.custom_id(database)).label(&self.label).style(style)
            }
            ButtonAction::Link(address) => CreateButton::new_link(address).label(&self.label),
        }
    }
}

impl SelectMenu {
    fn create(&self, database: DatabaseId) -> CreateSelectMenu {
        let option = |it: &SelectOption| {
            let option = CreateSelectMenuOption::new(&it.label, &it.value).default_selection(it.is_chosen);
            if it.description.is_empty() { option } else { option.description(&it.description) }
        };
        let kind = CreateSelectMenuKind::String { options: self.options.iter().map(option).collect() };
        let menu = CreateSelectMenu::new(self.control.custom_id(database), kind);
        if self.placeholder.is_empty() { menu } else { menu.placeholder(&self.placeholder) }
    }
}

impl Embed {
    fn create(self) -> CreateEmbed {
        let embed = CreateEmbed::new().title(self.title).colour(COLOR);
        let embed = embed.fields(self.fields.into_iter().map(|(title, text)| (title, text, false)));
        let embed = if self.text.is_empty() { embed } else { embed.description(self.text) };
        if self.footer.is_empty() { embed } else { embed.footer(CreateEmbedFooter::new(self.footer)) }
    }
}

impl Picture {
    fn attachment(self) -> CreateAttachment {
        CreateAttachment::bytes(self.file, self.name).description(self.alt)
    }
}

/// The files of an edited message; without a picture, it loses the one that it had.
fn files(picture: Option<Picture>) -> EditAttachments {
    picture.into_iter().fold(EditAttachments::new(), |files, it| files.add(it.attachment()))
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

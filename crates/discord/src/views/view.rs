//! A message as plain data, in no language yet. `conversion.rs` makes Discord's types of it.

use crate::controls::Control;
use play::UserId;
use texts::{Text, say};

/// Discord's limit for the options of a menu, and for the choices of autocompletion.
pub(crate) const MAX_OPTIONS: usize = 25;

/// Discord's limit for the text of a message.
pub(crate) const MAX_CONTENT_CHARS: usize = 2000;

/// How long a list in the text of a message may be, so that there's room for what stands around it.
pub(super) const MAX_LISTED_CHARS: usize = 1800;

/// Discord's limit for the label, the value, and the description of an option, for the choices of autocompletion, and for
/// the placeholders of a form.
pub(super) const MAX_OPTION_CHARS: usize = 100;

/// Discord's limit for the title of a form, and for the labels in it.
pub(super) const MAX_LABEL_CHARS: usize = 45;

/// Discord's limit for the buttons of a row.
const MAX_BUTTONS_PER_ROW: usize = 5;

/// What a person is to see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct View {
    pub content: Text,
    pub embed: Option<Embed>,
    pub picture: Option<Picture>,
    pub rows: Vec<Row>,
    /// Who is notified; others who are mentioned are not.
    pub pings: Vec<UserId>,
    /// Whether the notification makes no sound.
    pub is_silent: bool,
}

/// A text in a box of its own; what is empty is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Embed {
    pub title: Text,
    pub text: Text,
    /// Titles and texts of its sections.
    pub fields: Vec<(Text, Text)>,
    pub footer: Text,
}

/// A picture with its alt text, or another file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Picture {
    pub file: Vec<u8>,
    pub name: String,
    pub alt: Text,
}

/// A row of controls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Row {
    Buttons(Vec<Button>),
    Menu(SelectMenu),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Button {
    pub label: Text,
    pub action: ButtonAction,
    pub is_enabled: bool,
}

/// What pressing a button does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ButtonAction {
    Control(Control, Style),
    /// Open a web address.
    Link(String),
}

/// A form, into which something is typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    pub title: Text,
    /// At most five.
    pub fields: Vec<FormField>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FormField {
    /// What it is called by the program, and to people.
    pub name: &'static str,
    pub label: Text,
    /// What stands in it until something is typed.
    pub placeholder: Text,
    pub max_chars: u16,
    pub is_required: bool,
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SelectMenu {
    pub control: Control,
    pub placeholder: Text,
    pub options: Vec<SelectOption>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SelectOption {
    pub label: Text,
    pub value: String,
    pub description: Text,
    /// Whether it is shown as chosen.
    pub is_chosen: bool,
}

impl View {
    /// A view of text only.
    pub fn text(content: impl Into<Text>) -> Self {
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
    pub fn labeled(control: Control, label: Text, style: Style) -> Self {
        Self { label, action: ButtonAction::Control(control, style), is_enabled: true }
    }

    /// A button that opens a web address, with the label of a key.
    pub fn link(address: String, key: &str) -> Self {
        Self { label: say(key, &[]), action: ButtonAction::Link(address), is_enabled: true }
    }
}

impl SelectMenu {
    /// A menu with the placeholder of a key.
    pub fn new(control: Control, key: &str, options: impl IntoIterator<Item = SelectOption>) -> Self {
        Self { control, placeholder: say(key, &[]), options: options.into_iter().take(MAX_OPTIONS).collect() }
    }
}

impl SelectOption {
    pub fn new(label: impl Into<Text>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: value.into(), ..Self::default() }
    }
}

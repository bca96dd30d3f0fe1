//! Buttons, menus, inputs, and the rows they stand in.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What kinds of components there are, by Discord's numbers.
pub(crate) struct ComponentKind;

impl ComponentKind {
    /// A row of others.
    pub(crate) const ROW: u8 = 1;
    /// A button.
    pub(crate) const BUTTON: u8 = 2;
    /// A menu of texts.
    pub(crate) const MENU: u8 = 3;
    /// An input of a form.
    pub(crate) const INPUT: u8 = 4;
}

/// A component; which fields it has depends on its kind.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Component {
    /// Its kind.
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    /// What it is known by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) custom_id: Option<String>,
    /// What it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label: Option<String>,
    /// Whether it cannot be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) disabled: Option<bool>,
    /// The options of a menu.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<Vec<SelectOption>>,
    /// How many options must be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min_values: Option<usize>,
    /// How many options may be chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_values: Option<usize>,
    /// How many characters an input needs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min_length: Option<usize>,
    /// How many characters an input takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_length: Option<usize>,
    /// Whether an input must be filled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) required: Option<bool>,
    /// What stands in an input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<String>,
    /// The components of a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) components: Option<Vec<Component>>,
    /// Looks, and what the playground only passes on.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Component {
    /// The components of a row.
    pub(crate) fn parts(&self) -> &[Self] {
        self.components.as_deref().unwrap_or_default()
    }

    /// The options of a menu.
    pub(crate) fn options(&self) -> &[SelectOption] {
        self.options.as_deref().unwrap_or_default()
    }

    /// Whether it is known by this id.
    pub(crate) fn is(&self, custom_id: &str) -> bool {
        self.custom_id.as_deref() == Some(custom_id)
    }
}

/// An option of a menu.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct SelectOption {
    /// What choosing it means.
    pub(crate) value: String,
    /// Label, description and looks.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

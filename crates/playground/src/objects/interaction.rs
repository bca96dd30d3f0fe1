//! Interactions: what the bot is told when somebody uses a command, a button, a menu or a form.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::{ActingChannel, ActingMember, Attachment, Id, Message, Nothing, Owners, PartialGuild, PartialMember, User};

/// An interaction.
#[derive(Debug, Serialize)]
pub(crate) struct Interaction {
    pub(crate) id: Id,
    pub(crate) application_id: Id,
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) token: String,
    pub(crate) version: u8,
    pub(crate) channel_id: Id,
    pub(crate) data: InteractionData,
    pub(crate) app_permissions: String,
    pub(crate) locale: &'static str,
    pub(crate) entitlements: Nothing,
    pub(crate) entitlement_sku_ids: Nothing,
    pub(crate) authorizing_integration_owners: Owners,
    pub(crate) context: u8,
    pub(crate) attachment_size_limit: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) channel: Option<ActingChannel>,
    #[serde(flatten)]
    pub(crate) actor: Actor,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<Message>,
}

/// Who acts: a member of the guild, or a user in direct messages.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Actor {
    /// In the guild.
    Member { guild_id: Id, guild_locale: &'static str, guild: PartialGuild, member: Option<ActingMember> },
    /// In direct messages.
    User { user: Option<User> },
}

/// What an interaction is about.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum InteractionData {
    /// A command, or a wish for suggestions.
    Command(CommandData),
    /// A button or a menu.
    Component(ComponentData),
    /// A form.
    Modal(ModalData),
}

/// A command as it was given.
#[derive(Debug, Serialize)]
pub(crate) struct CommandData {
    pub(crate) id: Id,
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<GivenOption>,
    #[serde(skip_serializing_if = "Resolved::is_empty")]
    pub(crate) resolved: Resolved,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) guild_id: Option<Id>,
    /// The user or the message in whose context menu it was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target_id: Option<Id>,
}

/// An option as it was given, or a part of the command.
#[derive(Debug, Default, Serialize)]
pub(crate) struct GivenOption {
    pub(crate) name: String,
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) focused: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<Vec<GivenOption>>,
}

/// The objects behind the ids that were given.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Resolved {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) users: BTreeMap<Id, User>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) members: BTreeMap<Id, PartialMember>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) channels: BTreeMap<Id, ActingChannel>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) messages: BTreeMap<Id, Message>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) attachments: BTreeMap<Id, Attachment>,
}

impl Resolved {
    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        let Self { users, members, channels, messages, attachments } = self;
        let has_places = !channels.is_empty() || !messages.is_empty() || !attachments.is_empty();
        users.is_empty() && members.is_empty() && !has_places
    }
}

/// A button that was pressed, or a menu that was chosen from.
#[derive(Debug, Serialize)]
pub(crate) struct ComponentData {
    pub(crate) custom_id: String,
    pub(crate) component_type: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) values: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Resolved::is_empty")]
    pub(crate) resolved: Resolved,
}

/// A form that was sent.
#[derive(Debug, Serialize)]
pub(crate) struct ModalData {
    pub(crate) custom_id: String,
    pub(crate) components: Vec<FilledRow>,
}

/// A row of a form that was sent.
#[derive(Debug, Serialize)]
pub(crate) struct FilledRow {
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) components: [Filled; 1],
}

/// An input of a form that was sent.
#[derive(Debug, Serialize)]
pub(crate) struct Filled {
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) custom_id: String,
    pub(crate) value: String,
}

//! What messages tell of the interactions that they answer.

use serde::Serialize;

use super::super::ids::GUILD;
use super::{Id, User};

/// Through whom the app was allowed to act.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Owners {
    #[serde(rename = "0", skip_serializing_if = "Option::is_none")]
    guild_install: Option<Id>,
    #[serde(rename = "1", skip_serializing_if = "Option::is_none")]
    user_install: Option<Id>,
}

impl Owners {
    /// The guild, or nobody in direct messages.
    pub(crate) fn new(in_guild: bool) -> Self {
        Self { guild_install: Some(Id(if in_guild { GUILD } else { 0 })), user_install: None }
    }

    /// Somebody who has installed the app for themselves.
    pub(crate) fn person(id: u64) -> Self {
        Self { guild_install: None, user_install: Some(Id(id)) }
    }
}

/// What a message tells of the interaction that it answers.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Metadata {
    pub(crate) id: Id,
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) user: Option<User>,
    pub(crate) authorizing_integration_owners: Owners,
    #[serde(flatten)]
    pub(crate) about: About,
}

/// What the interaction was about.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub(crate) enum About {
    /// A command, and in whose context menu it was chosen.
    Command {
        name: Option<String>,
        command_type: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        target_user: Option<User>,
        #[serde(skip_serializing_if = "Option::is_none")]
        target_message_id: Option<Id>,
    },
    /// A button or a menu.
    Component { interacted_message_id: Id },
    /// A form, and what opened it.
    Modal { triggering_interaction_metadata: Option<Box<Metadata>> },
}

/// The older word for the command that a message answers.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct UsedCommand {
    pub(crate) id: Id,
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) name: String,
    pub(crate) user: Option<User>,
}

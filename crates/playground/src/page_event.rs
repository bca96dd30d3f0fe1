//! What people are told of while they look.

use serde::Serialize;

use super::objects::{Component, Id};

/// What is told.
#[derive(Debug, Clone, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum PageEvent {
    /// A channel has changed.
    Change {
        /// Which one.
        channel: Id,
    },
    /// There are other channels, or some are called otherwise.
    Channels,
    /// The bot types.
    Typing {
        /// Where.
        channel: Id,
    },
    /// An Activity opens.
    Activity {
        /// Which one.
        instance: String,
        /// Where.
        channel: Id,
    },
    /// A form opens.
    Modal(OpenForm),
}

/// A form that is open for a person.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct OpenForm {
    pub(crate) interaction: Id,
    pub(crate) channel: Id,
    pub(crate) title: String,
    pub(crate) custom_id: String,
    pub(crate) components: Vec<Component>,
}

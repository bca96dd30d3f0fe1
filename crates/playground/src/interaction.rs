//! Interactions: how they are told to the bot, and how long they live.

use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use super::bodies::Modal;
use super::message::Origin;
use super::objects::{Choice, Metadata};

/// How long the bot has to acknowledge.
pub(crate) const ACK_TIMEOUT: Duration = Duration::from_secs(3);
/// How long the token lives.
pub(crate) const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60);

/// What an interaction came from, with Discord's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A command.
    Command,
    /// A button or a menu.
    Component,
    /// The wish for suggestions.
    Autocomplete,
    /// A form that was sent.
    Modal,
}

impl Kind {
    /// Discord's number.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

/// An interaction.
#[derive(Debug)]
pub(crate) struct Interaction {
    /// Its id.
    pub(crate) id: u64,
    /// Its token.
    pub(crate) token: String,
    /// What it came from.
    pub(crate) kind: Kind,
    /// Who acted.
    pub(crate) person: u64,
    /// Where.
    pub(crate) channel: u64,
    /// The message of the component.
    pub(crate) message: Option<u64>,
    /// The command's name.
    pub(crate) name: Option<String>,
    /// When.
    pub(crate) created: Instant,
    /// How the bot acknowledged it.
    pub(crate) acked: Option<u8>,
    /// The response, or the component's message where that was updated.
    pub(crate) original: Option<u64>,
    /// How many messages have followed the response.
    pub(crate) follow_ups: u8,
    /// The form it opened, until it is sent.
    pub(crate) modal: Option<Modal>,
    /// Who waits for suggestions.
    pub(crate) waiting: Option<oneshot::Sender<Vec<Choice>>>,
    /// Discord's `interaction_metadata`.
    pub(crate) metadata: Metadata,
}

impl Interaction {
    /// What a message that answers it carries.
    pub(crate) fn origin(&self) -> Origin {
        Origin {
            interaction: self.id,
            name: self.name.clone().filter(|_| self.kind == Kind::Command),
            person: self.person,
            metadata: self.metadata.clone(),
        }
    }

    /// Whether its time to be acknowledged has run out.
    pub(crate) fn is_dead(&self) -> bool {
        self.acked.is_none() && self.created.elapsed() >= ACK_TIMEOUT
    }
}

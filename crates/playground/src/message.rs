//! A message, as it is kept and as it is told to the bot.

use std::time::Instant;

use serde_json::Value;

use super::objects::{About, Attachment, CommandKind, Component, Embed, Metadata};

/// The flag of messages that only one person sees.
pub(crate) const EPHEMERAL: u64 = 64;
/// The flag of messages whose content is still to come.
pub(crate) const LOADING: u64 = 128;
/// The flag of messages of the newer components.
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;

/// Discord's number of slash commands' answers.
pub(crate) const COMMAND_ANSWER: u8 = 20;
/// Discord's number of the answers to entries in context menus.
pub(crate) const CONTEXT_MENU_ANSWER: u8 = 23;
/// Discord's number of replies.
pub(crate) const REPLY: u8 = 19;

/// Discord's number of the note that somebody was added to a thread.
pub(crate) const RECIPIENT_ADDED: u8 = 1;
/// Discord's number of the note that a channel was renamed.
pub(crate) const CHANNEL_RENAMED: u8 = 4;
/// Discord's number of the note that a thread was begun.
pub(crate) const THREAD_CREATED: u8 = 18;
/// Discord's number of the note in a thread that points to the message it was begun from.
pub(crate) const THREAD_STARTER: u8 = 21;

/// The interaction a message answers.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    /// The interaction.
    pub(crate) interaction: u64,
    /// The command's name, if it was a command.
    pub(crate) name: Option<String>,
    /// Who acted.
    pub(crate) person: u64,
    /// Discord's `interaction_metadata`.
    pub(crate) metadata: Metadata,
}

impl Origin {
    /// Whether it is a slash command.
    pub(crate) fn is_slash(&self) -> bool {
        matches!(self.metadata.about, About::Command { command_type: CommandKind::CHAT, .. })
    }
}

/// A message.
#[derive(Debug, Clone)]
pub(crate) struct Message {
    /// Its id.
    pub(crate) id: u64,
    /// Where it stands.
    pub(crate) channel: u64,
    /// Who wrote it.
    pub(crate) author: u64,
    /// Its text.
    pub(crate) content: String,
    /// When it was edited last.
    pub(crate) edited: Option<String>,
    /// Its embeds.
    pub(crate) embeds: Vec<Embed>,
    /// Its attachments.
    pub(crate) attachments: Vec<Attachment>,
    /// Its rows of components.
    pub(crate) components: Vec<Component>,
    /// Rows that it had before edits: a client that has not yet heard of the edit can still use them.
    pub(crate) former_components: Vec<Component>,
    /// Discord's flags.
    pub(crate) flags: u64,
    /// The message it replies to.
    pub(crate) reference: Option<u64>,
    /// Whether the reply pings.
    pub(crate) reply_ping: bool,
    /// Whom it mentions.
    pub(crate) mentions: Vec<u64>,
    /// Whom it pinged when it was sent.
    pub(crate) pings: Vec<u64>,
    /// The nonce it was sent with.
    pub(crate) nonce: Option<Value>,
    /// The only person who sees it.
    pub(crate) only_for: Option<u64>,
    /// The interaction it answers.
    pub(crate) origin: Option<Origin>,
    /// Discord's number, where the message is a note of its own.
    pub(crate) system: Option<u8>,
    /// Whether it only says that an interaction failed.
    pub(crate) failed: bool,
    /// When it came.
    pub(crate) created: Instant,
}

impl Message {
    /// An empty message.
    pub(crate) fn new(id: u64, channel: u64, author: u64) -> Self {
        Self {
            id,
            channel,
            author,
            content: String::new(),
            edited: None,
            embeds: Vec::new(),
            attachments: Vec::new(),
            components: Vec::new(),
            former_components: Vec::new(),
            flags: 0,
            reference: None,
            reply_ping: false,
            mentions: Vec::new(),
            pings: Vec::new(),
            nonce: None,
            only_for: None,
            origin: None,
            system: None,
            failed: false,
            created: Instant::now(),
        }
    }

    /// Whether a person sees it, given they see its channel.
    pub(crate) fn visible_to(&self, person: u64) -> bool {
        self.only_for.is_none_or(|only| only == person)
    }

    /// Whether its content is still to come.
    pub(crate) fn is_loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// The embeds with the addresses of attached pictures.
    pub(crate) fn resolved_embeds(&self) -> Vec<Embed> {
        let url = |name: &str| self.attachments.iter().find(|it| it.filename == name).map(|it| it.url.clone());
        self.embeds.iter().cloned().map(|embed| embed.resolved(url)).collect()
    }

    /// A button, menu or input, also of rows that are gone by now.
    pub(crate) fn component(&self, custom_id: &str) -> Option<&Component> {
        let rows = self.components.iter().chain(self.former_components.iter().rev());
        rows.flat_map(Component::parts).find(|it| it.is(custom_id))
    }

    pub(crate) fn kind(&self) -> u8 {
        match self {
            Self { system: Some(kind), .. } => *kind,
            Self { origin: Some(origin @ Origin { name: Some(_), .. }), .. } => match origin.is_slash() {
                true => COMMAND_ANSWER,
                false => CONTEXT_MENU_ANSWER,
            },
            Self { reference: Some(_), .. } => REPLY,
            _ => 0,
        }
    }
}

//! A message, as it is kept and as it is told to the bot.

use std::time::Instant;

use serde_json::Value;

use super::ids::{self, BOT, GUILD};
use super::objects::{
    self, Attachment, Component, Embed, Id, Mention, Metadata, PartialMember, Reference, UsedCommand, User,
};
use super::world::World;

/// The flag of messages that only one person sees.
pub(crate) const EPHEMERAL: u64 = 64;
/// The flag of messages whose content is still to come.
pub(crate) const LOADING: u64 = 128;
/// The flag of messages of the newer components.
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;

/// Discord's number of slash commands' answers.
const COMMAND_ANSWER: u8 = 20;
/// Discord's number of replies.
const REPLY: u8 = 19;

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

    fn kind(&self) -> u8 {
        match self {
            Self { origin: Some(Origin { name: Some(_), .. }), .. } => COMMAND_ANSWER,
            Self { reference: Some(_), .. } => REPLY,
            _ => 0,
        }
    }
}

impl World {
    /// Whether the bot may read a message even without MESSAGE CONTENT.
    fn readable_anyway(&self, message: &Message) -> bool {
        let mentioned =
            message.content.contains(&format!("<@{BOT}>")) || message.content.contains(&format!("<@!{BOT}>"));
        let replied = message.reply_ping
            && message
                .reference
                .and_then(|id| self.messages.get(&id))
                .is_some_and(|first| first.author == BOT && first.origin.is_none());
        message.author == BOT || !self.in_guild(message.channel) || mentioned || replied
    }

    /// A message as the bot gets it.
    pub(crate) fn message_object(&self, message: &Message, content: bool) -> objects::Message {
        let mut object = self.plain_object(message, content);
        if let Some(reference) = message.reference {
            let first = self.messages.get(&reference).map(|first| Box::new(self.plain_object(first, content)));
            object.referenced_message = Some(first);
            object.message_reference = Some(Reference {
                kind: 0,
                message_id: Id(reference),
                channel_id: Id(message.channel),
                guild_id: self.guild_of(message.channel).map(Id),
            });
        }
        object
    }

    /// A message as the gateway sends it: with guild and member.
    pub(crate) fn message_event(&self, message: &Message, content: bool) -> objects::Message {
        let mut object = self.message_object(message, content);
        if self.in_guild(message.channel) {
            object.guild_id = Some(Id(GUILD));
            object.member = Some(PartialMember::new());
            for mention in &mut object.mentions {
                mention.member = Some(PartialMember::new());
            }
        }
        object
    }

    fn plain_object(&self, message: &Message, content: bool) -> objects::Message {
        let open = content || self.readable_anyway(message);
        let by_webhook = (message.author == BOT && message.origin.is_some()).then_some(Id(BOT));
        let mentioned = message.mentions.iter().filter_map(|id| self.person(*id));
        objects::Message {
            id: Id(message.id),
            channel_id: Id(message.channel),
            kind: message.kind(),
            author: self.user(message.author),
            content: if open { message.content.clone() } else { String::new() },
            timestamp: ids::time_of(message.id),
            edited_timestamp: message.edited.clone(),
            tts: false,
            mention_everyone: false,
            mentions: mentioned.map(|person| Mention { user: User::from(person), member: None }).collect(),
            mention_roles: [],
            attachments: if open { message.attachments.clone() } else { Vec::new() },
            embeds: if open { message.resolved_embeds() } else { Vec::new() },
            components: if open { message.components.clone() } else { Vec::new() },
            pinned: false,
            flags: message.flags,
            nonce: message.nonce.clone(),
            application_id: by_webhook,
            webhook_id: by_webhook,
            interaction_metadata: message.origin.as_ref().map(|it| it.metadata.clone()),
            interaction: message.origin.as_ref().and_then(|it| self.used_command(it)),
            message_reference: None,
            referenced_message: None,
            guild_id: None,
            member: None,
        }
    }

    fn used_command(&self, origin: &Origin) -> Option<UsedCommand> {
        let name = origin.name.clone()?;
        Some(UsedCommand { id: Id(origin.interaction), kind: 2, name, user: self.user(origin.person) })
    }
}

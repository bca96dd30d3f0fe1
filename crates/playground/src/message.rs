//! A message, as it is kept and as it is told to the bot.

use std::time::Instant;

use serde_json::{Value, json};

use super::ids::{self, BOT, GUILD};
use super::objects;
use super::world::World;

/// The flag of messages that only one person sees.
pub(crate) const EPHEMERAL: u64 = 64;
/// The flag of messages whose content is still to come.
pub(crate) const LOADING: u64 = 128;

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
    pub(crate) metadata: Value,
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
    pub(crate) embeds: Vec<Value>,
    /// Its attachments.
    pub(crate) attachments: Vec<Value>,
    /// Its rows of components.
    pub(crate) components: Vec<Value>,
    /// Rows that it had before edits: a client that has not yet heard of the edit can still use them.
    pub(crate) former_components: Vec<Value>,
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

    /// The embeds with the addresses of attached pictures.
    pub(crate) fn resolved_embeds(&self) -> Vec<Value> {
        let mut embeds = self.embeds.clone();
        for embed in &mut embeds {
            for (part, key) in [("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url")]
            {
                let Some(slot) = embed.get_mut(part).and_then(|p| p.get_mut(key)) else { continue };
                let url = slot
                    .as_str()
                    .and_then(|s| s.strip_prefix("attachment://"))
                    .and_then(|name| self.attachments.iter().find(|a| a["filename"] == name))
                    .map(|a| a["url"].clone());
                if let Some(url) = url {
                    *slot = url;
                }
            }
            if let Some(map) = embed.as_object_mut() {
                map.insert("type".to_owned(), json!("rich"));
            }
        }
        embeds
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
    pub(crate) fn message_json(&self, id: u64, content: bool) -> Value {
        let Some(message) = self.messages.get(&id) else { return Value::Null };
        let mut value = self.plain_json(message, content);
        if let (Some(reference), Some(map)) = (message.reference, value.as_object_mut()) {
            let first = self.messages.get(&reference).map_or(Value::Null, |first| self.plain_json(first, content));
            map.insert("referenced_message".to_owned(), first);
            let mut link = json!({
                "type": 0, "message_id": reference.to_string(), "channel_id": message.channel.to_string(),
            });
            if let (true, Some(link)) = (self.in_guild(message.channel), link.as_object_mut()) {
                link.insert("guild_id".to_owned(), json!(GUILD.to_string()));
            }
            map.insert("message_reference".to_owned(), link);
        }
        value
    }

    /// A message as the gateway sends it: with guild and member.
    pub(crate) fn message_event(&self, id: u64, content: bool) -> Value {
        let mut value = self.message_json(id, content);
        let Some(message) = self.messages.get(&id) else { return value };
        if let (true, Some(map)) = (self.in_guild(message.channel), value.as_object_mut()) {
            map.insert("guild_id".to_owned(), json!(GUILD.to_string()));
            map.insert("member".to_owned(), objects::partial_member());
            if let Some(Value::Array(mentions)) = map.get_mut("mentions") {
                for user in mentions.iter_mut().filter_map(Value::as_object_mut) {
                    user.insert("member".to_owned(), objects::partial_member());
                }
            }
        }
        value
    }

    fn plain_json(&self, message: &Message, content: bool) -> Value {
        let open = content || self.readable_anyway(message);
        let mut value = json!({
            "id": message.id.to_string(),
            "channel_id": message.channel.to_string(),
            "type": if message.origin.as_ref().is_some_and(|o| o.name.is_some()) { 20 }
                else if message.reference.is_some() { 19 } else { 0 },
            "author": self.user(message.author),
            "content": if open { message.content.as_str() } else { "" },
            "timestamp": ids::time_of(message.id),
            "edited_timestamp": message.edited,
            "tts": false,
            "mention_everyone": false,
            "mentions": message.mentions.iter().map(|id| self.user(*id)).collect::<Vec<_>>(),
            "mention_roles": [],
            "attachments": if open { message.attachments.clone() } else { Vec::new() },
            "embeds": if open { message.resolved_embeds() } else { Vec::new() },
            "components": if open { message.components.clone() } else { Vec::new() },
            "pinned": false,
            "flags": message.flags,
        });
        let Some(map) = value.as_object_mut() else { return value };
        if let Some(nonce) = &message.nonce {
            map.insert("nonce".to_owned(), nonce.clone());
        }
        if message.author == BOT && message.origin.is_some() {
            map.insert("application_id".to_owned(), json!(BOT.to_string()));
            map.insert("webhook_id".to_owned(), json!(BOT.to_string()));
        }
        if let Some(origin) = &message.origin {
            map.insert("interaction_metadata".to_owned(), origin.metadata.clone());
            if let Some(name) = &origin.name {
                map.insert(
                    "interaction".to_owned(),
                    json!({
                        "id": origin.interaction.to_string(), "type": 2, "name": name,
                        "user": self.user(origin.person),
                    }),
                );
            }
        }
        value
    }
}

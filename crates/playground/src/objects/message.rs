//! Messages as the bot gets them.

use serde::Serialize;
use serde_json::Value;

use super::{Attachment, Component, Embed, Id, Metadata, PartialMember, UsedCommand, User};

/// A message.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Message {
    pub(crate) id: Id,
    pub(crate) channel_id: Id,
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) author: Option<User>,
    pub(crate) content: String,
    pub(crate) timestamp: String,
    pub(crate) edited_timestamp: Option<String>,
    pub(crate) tts: bool,
    pub(crate) mention_everyone: bool,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) mention_roles: Vec<Id>,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) embeds: Vec<Embed>,
    pub(crate) components: Vec<Component>,
    pub(crate) pinned: bool,
    pub(crate) flags: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nonce: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) application_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) webhook_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) interaction_metadata: Option<Metadata>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) interaction: Option<UsedCommand>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message_reference: Option<Reference>,
    /// The message it replies to; null where that is gone, absent where it is no reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) referenced_message: Option<Option<Box<Message>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) guild_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) member: Option<PartialMember>,
}

/// Somebody who is mentioned.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Mention {
    #[serde(flatten)]
    pub(crate) user: User,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) member: Option<PartialMember>,
}

/// Which message a reply is to.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Reference {
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    pub(crate) message_id: Id,
    pub(crate) channel_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) guild_id: Option<Id>,
}

/// A message that is gone.
#[derive(Debug, Serialize)]
pub(crate) struct Deleted {
    pub(crate) id: Id,
    pub(crate) channel_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) guild_id: Option<Id>,
}

//! Files of messages.

use serde::Serialize;

use super::Id;

/// A file of a message.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Attachment {
    /// Its id.
    pub(crate) id: Id,
    /// Its name.
    pub(crate) filename: String,
    /// Its size in bytes.
    pub(crate) size: usize,
    /// Where it is.
    pub(crate) url: String,
    /// Where it is, too.
    pub(crate) proxy_url: String,
    /// Its media type.
    pub(crate) content_type: String,
    /// What a picture shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    /// The width of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) width: Option<u32>,
    /// The height of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) height: Option<u32>,
    /// Whether only one person sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ephemeral: Option<bool>,
}

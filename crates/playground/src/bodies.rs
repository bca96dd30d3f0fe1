//! What the bot sends: the bodies of its requests.

use axum::body::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_path_to_error::Segment;

use super::error::ApiError;
use super::limits;
use super::objects::{Choice, CommandForm, Component, Embed, Id};

/// A file of a multipart body.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    /// The n of `files[n]`.
    pub(crate) index: u64,
    /// Its name.
    pub(crate) name: String,
    /// Its media type, if told.
    pub(crate) content_type: Option<String>,
    /// Its content.
    pub(crate) bytes: Bytes,
}

/// A body with limits of Discord's, which are looked at before it is read.
pub(crate) trait Body: DeserializeOwned {
    /// Checks the limits.
    fn check(value: &Value, files: &[Upload]) -> Result<(), ApiError>;
}

/// A message that is created or edited: what is absent stays as it is.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct MessageBody {
    /// Its text.
    #[serde(deserialize_with = "present")]
    pub(crate) content: Option<String>,
    /// Its embeds.
    #[serde(deserialize_with = "present")]
    pub(crate) embeds: Option<Vec<Embed>>,
    /// Its rows of components.
    #[serde(deserialize_with = "present")]
    pub(crate) components: Option<Vec<Component>>,
    /// The files it keeps, and words on new ones.
    pub(crate) attachments: Option<Vec<AttachmentBody>>,
    /// Discord's flags.
    pub(crate) flags: Option<u64>,
    /// Whom it may mention.
    pub(crate) allowed_mentions: Option<AllowedMentions>,
    /// The message it replies to.
    pub(crate) message_reference: Option<ReferenceBody>,
    /// What it is known by to the bot.
    pub(crate) nonce: Option<Value>,
    /// Whether the same nonce makes no second message.
    pub(crate) enforce_nonce: Option<bool>,
}

/// A field that may be emptied by null.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> Result<Option<T>, D::Error> {
    Option::<T>::deserialize(deserializer).map(|value| Some(value.unwrap_or_default()))
}

/// A file that a message keeps, or words on a new one.
#[derive(Debug, Deserialize)]
pub(crate) struct AttachmentBody {
    /// Its id, or the n of `files[n]`.
    pub(crate) id: Id,
    /// Its name.
    #[serde(default)]
    pub(crate) filename: Option<String>,
    /// What a picture shows.
    #[serde(default, deserialize_with = "present")]
    pub(crate) description: Option<String>,
}

/// Whom a message may mention.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct AllowedMentions {
    parse: Vec<String>,
    users: Vec<Id>,
    /// Whether a reply pings.
    pub(crate) replied_user: bool,
}

impl AllowedMentions {
    /// Whether it may mention a user.
    pub(crate) fn allows(&self, user: u64) -> bool {
        self.parse.iter().any(|it| it == "users") || self.users.contains(&Id(user))
    }
}

/// The message a message replies to.
#[derive(Debug, Deserialize)]
pub(crate) struct ReferenceBody {
    /// Which one.
    #[serde(default)]
    pub(crate) message_id: Option<Id>,
    /// Whether its absence is an error.
    #[serde(default)]
    pub(crate) fail_if_not_exists: Option<bool>,
}

impl Body for MessageBody {
    fn check(value: &Value, files: &[Upload]) -> Result<(), ApiError> {
        let sizes: Vec<usize> = files.iter().map(|it| it.bytes.len()).collect();
        limits::message(value, &sizes)
    }
}

/// A thread that is to begin.
#[derive(Debug, Deserialize)]
pub(crate) struct ThreadBody {
    pub(crate) name: String,
    /// After how many minutes of rest it is to be archived.
    #[serde(default)]
    pub(crate) auto_archive_duration: Option<u16>,
    /// Discord's number for its kind.
    #[serde(default, rename = "type")]
    pub(crate) kind: Option<u8>,
    /// The first message of a post.
    #[serde(default)]
    pub(crate) message: Option<MessageBody>,
    /// The tags of a post.
    #[serde(default)]
    pub(crate) applied_tags: Option<Vec<Id>>,
}

impl Body for ThreadBody {
    fn check(value: &Value, files: &[Upload]) -> Result<(), ApiError> {
        limits::thread(value, true)?;
        if value["message"].is_null() { Ok(()) } else { MessageBody::check(&value["message"], files) }
    }
}

/// What is to change of a thread.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct ThreadChange {
    pub(crate) name: Option<String>,
    pub(crate) archived: Option<bool>,
    pub(crate) locked: Option<bool>,
    /// After how many minutes of rest it is to be archived.
    pub(crate) auto_archive_duration: Option<u16>,
}

impl Body for ThreadChange {
    fn check(value: &Value, _: &[Upload]) -> Result<(), ApiError> {
        limits::thread(value, false)
    }
}

/// The first response to an interaction.
#[derive(Debug, Deserialize)]
pub(crate) struct CallbackBody {
    /// Discord's number for its kind.
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    /// What it comes with.
    #[serde(default)]
    data: Value,
}

impl CallbackBody {
    /// The kind of an answer to a wish for suggestions.
    pub(crate) const SUGGESTIONS: u8 = 8;
    /// The kind of a form.
    pub(crate) const MODAL: u8 = 9;
    /// The kind that launches the application's Activity.
    pub(crate) const LAUNCH: u8 = 12;

    /// What it comes with, in one of its forms.
    pub(crate) fn data<T: DeserializeOwned + Default>(self) -> Result<T, ApiError> {
        if self.data.is_null() { Ok(T::default()) } else { parse(self.data, "data.") }
    }
}

impl Body for CallbackBody {
    fn check(value: &Value, files: &[Upload]) -> Result<(), ApiError> {
        let data = &value["data"];
        match value["type"].as_u64() {
            Some(4 | 7) => MessageBody::check(data, files),
            Some(8) => limits::choices(&data["choices"]),
            Some(9) => limits::modal(data),
            _ => Ok(()),
        }
    }
}

/// Suggestions for an option.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Suggestions {
    /// They.
    pub(crate) choices: Vec<Choice>,
}

/// A form to be filled in.
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct Modal {
    /// What it is known by.
    pub(crate) custom_id: String,
    /// What it is called.
    pub(crate) title: String,
    /// Its rows of inputs.
    pub(crate) components: Vec<Component>,
}

/// With whom direct messages shall be opened.
#[derive(Debug, Deserialize)]
pub(crate) struct OpenDirect {
    /// Who.
    pub(crate) recipient_id: Id,
}

impl Body for OpenDirect {
    fn check(_: &Value, _: &[Upload]) -> Result<(), ApiError> {
        Ok(())
    }
}

impl Body for CommandForm {
    fn check(value: &Value, _: &[Upload]) -> Result<(), ApiError> {
        limits::command(value)
    }
}

impl Body for Vec<CommandForm> {
    fn check(value: &Value, _: &[Upload]) -> Result<(), ApiError> {
        limits::commands(value)
    }
}

/// Reads a value; what does not fit is told by its path, as Discord does.
pub(crate) fn parse<T: DeserializeOwned>(value: Value, prefix: &str) -> Result<T, ApiError> {
    serde_path_to_error::deserialize(value).map_err(|why| {
        let missing = missing_field(&why.inner().to_string());
        let steps: Vec<String> = why.path().iter().map(step).chain(missing.clone()).collect();
        let path = if steps.is_empty() { "_root".to_owned() } else { format!("{prefix}{}", steps.join(".")) };
        match missing {
            Some(_) => ApiError::invalid(&path, "BASE_TYPE_REQUIRED", "This field is required"),
            None => ApiError::invalid(&path, "MODEL_TYPE_CONVERT", "Could not interpret the value."),
        }
    })
}

fn step(segment: &Segment) -> String {
    match segment {
        Segment::Seq { index } => index.to_string(),
        Segment::Map { key } => key.clone(),
        Segment::Enum { variant } => variant.clone(),
        Segment::Unknown => "?".to_owned(),
    }
}

/// The name in serde's sentence about a field that is missing.
fn missing_field(sentence: &str) -> Option<String> {
    let rest = sentence.strip_prefix("missing field `")?;
    rest.split_once('`').map(|(name, _)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_cannot_be_read_is_told_by_its_path() {
        let why = parse::<OpenDirect>(json!({}), "").unwrap_err();
        assert_eq!(why.sentence("recipient_id"), "This field is required");
        let why = parse::<MessageBody>(json!({"flags": "many"}), "").unwrap_err();
        assert_eq!(why.sentence("flags"), "Could not interpret the value.");
    }

    #[test]
    fn absent_is_not_null() {
        let body = parse::<MessageBody>(json!({"content": null}), "").unwrap();
        assert!(body.content == Some(String::new()) && body.embeds.is_none());
    }
}

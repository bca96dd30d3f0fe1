//! Limits of messages.

use serde_json::Value;

use super::super::error::{ApiError, Faults};
use super::super::message::COMPONENTS_V2;
use super::checks::{at_most, list};
use super::components::rows;
use super::embeds::embeds;

/// The size of one file.
pub(crate) const FILE_BYTES: usize = 10 * 1024 * 1024;

/// Checks a message that is created or edited.
pub(crate) fn message(body: &Value, files: &[usize]) -> Result<(), ApiError> {
    let mut faults = Faults::default();
    if !body.is_object() && !body.is_null() {
        faults.add("_root", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType");
        return faults.into_result();
    }
    message_into(&mut faults, "", body, files);
    faults.into_result()?;
    if files.iter().any(|bytes| *bytes > FILE_BYTES) {
        return Err(ApiError::too_large());
    }
    Ok(())
}

fn message_into(faults: &mut Faults, prefix: &str, body: &Value, files: &[usize]) {
    let at = |key: &str| format!("{prefix}{key}");
    at_most(faults, &at("content"), &body["content"], 2000);
    embeds(faults, &at("embeds"), &body["embeds"]);
    let flags = body["flags"].as_u64().unwrap_or(0);
    if flags & COMPONENTS_V2 == 0 {
        rows(faults, &at("components"), &body["components"]);
    }
    attachments(faults, &at("attachments"), &body["attachments"], files);
    match &body["nonce"] {
        Value::Null | Value::Number(_) => {}
        nonce => {
            at_most(faults, &at("nonce"), nonce, 25);
        }
    }
    allowed_mentions(faults, &at("allowed_mentions"), &body["allowed_mentions"]);
}

fn attachments(faults: &mut Faults, path: &str, value: &Value, files: &[usize]) {
    for (n, attachment) in list(faults, path, value, 10).iter().enumerate() {
        at_most(faults, &format!("{path}.{n}.description"), &attachment["description"], 1024);
        if !is_id(&attachment["id"]) {
            faults.add(&format!("{path}.{n}.id"), "BASE_TYPE_REQUIRED", "This field is required");
        }
    }
    if files.len() > 10 {
        faults.add(path, "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.");
    }
}

fn allowed_mentions(faults: &mut Faults, path: &str, value: &Value) {
    let parse = list(faults, &format!("{path}.parse"), &value["parse"], 3);
    for (key, word) in [("users", "users"), ("roles", "roles")] {
        let named = list(faults, &format!("{path}.{key}"), &value[key], 100);
        if !named.is_empty() && parse.iter().any(|p| p == word) {
            let message = format!("parse:[\"{word}\"] and {key}: [ids ids ids] are mutually exclusive");
            faults.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
    }
}

fn is_id(value: &Value) -> bool {
    value.is_u64() || value.as_str().is_some_and(|it| it.parse::<u64>().is_ok())
}

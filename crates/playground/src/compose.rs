//! Messages made and edited from request bodies.

use axum::body::Bytes;
use serde_json::{Value, json};

use super::error::ApiError;
use super::ids;
use super::limits;
use super::message::Message;
use super::world::{StoredFile, World};

/// A file of a multipart body.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    /// The n of `files[n]`.
    pub(crate) index: usize,
    /// Its name.
    pub(crate) name: String,
    /// Its media type, if told.
    pub(crate) content_type: Option<String>,
    /// Its content.
    pub(crate) bytes: Bytes,
}

/// The flags a bot may set: no embeds, no notification, ephemeral, newer components.
const SETTABLE: u64 = 1 << 2 | 1 << 6 | 1 << 12 | 1 << 15;

fn sizes(files: &[Upload]) -> Vec<(usize, usize)> {
    files.iter().map(|f| (f.index, f.bytes.len())).collect()
}

/// Checks a body and puts it into a fresh message.
pub(crate) fn fill(world: &mut World, message: &mut Message, body: &Value, files: &[Upload]) -> Result<(), ApiError> {
    limits::message(body, &sizes(files))?;
    let kept = message.flags & !SETTABLE;
    message.flags = kept | (body["flags"].as_u64().unwrap_or(0) & SETTABLE);
    apply(world, message, body, files)?;
    message.pings = message.mentions.clone();
    if message.pings.contains(&message.author) {
        let author = message.author;
        message.pings.retain(|id| *id != author);
    }
    Ok(())
}

/// Checks a body and edits a message by it: what is absent stays.
pub(crate) fn edit(world: &mut World, id: u64, body: &Value, files: &[Upload]) -> Result<(), ApiError> {
    limits::message(body, &sizes(files))?;
    let Some(mut message) = world.messages.get(&id).cloned() else { return Err(ApiError::unknown_message()) };
    if let Some(flags) = body["flags"].as_u64() {
        message.flags = (message.flags & !(1 << 2)) | (flags & (1 << 2));
    }
    apply(world, &mut message, body, files)?;
    world.messages.insert(id, message);
    Ok(())
}

fn apply(world: &mut World, message: &mut Message, body: &Value, files: &[Upload]) -> Result<(), ApiError> {
    if let Some(content) = body.get("content") {
        message.content = content.as_str().unwrap_or_default().trim().to_owned();
    }
    if body.get("components").is_some() {
        message.former_components.extend(message.components.iter().cloned());
    }
    for (key, slot) in [("embeds", &mut message.embeds), ("components", &mut message.components)] {
        if let Some(value) = body.get(key) {
            *slot = value.as_array().cloned().unwrap_or_default();
        }
    }
    let attachments = attach(world, message, body.get("attachments"), files);
    let v2 = message.flags & (1 << 15) != 0 && !message.components.is_empty();
    if message.content.is_empty() && message.embeds.is_empty() && attachments.is_empty() && !v2 {
        return Err(ApiError::empty_message());
    }
    message.attachments = attachments;
    message.mentions = mentions(world, message, &body["allowed_mentions"]);
    Ok(())
}

/// The attachments a message has afterwards.
fn attach(world: &mut World, message: &Message, listed: Option<&Value>, files: &[Upload]) -> Vec<Value> {
    let listed = listed.and_then(Value::as_array);
    let fresh = message.attachments.is_empty();
    let about = |id: u64| listed.into_iter().flatten().find(|a| ids::parse(&a["id"]) == Some(id));
    let mut after = Vec::new();
    for old in &message.attachments {
        let Some(id) = ids::parse(&old["id"]) else { continue };
        if listed.is_some() && about(id).is_none() {
            continue;
        }
        let mut old = old.clone();
        if let Some(text) = about(id).and_then(|a| a.get("description")) {
            old["description"] = text.clone();
        }
        after.push(old);
    }
    for file in files {
        let about = about(file.index as u64);
        if listed.is_some() && about.is_none() && !fresh {
            continue;
        }
        after.push(store(world, message, file, about));
    }
    after
}

fn store(world: &mut World, message: &Message, file: &Upload, about: Option<&Value>) -> Value {
    let id = world.new_id();
    let name = about.and_then(|a| a["filename"].as_str()).unwrap_or(&file.name);
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect();
    let content_type = file.content_type.clone().unwrap_or_else(|| media_type(&name).to_owned());
    let url = format!("{}/attachments/{}/{id}/{name}", world.url, message.channel);
    let mut value = json!({
        "id": id.to_string(), "filename": name, "size": file.bytes.len(), "url": url, "proxy_url": url,
        "content_type": content_type,
    });
    if let Some(map) = value.as_object_mut() {
        if let Some(text) = about.and_then(|a| a["description"].as_str()) {
            map.insert("description".to_owned(), json!(text));
        }
        if let Some((width, height)) = dimensions(&file.bytes) {
            map.insert("width".to_owned(), json!(width));
            map.insert("height".to_owned(), json!(height));
        }
        if message.only_for.is_some() {
            map.insert("ephemeral".to_owned(), json!(true));
        }
    }
    world.files.insert(id, StoredFile { content_type, bytes: file.bytes.clone() });
    value
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("png") => "image/png",
        Some("gif") => "image/gif",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("txt" | "sgf" | "md") => "text/plain; charset=utf-8",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

/// Width and height of a PNG or GIF.
fn dimensions(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let side = |at: usize| bytes.get(at..at + 4)?.try_into().ok().map(u32::from_be_bytes);
        return Some((side(16)?, side(20)?));
    }
    if bytes.starts_with(b"GIF8") {
        let side = |at: usize| bytes.get(at..at + 2)?.try_into().ok().map(u16::from_le_bytes).map(u32::from);
        return Some((side(6)?, side(8)?));
    }
    None
}

/// Whom a message mentions, by what it may mention.
fn mentions(world: &World, message: &Message, allowed: &Value) -> Vec<u64> {
    let may = |id: u64| {
        allowed.is_null()
            || allowed["parse"].as_array().into_iter().flatten().any(|p| p == "users")
            || allowed["users"].as_array().into_iter().flatten().any(|u| ids::parse(u) == Some(id))
    };
    let mut found: Vec<u64> = named(&message.content)
        .into_iter()
        .filter(|id| may(*id) && (*id == ids::BOT || world.sees(*id, message.channel)) && world.person(*id).is_some())
        .collect();
    if message.reply_ping
        && let Some(first) = message.reference.and_then(|id| world.messages.get(&id))
    {
        found.push(first.author);
    }
    let mut once = Vec::new();
    for id in found {
        if !once.contains(&id) {
            once.push(id);
        }
    }
    once
}

/// The ids of `<@id>` in a text.
fn named(text: &str) -> Vec<u64> {
    text.split("<@")
        .skip(1)
        .filter_map(|rest| rest.split_once('>'))
        .filter_map(|(id, _)| id.strip_prefix('!').unwrap_or(id).parse().ok())
        .collect()
}

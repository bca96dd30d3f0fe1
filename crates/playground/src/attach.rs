//! The files of a message that is created or edited.

use super::bodies::{AttachmentBody, Upload};
use super::files::StoredFile;
use super::message::Message;
use super::objects::{Attachment, Id};
use super::world::World;

/// The attachments a message has afterward: of the old ones those listed, or all without a list, and the new ones.
pub(crate) fn attachments(
    world: &mut World,
    message: &Message,
    listed: Option<&[AttachmentBody]>,
    files: &[Upload],
) -> Vec<Attachment> {
    let is_fresh = message.attachments.is_empty();
    let about = |id: u64| listed.into_iter().flatten().find(|it| it.id == Id(id));
    let is_named = |id: u64| listed.is_none() || about(id).is_some();
    let old = message.attachments.iter().filter(|it| is_named(it.id.0)).cloned();
    let mut after: Vec<Attachment> = old.map(|it| described(it, about)).collect();
    for file in files.iter().filter(|it| is_fresh || is_named(it.index)) {
        let kept = store(world, message.channel, file, about(file.index));
        after.push(Attachment { ephemeral: message.only_for.map(|_| true), ..kept });
    }
    after
}

fn described<'a>(mut old: Attachment, about: impl Fn(u64) -> Option<&'a AttachmentBody>) -> Attachment {
    if let Some(text) = about(old.id.0).and_then(|it| it.description.clone()) {
        old.description = Some(text).filter(|it| !it.is_empty());
    }
    old
}

/// Keeps a file of a channel.
pub(crate) fn store(world: &mut World, channel: u64, file: &Upload, about: Option<&AttachmentBody>) -> Attachment {
    let id = world.new_id();
    let filename = safe_name(about.and_then(|it| it.filename.as_deref()).unwrap_or(&file.name));
    let content_type = file.content_type.clone().unwrap_or_else(|| media_type(&filename).to_owned());
    let url = format!("{}/attachments/{}/{id}/{filename}", world.url, channel);
    let (width, height) = dimensions(&file.bytes).unzip();
    world.files.add(id, StoredFile { content_type: content_type.clone(), bytes: file.bytes.clone() });
    Attachment {
        id: Id(id),
        filename,
        size: file.bytes.len(),
        proxy_url: url.clone(),
        url,
        content_type,
        description: about.and_then(|it| it.description.clone()).filter(|it| !it.is_empty()),
        width,
        height,
        ephemeral: None,
    }
}

fn safe_name(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '_' }).collect()
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

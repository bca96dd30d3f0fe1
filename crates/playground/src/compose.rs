//! Messages made and edited from request bodies.

use super::attach;
use super::bodies::{AllowedMentions, MessageBody, Upload};
use super::error::ApiError;
use super::ids::BOT;
use super::message::{COMPONENTS_V2, Message};
use super::world::World;

/// The flag of messages whose embeds are hidden.
const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// The flags a bot may set: no embeds, ephemeral, no notification, newer components.
const SETTABLE: u64 = SUPPRESS_EMBEDS | 1 << 6 | 1 << 12 | COMPONENTS_V2;
/// How many rows of components are remembered that a message had before edits.
const FORMER_ROWS: usize = 25;

/// Puts a body into a fresh message.
pub(crate) fn fill(
    world: &mut World,
    message: &mut Message,
    body: MessageBody,
    files: &[Upload],
) -> Result<(), ApiError> {
    message.flags = (message.flags & !SETTABLE) | (body.flags.unwrap_or(0) & SETTABLE);
    apply(world, message, body, files)?;
    let author = message.author;
    message.pings = message.mentions.iter().copied().filter(|id| *id != author).collect();
    Ok(())
}

/// Edits a message by a body: what is absent stays.
pub(crate) fn edit(world: &mut World, id: u64, body: MessageBody, files: &[Upload]) -> Result<(), ApiError> {
    let mut message = world.messages.get(&id).cloned().ok_or_else(ApiError::unknown_message)?;
    if let Some(flags) = body.flags {
        message.flags = (message.flags & !SUPPRESS_EMBEDS) | (flags & SUPPRESS_EMBEDS);
    }
    apply(world, &mut message, body, files)?;
    world.messages.insert(id, message);
    Ok(())
}

fn apply(world: &mut World, message: &mut Message, body: MessageBody, files: &[Upload]) -> Result<(), ApiError> {
    if let Some(content) = body.content {
        content.trim().clone_into(&mut message.content);
    }
    if let Some(embeds) = body.embeds {
        message.embeds = embeds;
    }
    if let Some(components) = body.components {
        let before = std::mem::replace(&mut message.components, components);
        message.former_components.extend(before);
        let forgotten = message.former_components.len().saturating_sub(FORMER_ROWS);
        message.former_components.drain(..forgotten);
    }
    let attachments = attach::attachments(world, message, body.attachments.as_deref(), files);
    let has_newer = message.flags & COMPONENTS_V2 != 0 && !message.components.is_empty();
    if message.content.is_empty() && message.embeds.is_empty() && attachments.is_empty() && !has_newer {
        return Err(ApiError::empty_message());
    }
    message.attachments = attachments;
    message.mentions = mentions(world, message, body.allowed_mentions.as_ref());
    Ok(())
}

/// Whom a message mentions, by what it may mention.
fn mentions(world: &World, message: &Message, allowed: Option<&AllowedMentions>) -> Vec<u64> {
    let may = |id: u64| allowed.is_none_or(|it| it.allows(id));
    let is_here = |id: u64| id == BOT || (world.person(id).is_some() && world.sees(id, message.channel));
    let named = named(&message.content).filter(|id| may(*id) && is_here(*id));
    let replied = message.reference.filter(|_| message.reply_ping).and_then(|id| world.messages.get(&id));
    let mut once = Vec::new();
    for id in named.chain(replied.map(|it| it.author)) {
        if !once.contains(&id) {
            once.push(id);
        }
    }
    once
}

/// The ids of `<@id>` in a text.
fn named(text: &str) -> impl Iterator<Item = u64> {
    text.split("<@")
        .skip(1)
        .filter_map(|rest| rest.split_once('>'))
        .filter_map(|(id, _)| id.strip_prefix('!').unwrap_or(id).parse().ok())
}

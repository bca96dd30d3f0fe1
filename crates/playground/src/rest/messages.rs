//! Messages the bot posts in channels.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::answer::Answer;
use super::extract::{Multipart, PathId, QueryOf};
use crate::bodies::{MessageBody, ReferenceBody};
use crate::compose;
use crate::error::ApiError;
use crate::ids::BOT;
use crate::message::{EPHEMERAL, Message};
use crate::objects;
use crate::shared::Shared;
use crate::world::World;

/// A message in a channel, by their ids.
#[derive(Deserialize)]
pub(crate) struct MessagePath {
    channel: PathId,
    message: PathId,
}

/// Which messages are wanted.
#[derive(Deserialize)]
pub(crate) struct HistoryQuery {
    #[serde(default = "fifty")]
    limit: usize,
    before: Option<u64>,
    after: Option<u64>,
}

const fn fifty() -> usize {
    50
}

/// A message of a channel that the bot sees there.
pub(crate) fn found<'a>(world: &'a World, place: &MessagePath) -> Result<&'a Message, ApiError> {
    world.joined(place.channel.0)?;
    let is_here = |it: &&Message| it.channel == place.channel.0 && it.only_for.is_none();
    world.messages.get(&place.message.0).filter(is_here).ok_or_else(ApiError::unknown_message)
}

/// A message of the bot, as it gets it back.
pub(crate) fn own(world: &World, id: u64) -> Answer<objects::Message> {
    let message = world.messages.get(&id).ok_or_else(ApiError::unknown_message)?;
    Ok(Json(world.message_object(message, true)))
}

/// Messages, newest first.
pub(crate) async fn list(
    State(shared): State<Arc<Shared>>,
    Path(PathId(channel)): Path<PathId>,
    QueryOf(HistoryQuery { limit, before, after }): QueryOf<HistoryQuery>,
) -> Answer<Vec<objects::Message>> {
    if !(1..=100).contains(&limit) {
        return Err(ApiError::invalid("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100."));
    }
    let world = shared.world();
    world.joined(channel)?;
    // Without the permission to read what was written before, nothing is there.
    let is_seen = !world.has_no_history(channel);
    let wanted = world.messages.between(channel, after, before).filter(|it| is_seen && it.only_for.is_none());
    let newest_first: Vec<&Message> = match after {
        Some(_) => {
            let oldest: Vec<&Message> = wanted.take(limit).collect();
            oldest.into_iter().rev().collect()
        }
        None => wanted.rev().take(limit).collect(),
    };
    Ok(Json(newest_first.into_iter().map(|it| world.message_object(it, world.message_content)).collect()))
}

/// Gives a message.
pub(crate) async fn get(State(shared): State<Arc<Shared>>, Path(place): Path<MessagePath>) -> Answer<objects::Message> {
    let world = shared.world();
    let message = found(&world, &place)?;
    if world.has_no_history(place.channel.0) {
        return Err(ApiError::missing_permissions());
    }
    Ok(Json(world.message_object(message, world.message_content)))
}

/// Posts a message.
pub(crate) async fn create(
    State(shared): State<Arc<Shared>>,
    Path(PathId(channel)): Path<PathId>,
    sent: Multipart<MessageBody>,
) -> Answer<objects::Message> {
    let mut world = shared.world();
    let place = world.joined(channel)?;
    if place.is_forum {
        return Err(ApiError::wrong_channel_type());
    }
    if world.is_denied(channel) {
        let is_direct = place.person.is_some();
        return Err(if is_direct { ApiError::cannot_send_to_user() } else { ApiError::missing_permissions() });
    }
    if !sent.files.is_empty() && place.no_files {
        return Err(ApiError::missing_permissions());
    }
    if let Some(first) = posted_before(&mut world, &sent.body) {
        return own(&world, first);
    }
    must_pass_automod(&world, channel)?;
    world.take_up(channel)?;
    let id = world.new_id();
    post_as(&mut world, channel, id, sent)?;
    own(&world, id)
}

fn must_pass_automod(world: &World, channel: u64) -> Result<(), ApiError> {
    if world.is_moderated(channel) { Err(ApiError::blocked_by_automod()) } else { Ok(()) }
}

/// The message that has the same nonce, where that is to be looked at.
fn posted_before(world: &mut World, body: &MessageBody) -> Option<u64> {
    let nonce = body.nonce.as_ref().filter(|_| body.enforce_nonce == Some(true))?;
    let first = world.nonces.message(nonce)?;
    world.messages.contains_key(&first).then_some(first)
}

/// Posts a message that has this id.
pub(crate) fn post_as(
    world: &mut World,
    channel: u64,
    id: u64,
    Multipart { mut body, files }: Multipart<MessageBody>,
) -> Result<u64, ApiError> {
    let mut message = Message::new(id, channel, BOT);
    message.nonce = body.nonce.take();
    if let Some(reference) = body.message_reference.take() {
        message.reply_ping = body.allowed_mentions.as_ref().is_none_or(|it| it.replied_user);
        message.reference = referenced(world, channel, &reference)?;
        message.reply_ping &= message.reference.is_some();
    }
    compose::fill(world, &mut message, body, &files)?;
    message.flags &= !EPHEMERAL;
    if let Some(nonce) = message.nonce.clone() {
        world.nonces.add(nonce, id);
    }
    Ok(world.insert(message))
}

/// The message that is replied to, if it is there; its absence may be an error.
fn referenced(world: &World, channel: u64, reference: &ReferenceBody) -> Result<Option<u64>, ApiError> {
    let Some(id) = reference.message_id else { return Ok(None) };
    if world.has_no_history(channel) {
        return Err(ApiError::cannot_reply());
    }
    let is_known = world.messages.get(&id.0).is_some_and(|it| it.channel == channel && it.only_for.is_none());
    if is_known {
        Ok(Some(id.0))
    } else if reference.fail_if_not_exists == Some(false) {
        Ok(None)
    } else {
        Err(ApiError::invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message"))
    }
}

/// Edits a message of the bot.
pub(crate) async fn edit(
    State(shared): State<Arc<Shared>>,
    Path(place): Path<MessagePath>,
    Multipart { body, files }: Multipart<MessageBody>,
) -> Answer<objects::Message> {
    let mut world = shared.world();
    let message = found(&world, &place)?;
    if message.author != BOT {
        return Err(ApiError::not_the_author());
    }
    let id = message.id;
    world.must_be_active(place.channel.0)?;
    must_pass_automod(&world, place.channel.0)?;
    if !files.is_empty() && world.joined(place.channel.0)?.no_files {
        return Err(ApiError::missing_permissions());
    }
    compose::edit(&mut world, id, body, &files)?;
    world.edited(id);
    own(&world, id)
}

/// Deletes a message of the bot.
pub(crate) async fn delete(
    State(shared): State<Arc<Shared>>,
    Path(place): Path<MessagePath>,
) -> Result<StatusCode, ApiError> {
    let mut world = shared.world();
    let message = found(&world, &place)?;
    let (id, author) = (message.id, message.author);
    match author {
        BOT => world.remove(id),
        _ if world.in_guild(place.channel.0) => return Err(ApiError::missing_permissions()),
        _ => return Err(ApiError::not_in_direct_messages()),
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Reactions are taken, and shown nowhere.
pub(crate) async fn react(
    State(shared): State<Arc<Shared>>,
    Path(place): Path<MessagePath>,
) -> Result<StatusCode, ApiError> {
    let world = shared.world();
    found(&world, &place)?;
    world.must_be_active(place.channel.0)?;
    Ok(StatusCode::NO_CONTENT)
}

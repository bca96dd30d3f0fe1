//! Messages the bot posts in channels.

use std::time::Duration;

use serde_json::Value;

use super::{Answer, Call};
use crate::compose;
use crate::error::ApiError;
use crate::ids::{self, BOT};
use crate::message::{EPHEMERAL, Message};
use crate::world::World;

/// How long a nonce is remembered.
const NONCE_LIFE: Duration = Duration::from_secs(5 * 60);

/// A message of a channel that the bot sees there.
pub(crate) fn found(world: &World, channel: u64, message: &str) -> Result<u64, ApiError> {
    let id = super::id(message, ApiError::unknown_message)?;
    let here = |m: &&Message| m.channel == channel && m.only_for.is_none();
    world.messages.get(&id).filter(here).map(|m| m.id).ok_or_else(ApiError::unknown_message)
}

/// Messages, newest first.
pub(crate) fn list(world: &World, channel: u64, call: &Call) -> Answer {
    let limit = call.asked("limit").map_or(Some(50), |l| l.parse().ok());
    let Some(limit @ 1..=100) = limit else {
        return Err(ApiError::invalid("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100."));
    };
    let bound = |key: &str| call.asked(key).and_then(|v| v.parse::<u64>().ok());
    let (before, after) = (bound("before"), bound("after"));
    let mut all: Vec<u64> = world
        .messages
        .values()
        .filter(|m| m.channel == channel && m.only_for.is_none())
        .map(|m| m.id)
        .filter(|id| before.is_none_or(|b| *id < b) && after.is_none_or(|a| *id > a))
        .collect();
    if after.is_some() {
        all.truncate(limit);
    }
    let newest = all.iter().rev().take(limit);
    Ok((200, newest.map(|id| world.message_json(*id, world.message_content)).collect()))
}

/// Posts a message.
pub(crate) fn create(world: &mut World, channel: u64, call: &Call) -> Answer {
    if world.channel(channel).is_some_and(|c| c.denied) {
        return Err(ApiError::new(403, 50013, "Missing Permissions"));
    }
    let body = &call.body;
    let nonce = body.get("nonce").filter(|n| !n.is_null()).cloned();
    if body["enforce_nonce"] == true
        && let Some(first) = world
            .messages
            .values()
            .find(|m| m.author == BOT && nonce.is_some() && m.nonce == nonce && m.created.elapsed() < NONCE_LIFE)
    {
        return Ok((200, world.message_json(first.id, true)));
    }
    let id = world.new_id();
    let mut message = Message::new(id, channel, BOT);
    message.nonce = nonce;
    if let Some(first) = body.get("message_reference").and_then(|r| ids::parse(&r["message_id"])) {
        let known = world.messages.get(&first).is_some_and(|m| m.channel == channel && m.only_for.is_none());
        if known {
            message.reference = Some(first);
            let allowed = &body["allowed_mentions"];
            message.reply_ping = allowed.is_null() || allowed["replied_user"] == true;
        } else if body["message_reference"]["fail_if_not_exists"] != Value::Bool(false) {
            let code = "REPLIES_UNKNOWN_MESSAGE";
            return Err(ApiError::invalid("message_reference", code, "Unknown message"));
        }
    }
    compose::fill(world, &mut message, body, &call.files)?;
    message.flags &= !EPHEMERAL;
    world.insert(message);
    Ok((200, world.message_json(id, true)))
}

/// Edits a message of the bot.
pub(crate) fn edit(world: &mut World, id: u64, call: &Call) -> Answer {
    if world.messages.get(&id).is_none_or(|m| m.author != BOT) {
        return Err(ApiError::new(403, 50005, "Cannot edit a message authored by another user"));
    }
    compose::edit(world, id, &call.body, &call.files)?;
    world.edited(id);
    Ok((200, world.message_json(id, true)))
}

/// Deletes a message of the bot.
pub(crate) fn delete(world: &mut World, id: u64) -> Answer {
    let Some(message) = world.messages.get(&id) else { return Err(ApiError::unknown_message()) };
    if message.author != BOT {
        return Err(if world.in_guild(message.channel) {
            ApiError::new(403, 50013, "Missing Permissions")
        } else {
            ApiError::new(403, 50003, "Cannot execute action on a DM channel")
        });
    }
    world.remove(id);
    Ok((204, Value::Null))
}

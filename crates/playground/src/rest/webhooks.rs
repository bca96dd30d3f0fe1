//! What follows the first response to an interaction: its edits and its follow-ups.

use axum::http::Method;
use serde_json::Value;

use super::{Answer, Call, callback, id};
use crate::Shared;
use crate::compose;
use crate::error::ApiError;
use crate::ids::BOT;
use crate::interaction::TOKEN_LIFE;
use crate::message::{EPHEMERAL, LOADING, Message};
use crate::world::World;

/// Answers the routes of an interaction's token.
pub(crate) fn route(shared: &Shared, app: &str, token: &str, path: &[&str], call: &Call) -> Answer {
    if app.parse() != Ok(BOT) {
        return Err(ApiError::unknown_webhook());
    }
    let mut world = shared.world();
    let found = world.interactions.values().find(|i| i.token == token && i.acked.is_some());
    let found = found.ok_or_else(ApiError::unknown_webhook)?;
    if found.created.elapsed() > TOKEN_LIFE {
        return Err(ApiError::new(401, 50027, "Invalid Webhook Token"));
    }
    let (interaction, original) = (found.id, found.original);
    match (&call.method, path) {
        (&Method::POST, []) => follow_up(&mut world, interaction, original, call),
        (method, ["messages", which]) => {
            let which = match *which {
                "@original" => original.ok_or_else(ApiError::unknown_message)?,
                which => id(which, ApiError::unknown_message)?,
            };
            let ours = |m: &&Message| {
                Some(m.id) == original || m.origin.as_ref().is_some_and(|o| o.interaction == interaction)
            };
            let message = world.messages.get(&which).filter(ours).ok_or_else(ApiError::unknown_message)?.id;
            match *method {
                Method::GET => Ok((200, world.message_json(message, true))),
                Method::PATCH => edit(&mut world, message, call),
                Method::DELETE => {
                    world.remove(message);
                    Ok((204, Value::Null))
                }
                _ => Err(ApiError::not_found()),
            }
        }
        _ => Err(ApiError::not_found()),
    }
}

/// Edits a response; one that was still to come has come.
fn edit(world: &mut World, message: u64, call: &Call) -> Answer {
    compose::edit(world, message, &call.body, &call.files)?;
    if let Some(message) = world.messages.get_mut(&message) {
        message.flags &= !LOADING;
    }
    world.edited(message);
    Ok((200, world.message_json(message, true)))
}

fn follow_up(world: &mut World, interaction: u64, original: Option<u64>, call: &Call) -> Answer {
    let loading = |m: &&Message| m.flags & LOADING != 0;
    if let Some(deferred) = original.and_then(|id| world.messages.get(&id)).filter(loading).map(|m| m.id) {
        return edit(world, deferred, call);
    }
    let mut message = callback::answering(world, interaction)?;
    if call.body["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0 {
        message.only_for = message.origin.as_ref().map(|o| o.person);
    }
    compose::fill(world, &mut message, &call.body, &call.files)?;
    let id = world.insert(message);
    Ok((200, world.message_json(id, true)))
}

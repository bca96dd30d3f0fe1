//! Channels: what they are, typing and reactions; their messages are next door.

use axum::http::Method;
use serde_json::{Value, json};

use super::{Answer, Call, id, messages};
use crate::error::ApiError;
use crate::{Shared, objects};

/// Answers the routes of a channel.
pub(crate) fn route(shared: &Shared, channel: &str, path: &[&str], call: &Call) -> Answer {
    let channel = id(channel, ApiError::unknown_channel)?;
    let mut world = shared.world();
    if world.channel(channel).is_none() {
        return Err(ApiError::unknown_channel());
    }
    match (&call.method, path) {
        (&Method::GET, []) => {
            let found = world.channel(channel).ok_or_else(ApiError::unknown_channel)?;
            let recipient = found.person.and_then(|p| world.person(p));
            Ok((200, objects::channel(found, recipient)))
        }
        (&Method::POST, ["typing"]) => {
            world.announce(channel, None, json!({"type": "typing", "channel": channel.to_string()}));
            Ok((204, Value::Null))
        }
        (&Method::GET, ["messages"]) => messages::list(&world, channel, call),
        (&Method::POST, ["messages"]) => messages::create(&mut world, channel, call),
        (method, ["messages", message]) => {
            let message = messages::found(&world, channel, message)?;
            match *method {
                Method::GET => Ok((200, world.message_json(message, world.message_content))),
                Method::PATCH => messages::edit(&mut world, message, call),
                Method::DELETE => messages::delete(&mut world, message),
                _ => Err(ApiError::not_found()),
            }
        }
        (&Method::PUT | &Method::DELETE, ["messages", message, "reactions", ..]) => {
            messages::found(&world, channel, message)?;
            Ok((204, Value::Null))
        }
        _ => Err(ApiError::not_found()),
    }
}

//! The first response to an interaction.

use serde_json::{Value, json};

use super::{Answer, Call, id};
use crate::error::ApiError;
use crate::ids::BOT;
use crate::interaction::{Interaction, Kind};
use crate::message::{EPHEMERAL, LOADING, Message};
use crate::world::World;
use crate::{Shared, compose, limits};

fn bad_type() -> ApiError {
    ApiError::invalid("type", "INTERACTION_APPLICATION_COMMAND_INVALID_TYPE", "Invalid interaction callback type")
}

/// Takes a response.
pub(crate) fn callback(shared: &Shared, interaction: &str, token: &str, call: &Call) -> Answer {
    let at = id(interaction, ApiError::unknown_interaction)?;
    let mut world = shared.world();
    let found = world.interactions.get(&at).filter(|i| i.token == token && !i.is_dead());
    let found = found.ok_or_else(ApiError::unknown_interaction)?;
    if found.acked.is_some() {
        return Err(ApiError::new(400, 40060, "Interaction has already been acknowledged."));
    }
    let Some(kind) = call.body["type"].as_u64() else {
        return Err(ApiError::invalid("type", "BASE_TYPE_REQUIRED", "This field is required"));
    };
    let (from, message) = (found.kind, found.message);
    let data = &call.body["data"];
    let original = match (kind, from) {
        (8, Kind::Autocomplete) => {
            limits::choices(&data["choices"])?;
            suggest(&mut world, at, data);
            None
        }
        (_, Kind::Autocomplete) | (8, _) => return Err(bad_type()),
        (4, _) => Some(respond(&mut world, at, data, call)?),
        (5, _) => Some(defer(&mut world, at, data)?),
        (6, _) => Some(message.ok_or_else(bad_type)?),
        (7, _) => {
            let message = message.ok_or_else(bad_type)?;
            compose::edit(&mut world, message, data, &call.files)?;
            world.edited(message);
            Some(message)
        }
        (9, Kind::Command | Kind::Component) => {
            limits::modal(data)?;
            open(&mut world, at, data);
            None
        }
        _ => return Err(bad_type()),
    };
    if let Some(interaction) = world.interactions.get_mut(&at) {
        interaction.acked = Some(kind);
        interaction.original = original;
    }
    if call.asked("with_response") == Some("true") {
        return Ok((200, response(&world, at, kind, original)));
    }
    Ok((204, Value::Null))
}

fn response(world: &World, interaction: u64, kind: u64, original: Option<u64>) -> Value {
    let from = world.interactions.get(&interaction).map_or(2, |i| i.kind.number());
    let mut value = json!({"interaction": {"id": interaction.to_string(), "type": from}});
    if let (Some(id), Some(message)) = (original, original.and_then(|id| world.messages.get(&id))) {
        value["interaction"]["response_message_id"] = json!(id.to_string());
        value["interaction"]["response_message_loading"] = json!(message.flags & LOADING != 0);
        value["interaction"]["response_message_ephemeral"] = json!(message.only_for.is_some());
        value["resource"] = json!({"type": kind, "message": world.message_json(id, true)});
    }
    value
}

/// A fresh message that answers an interaction.
pub(crate) fn answering(world: &mut World, interaction: u64) -> Result<Message, ApiError> {
    let id = world.new_id();
    let found: &Interaction = world.interactions.get(&interaction).ok_or_else(ApiError::unknown_interaction)?;
    let mut message = Message::new(id, found.channel, BOT);
    message.origin = Some(found.origin());
    Ok(message)
}

fn flags(data: &Value) -> u64 {
    data["flags"].as_u64().unwrap_or(0)
}

fn respond(world: &mut World, interaction: u64, data: &Value, call: &Call) -> Result<u64, ApiError> {
    let mut message = answering(world, interaction)?;
    if flags(data) & EPHEMERAL != 0 {
        message.only_for = message.origin.as_ref().map(|o| o.person);
    }
    compose::fill(world, &mut message, data, &call.files)?;
    Ok(world.insert(message))
}

fn defer(world: &mut World, interaction: u64, data: &Value) -> Result<u64, ApiError> {
    let mut message = answering(world, interaction)?;
    message.flags = LOADING;
    if flags(data) & EPHEMERAL != 0 {
        message.flags |= EPHEMERAL;
        message.only_for = message.origin.as_ref().map(|o| o.person);
    }
    Ok(world.insert(message))
}

fn suggest(world: &mut World, interaction: u64, data: &Value) {
    let choices = data["choices"].as_array().cloned().unwrap_or_default();
    if let Some(waiting) = world.interactions.get_mut(&interaction).and_then(|i| i.waiting.take()) {
        // Somebody who stopped waiting misses nothing.
        let _ = waiting.send(choices);
    }
}

fn open(world: &mut World, interaction: u64, data: &Value) {
    let Some(found) = world.interactions.get_mut(&interaction) else { return };
    found.modal = Some(data.clone());
    let (channel, person) = (found.channel, found.person);
    let event = json!({
        "type": "modal", "channel": channel.to_string(), "interaction": interaction.to_string(),
        "title": data["title"], "custom_id": data["custom_id"], "components": data["components"],
    });
    world.announce(channel, Some(person), event);
}

//! The first response to an interaction.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::activity;
use super::extract::{Multipart, PathId, QueryOf};
use crate::bodies::{CallbackBody, MessageBody, Modal, Suggestions, Upload};
use crate::compose;
use crate::error::ApiError;
use crate::ids::BOT;
use crate::interaction::Kind;
use crate::message::{EPHEMERAL, LOADING, Message};
use crate::objects::{self, Id};
use crate::page_event::PageEvent;
use crate::shared::Shared;
use crate::world::World;

fn bad_type() -> ApiError {
    ApiError::invalid("type", "INTERACTION_APPLICATION_COMMAND_INVALID_TYPE", "Invalid interaction callback type")
}

#[derive(Deserialize)]
pub(crate) struct InteractionPath {
    interaction: PathId,
    token: String,
}

#[derive(Deserialize)]
pub(crate) struct CallbackQuery {
    #[serde(default)]
    with_response: bool,
}

/// Takes a response.
pub(crate) async fn callback(
    State(shared): State<Arc<Shared>>,
    Path(InteractionPath { interaction: PathId(id), token }): Path<InteractionPath>,
    QueryOf(wish): QueryOf<CallbackQuery>,
    Multipart { body, files }: Multipart<CallbackBody>,
) -> Result<Response, ApiError> {
    let mut world = shared.world();
    let found = world.interactions.get(&id).filter(|it| it.token == token && !it.is_dead());
    let found = found.ok_or_else(ApiError::unknown_interaction)?;
    if found.acked.is_some() {
        return Err(ApiError::already_acknowledged());
    }
    let kind = body.kind;
    let (channel, person) = (found.channel, found.person);
    let original = take(&mut world, id, body, &files, shared.settings.activity.is_some())?;
    let launched = (kind == CallbackBody::LAUNCH).then(|| activity::launch(&mut world, channel, person));
    if let Some(interaction) = world.interactions.get_mut(&id) {
        interaction.acked = Some(kind);
        interaction.original = original;
    }
    if wish.with_response {
        return Ok(Json(response(&world, id, kind, original, launched)).into_response());
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Does what a response says; gives the message it made or will make, or that it belongs to.
fn take(
    world: &mut World,
    id: u64,
    body: CallbackBody,
    files: &[Upload],
    has_activity: bool,
) -> Result<Option<u64>, ApiError> {
    let Some((from, message)) = world.interactions.get(&id).map(|it| (it.kind, it.message)) else {
        return Err(ApiError::unknown_interaction());
    };
    match (body.kind, from) {
        (CallbackBody::SUGGESTIONS, Kind::Autocomplete) => {
            suggest(world, id, body.data()?);
            Ok(None)
        }
        (_, Kind::Autocomplete) | (CallbackBody::SUGGESTIONS, _) => Err(bad_type()),
        (4, _) => respond(world, id, body.data()?, files).map(Some),
        (5, _) => defer(world, id, &body.data()?).map(Some),
        (6, _) => message.ok_or_else(bad_type).map(Some),
        (7, _) => update(world, message.ok_or_else(bad_type)?, body.data()?, files).map(Some),
        (CallbackBody::LAUNCH, Kind::Command | Kind::Component) if has_activity => Ok(None),
        (CallbackBody::MODAL, Kind::Command | Kind::Component) => {
            open(world, id, body.data()?);
            Ok(None)
        }
        _ => Err(bad_type()),
    }
}

/// What is told of a response, where that is wanted.
#[derive(Serialize)]
struct Acknowledgment {
    interaction: About,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<Resource>,
}

#[derive(Serialize)]
struct About {
    id: Id,
    #[serde(rename = "type")]
    kind: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_message_id: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_message_loading: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_message_ephemeral: Option<bool>,
}

#[derive(Serialize)]
struct Resource {
    #[serde(rename = "type")]
    kind: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<objects::Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    activity_instance: Option<InstanceId>,
}

#[derive(Serialize)]
struct InstanceId {
    id: String,
}

fn response(
    world: &World,
    interaction: u64,
    kind: u8,
    original: Option<u64>,
    launched: Option<String>,
) -> Acknowledgment {
    let from = world.interactions.get(&interaction).map_or(Kind::Command, |it| it.kind);
    let message = original.and_then(|id| world.messages.get(&id));
    Acknowledgment {
        interaction: About {
            id: Id(interaction),
            kind: from.number(),
            response_message_id: message.map(|it| Id(it.id)),
            response_message_loading: message.map(Message::is_loading),
            response_message_ephemeral: message.map(|it| it.only_for.is_some()),
        },
        resource: (message.is_some() || launched.is_some()).then(|| Resource {
            kind,
            message: message.map(|it| world.message_object(it, true)),
            activity_instance: launched.map(|id| InstanceId { id }),
        }),
    }
}

/// A fresh message that answers an interaction, for one person only where its flags say so.
pub(crate) fn answering(world: &mut World, interaction: u64, flags: u64) -> Result<Message, ApiError> {
    let id = world.new_id();
    let found = world.interactions.get(&interaction).ok_or_else(ApiError::unknown_interaction)?;
    let mut message = Message::new(id, found.channel, BOT);
    message.origin = Some(found.origin());
    message.only_for = (flags & EPHEMERAL != 0).then_some(found.person);
    Ok(message)
}

fn respond(world: &mut World, interaction: u64, body: MessageBody, files: &[Upload]) -> Result<u64, ApiError> {
    let mut message = answering(world, interaction, body.flags.unwrap_or(0))?;
    compose::fill(world, &mut message, body, files)?;
    Ok(world.insert(message))
}

fn defer(world: &mut World, interaction: u64, body: &MessageBody) -> Result<u64, ApiError> {
    let flags = body.flags.unwrap_or(0);
    let mut message = answering(world, interaction, flags)?;
    message.flags = LOADING | (flags & EPHEMERAL);
    Ok(world.insert(message))
}

fn update(world: &mut World, message: u64, body: MessageBody, files: &[Upload]) -> Result<u64, ApiError> {
    compose::edit(world, message, body, files)?;
    world.edited(message);
    Ok(message)
}

fn suggest(world: &mut World, interaction: u64, suggestions: Suggestions) {
    if let Some(waiting) = world.interactions.get_mut(&interaction).and_then(|it| it.waiting.take()) {
        // Somebody who stopped waiting misses nothing.
        let _ = waiting.send(suggestions.choices);
    }
}

fn open(world: &mut World, interaction: u64, form: Modal) {
    let Some(found) = world.interactions.get_mut(&interaction) else { return };
    found.modal = Some(form);
    let (channel, person) = (found.channel, found.person);
    if let Some(form) = found.open_form() {
        world.announce(channel, Some(person), PageEvent::Modal(form));
    }
}

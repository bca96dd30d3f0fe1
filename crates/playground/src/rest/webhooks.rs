//! What follows the first response to an interaction: its edits and its follow-ups.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;

use super::answer::Answer;
use super::callback;
use super::extract::{Multipart, PathId};
use super::messages::own;
use crate::bodies::{MessageBody, Upload};
use crate::error::ApiError;
use crate::ids::BOT;
use crate::interaction::TOKEN_LIFE;
use crate::message::{LOADING, Message};
use crate::shared::Shared;
use crate::world::World;
use crate::{compose, objects};

/// The interaction a token belongs to, and its response.
pub(crate) struct Webhook {
    interaction: u64,
    original: Option<u64>,
}

#[derive(Deserialize)]
struct Named {
    app: PathId,
    token: String,
}

impl FromRequestParts<Arc<Shared>> for Webhook {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, shared: &Arc<Shared>) -> Result<Self, ApiError> {
        let Ok(Path(Named { app: PathId(BOT), token })) = Path::<Named>::from_request_parts(parts, shared).await else {
            return Err(ApiError::unknown_webhook());
        };
        let world = shared.world();
        let found = world.interactions.values().find(|it| it.token == token && it.acked.is_some());
        let found = found.ok_or_else(ApiError::unknown_webhook)?;
        if found.created.elapsed() > TOKEN_LIFE {
            return Err(ApiError::invalid_webhook_token());
        }
        Ok(Self { interaction: found.id, original: found.original })
    }
}

/// Which message of an interaction.
#[derive(Deserialize)]
pub(crate) struct WebhookMessagePath {
    message: String,
}

impl Webhook {
    /// A message of the interaction, by its id or as `@original`.
    fn message(&self, world: &World, which: &WebhookMessagePath) -> Result<u64, ApiError> {
        let id = if which.message == "@original" { self.original } else { which.message.parse().ok() };
        let is_ours = |it: &&Message| {
            Some(it.id) == self.original || it.origin.as_ref().is_some_and(|o| o.interaction == self.interaction)
        };
        let message = id.and_then(|id| world.messages.get(&id)).filter(is_ours);
        message.map(|it| it.id).ok_or_else(ApiError::unknown_message)
    }
}

/// Gives a response.
pub(crate) async fn get(
    webhook: Webhook,
    State(shared): State<Arc<Shared>>,
    Path(which): Path<WebhookMessagePath>,
) -> Answer<objects::Message> {
    let world = shared.world();
    own(&world, webhook.message(&world, &which)?)
}

/// Edits a response.
pub(crate) async fn edit(
    webhook: Webhook,
    State(shared): State<Arc<Shared>>,
    Path(which): Path<WebhookMessagePath>,
    Multipart { body, files }: Multipart<MessageBody>,
) -> Answer<objects::Message> {
    let mut world = shared.world();
    let message = webhook.message(&world, &which)?;
    change(&mut world, message, body, &files)
}

/// Takes a response away.
pub(crate) async fn delete(
    webhook: Webhook,
    State(shared): State<Arc<Shared>>,
    Path(which): Path<WebhookMessagePath>,
) -> Result<StatusCode, ApiError> {
    let mut world = shared.world();
    let message = webhook.message(&world, &which)?;
    world.remove(message);
    Ok(StatusCode::NO_CONTENT)
}

/// Edits a response; one that was still to come has come.
fn change(world: &mut World, message: u64, body: MessageBody, files: &[Upload]) -> Answer<objects::Message> {
    compose::edit(world, message, body, files)?;
    let has_come = world.messages.get_mut(&message).is_some_and(|it| {
        let was_to_come = it.flags & LOADING != 0;
        it.flags &= !LOADING;
        was_to_come
    });
    match has_come {
        true => world.tell("MESSAGE_UPDATE", message),
        false => world.edited(message),
    }
    own(world, message)
}

/// How many messages may follow the response where the bot is only a guest.
const FOLLOW_UPS: u8 = 5;

/// Counts a message that follows the response; there may be one too many.
fn count(world: &mut World, interaction: u64) -> Result<(), ApiError> {
    let channel = world.interactions.get(&interaction).map(|it| it.channel);
    let is_guest = channel.is_some_and(|it| world.is_guest_in(it));
    let Some(interaction) = world.interactions.get_mut(&interaction) else { return Ok(()) };
    interaction.follow_ups = interaction.follow_ups.saturating_add(1);
    if is_guest && interaction.follow_ups > FOLLOW_UPS { Err(ApiError::too_many_follow_ups()) } else { Ok(()) }
}

/// Answers once more; the first time after a deferral, that is the response.
pub(crate) async fn follow_up(
    webhook: Webhook,
    State(shared): State<Arc<Shared>>,
    Multipart { body, files }: Multipart<MessageBody>,
) -> Answer<objects::Message> {
    let mut world = shared.world();
    let original = webhook.original.and_then(|id| world.messages.get(&id));
    if let Some(deferred) = original.filter(|it| it.is_loading()).map(|it| it.id) {
        return change(&mut world, deferred, body, &files);
    }
    count(&mut world, webhook.interaction)?;
    let mut message = callback::answering(&mut world, webhook.interaction, body.flags.unwrap_or(0))?;
    compose::fill(&mut world, &mut message, body, &files)?;
    let id = world.insert(message);
    own(&world, id)
}

//! Channels: what they are, and typing.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::answer::Answer;
use super::extract::PathId;
use crate::error::ApiError;
use crate::objects::{Channel, Id};
use crate::page_event::PageEvent;
use crate::shared::Shared;

/// Gives a channel.
pub(crate) async fn get(State(shared): State<Arc<Shared>>, Path(PathId(channel)): Path<PathId>) -> Answer<Channel> {
    let world = shared.world();
    world.viewed(channel)?;
    world.channel_object(channel).map(Json).ok_or_else(ApiError::unknown_channel)
}

/// Says that the bot types.
pub(crate) async fn typing(
    State(shared): State<Arc<Shared>>,
    Path(PathId(channel)): Path<PathId>,
) -> Result<StatusCode, ApiError> {
    let world = shared.world();
    world.joined(channel)?;
    world.announce(channel, None, PageEvent::Typing { channel: Id(channel) });
    Ok(StatusCode::NO_CONTENT)
}

//! Users, the bot among them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};

use super::answer::Answer;
use super::extract::{Multipart, PathId};
use crate::bodies::OpenDirect;
use crate::error::ApiError;
use crate::objects::{Channel, OwnGuild, User};
use crate::shared::Shared;

/// A user.
pub(crate) async fn user(State(shared): State<Arc<Shared>>, Path(PathId(user)): Path<PathId>) -> Answer<User> {
    shared.world().user(user).map(Json).ok_or_else(ApiError::unknown_user)
}

/// The guilds the bot is in.
pub(crate) async fn guilds() -> Json<[OwnGuild; 1]> {
    Json([OwnGuild::new()])
}

/// Opens direct messages with a user.
pub(crate) async fn open_direct(State(shared): State<Arc<Shared>>, sent: Multipart<OpenDirect>) -> Answer<Channel> {
    let world = shared.world();
    let recipient = sent.body.recipient_id.0;
    let person = world.person(recipient).ok_or_else(ApiError::unknown_user)?;
    let channel = world.channels.iter().find(|it| it.person == Some(recipient));
    channel.map(|it| Json(Channel::new(it, vec![User::from(person)], 0))).ok_or_else(ApiError::cannot_send_to_user)
}

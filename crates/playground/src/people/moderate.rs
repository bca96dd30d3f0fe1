//! What people do as moderators.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;

use super::act::Which;
use super::seat::Someone;
use super::view::{self, SeenMessage};
use super::{Refusal, Reply};
use crate::Shared;
use crate::objects::Id;

/// A message that is gone.
#[derive(Serialize)]
pub(crate) struct Gone {
    /// As it was at last.
    message: SeenMessage,
    /// When: what comes later has higher ids.
    event: Id,
}

/// Deletes anybody's message in the guild, as a moderator may.
pub(crate) async fn delete(
    Someone(person): Someone,
    Path(which): Path<Which>,
    State(shared): State<Arc<Shared>>,
) -> Reply<Gone> {
    let mut world = shared.world();
    let found = which.find(&world, person)?;
    if !world.in_guild(found.channel) || found.only_for.is_some() {
        return Err(Refusal::bad("This message is nobody's to moderate."));
    }
    let (id, message) = (found.id, view::message(&world, person, found));
    world.remove(id);
    Ok(Json(Gone { message, event: Id(world.new_id()) }))
}

//! What people do as moderators.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};

use super::act::ComponentPath;
use super::reply::{Refusal, Reply};
use super::seat::Someone;
use super::view::{self, SeenMessage};
use crate::shared::Shared;

/// Deletes anybody's message in the guild, as a moderator may. Returns how it was at last.
pub(crate) async fn delete(
    Someone(person): Someone,
    Path(which): Path<ComponentPath>,
    State(shared): State<Arc<Shared>>,
) -> Reply<SeenMessage> {
    let mut world = shared.world();
    let found = which.find(&world, person)?;
    if !world.in_guild(found.channel) || found.only_for.is_some() {
        return Err(Refusal::bad("This message is nobody's to moderate."));
    }
    let (id, message) = (found.id, view::message(&world, person, found));
    world.remove(id);
    Ok(Json(message))
}

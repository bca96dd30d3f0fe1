//! What Discord's client knows of Activities, and tells their frames.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

use super::reply::{Refusal, Reply};
use super::seat::Someone;
use crate::secret;
use crate::shared::Shared;

#[derive(Deserialize)]
pub(crate) struct InstancePath {
    instance: String,
}

/// A code for the application, by which it learns who somebody is.
#[derive(Serialize)]
pub(crate) struct Authorized {
    code: String,
}

/// The ids of the instances in which a person takes part.
pub(crate) async fn running(Someone(person): Someone, State(shared): State<Arc<Shared>>) -> Json<Vec<String>> {
    let world = shared.world();
    let own = world.activities.instances.iter().filter(|it| it.1.people.contains(&person));
    Json(own.map(|it| it.0.clone()).collect())
}

/// What the client answers to the frame's wish to know who somebody is.
pub(crate) async fn authorize(
    Someone(person): Someone,
    Path(InstancePath { instance }): Path<InstancePath>,
    State(shared): State<Arc<Shared>>,
) -> Reply<Authorized> {
    let mut world = shared.world();
    let takes_part = world.activities.instances.get(&instance).is_some_and(|it| it.people.contains(&person));
    if !takes_part {
        return Err(Refusal::missing("This person is in no such Activity."));
    }
    let code = secret::random();
    world.activities.codes.insert(code.clone(), person);
    Ok(Json(Authorized { code }))
}

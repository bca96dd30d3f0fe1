//! Activities: how they are launched, and what the bot asks about them.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::record::Read;
use crate::activities::Instance;
use crate::error::ApiError;
use crate::ids::{BOT, GUILD};
use crate::objects::{CurrentUser, Id, User};
use crate::page_event::PageEvent;
use crate::secret;
use crate::shared::Shared;
use crate::world::World;

/// Launches the Activity for whoever used an interaction, and returns the id of the instance: the one that runs in the
/// channel, if one does.
pub(crate) fn launch(world: &mut World, channel: u64, person: u64) -> String {
    let new = format!("i-{}-gc-{GUILD}-{channel}", world.new_id());
    let id = world.activities.join(channel, person, new);
    world.announce(channel, Some(person), PageEvent::Activity { instance: id.clone(), channel: Id(channel) });
    id
}

/// Exchanges a code for a token (`POST /oauth2/token`).
pub(crate) async fn exchange(State(shared): State<Arc<Shared>>, request: Request) -> Result<Json<Value>, ApiError> {
    let sent = request.extensions().get::<Read>().map(|it| it.value.clone()).unwrap_or_default();
    let said = |name: &str| sent[name].as_str().unwrap_or_default().to_owned();
    let app = shared.settings.activity.as_ref();
    let is_known = app.is_some_and(|it| it.secret == said("client_secret")) && said("client_id") == BOT.to_string();
    if !is_known || said("grant_type") != "authorization_code" {
        return Err(ApiError::unauthorized());
    }
    let mut world = shared.world();
    let person = world.activities.codes.remove(&said("code")).ok_or_else(ApiError::malformed)?;
    let token = secret::random();
    world.activities.tokens.insert(token.clone(), person);
    Ok(Json(json!({ "access_token": token, "token_type": "Bearer", "expires_in": 604_800, "scope": "identify" })))
}

/// The user of a token, or the bot (`GET /users/@me`).
pub(crate) async fn me(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Response {
    let world = shared.world();
    let given = headers.get(header::AUTHORIZATION).and_then(|it| it.to_str().ok()).unwrap_or_default();
    if given.strip_prefix("Bot ") == Some(shared.token.as_str()) {
        return world.person(BOT).map(|it| Json(CurrentUser::from(it)).into_response()).unwrap_or_default();
    }
    let known = given.strip_prefix("Bearer ").and_then(|it| world.activities.tokens.get(it));
    match known.and_then(|it| world.person(*it)) {
        Some(person) => Json(User::from(person)).into_response(),
        None => ApiError::unauthorized().into_response(),
    }
}

/// Who is in an instance (`GET /applications/{app}/activity-instances/{instance}`).
pub(crate) async fn instance(
    State(shared): State<Arc<Shared>>,
    Path((_, id)): Path<(String, String)>,
) -> Result<Json<Value>, ApiError> {
    let world = shared.world();
    let Instance { channel, people } = world.activities.instances.get(&id).ok_or_else(ApiError::not_found)?;
    let location = json!({ "id": format!("gc-{GUILD}-{channel}"), "kind": "gc",
                           "channel_id": Id(*channel), "guild_id": Id(GUILD) });
    let people: Vec<Id> = people.iter().copied().map(Id).collect();
    Ok(Json(json!({ "application_id": Id(BOT), "instance_id": id, "launch_id": Id(BOT), "location": location,
                    "users": people })))
}

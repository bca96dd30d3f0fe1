//! What people do and see, as JSON under `/people`.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, body};
use futures::stream::{self, Stream};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::Shared;
use super::world::World;

mod act;
mod command;
mod view;
mod write;

pub(crate) use write::write;

/// A refusal, told in a sentence.
#[derive(Debug)]
pub(crate) struct Refusal(StatusCode, String);

impl Refusal {
    /// The call makes no sense.
    pub(crate) fn bad(sentence: impl Into<String>) -> Self {
        Self(StatusCode::BAD_REQUEST, sentence.into())
    }

    /// There is no such thing.
    pub(crate) fn missing(sentence: impl Into<String>) -> Self {
        Self(StatusCode::NOT_FOUND, sentence.into())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({"error": self.1}))).into_response()
    }
}

/// What a call gives back.
pub(crate) type Reply = Result<Json<Value>, Refusal>;

/// The routes of people.
pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/world", get(view::world))
        .route("/{person}/channels/{channel}/messages", get(view::messages).post(write::say))
        .route("/{person}/messages/{message}/component", post(act::component))
        .route("/{person}/channels/{channel}/command", post(command::invoke))
        .route("/{person}/channels/{channel}/autocomplete", post(command::autocomplete))
        .route("/{person}/modals", get(view::modals))
        .route("/{person}/modals/{interaction}", post(act::modal))
        .route("/{person}/events", get(events))
        .fallback(|| async { Refusal::missing("There is nothing here.") })
        .method_not_allowed_fallback(|| async {
            Refusal(StatusCode::METHOD_NOT_ALLOWED, "This cannot be done here.".to_owned())
        })
}

/// The JSON body of a call.
pub(crate) async fn read(request: Request) -> Result<Value, Refusal> {
    let bytes = body::to_bytes(request.into_body(), 1 << 20)
        .await
        .map_err(|_| Refusal::bad("The body is too large or broke off."))?;
    let value: Value = serde_json::from_slice(&bytes).map_err(|_| Refusal::bad("The body is not JSON."))?;
    if value.is_object() { Ok(value) } else { Err(Refusal::bad("The body is not an object.")) }
}

/// A person by the id in a path.
pub(crate) fn person(world: &World, id: &str) -> Result<u64, Refusal> {
    id.parse()
        .ok()
        .filter(|id| *id != super::ids::BOT && world.person(*id).is_some())
        .ok_or_else(|| Refusal::missing("There is no such person."))
}

/// A channel by the id in a path, if the person sees it.
pub(crate) fn channel(world: &World, person: u64, id: &str) -> Result<u64, Refusal> {
    id.parse()
        .ok()
        .filter(|id| world.sees(person, *id))
        .ok_or_else(|| Refusal::missing("This person sees no such channel."))
}

async fn events(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let (person, changes) = {
        let world = shared.world();
        (person(&world, &id)?, world.changes.subscribe())
    };
    let start = (shared, changes, VecDeque::<Value>::new());
    let stream = stream::unfold(start, move |(shared, mut changes, mut late)| async move {
        loop {
            if let Some(value) = late.pop_front() {
                return Some((Ok(Event::default().data(value.to_string())), (shared, changes, late)));
            }
            let told = tokio::select! {
                () = shared.stop.cancelled() => return None,
                told = changes.recv() => told,
            };
            let world = shared.world();
            match told {
                Ok(change) => {
                    let visible =
                        world.sees(person, change.channel) && change.only_for.is_none_or(|only| only == person);
                    if visible {
                        late.push_back((*change.event).clone());
                    }
                }
                // Whoever listens too slowly learns that everything may have changed.
                Err(RecvError::Lagged(_)) => {
                    let seen = world.channels.iter().filter(|c| world.sees(person, c.id));
                    late.extend(seen.map(|c| json!({"type": "change", "channel": c.id.to_string()})));
                }
                Err(RecvError::Closed) => return None,
            }
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

//! What people do and see, as JSON under `/people`, for whoever has the key.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Serialize;

use super::Shared;

mod act;
mod command;
mod events;
mod modal;
mod moderate;
mod seat;
mod typed;
mod view;
mod write;

pub(crate) use write::{Line, write};

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

#[derive(Serialize)]
struct RefusalBody {
    error: String,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(RefusalBody { error: self.1 })).into_response()
    }
}

/// What an archived thread does not take.
const ARCHIVED: &str = "This thread is archived: write something to take it up again.";

/// What a call gives back.
pub(crate) type Reply<T> = Result<Json<T>, Refusal>;

/// The routes of people.
pub(crate) fn router(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    let check = middleware::from_fn_with_state(Arc::clone(shared), check_key);
    let routes = Router::new()
        .route("/world", get(view::world))
        .route("/{person}/channels/{channel}/messages", get(view::messages).post(write::say))
        .route("/{person}/messages/{message}", delete(moderate::delete))
        .route("/{person}/messages/{message}/component", post(act::component))
        .route("/{person}/channels/{channel}/command", post(command::invoke))
        .route("/{person}/channels/{channel}/autocomplete", post(command::autocomplete))
        .route("/{person}/modals", get(modal::open))
        .route("/{person}/modals/{interaction}", post(modal::submit).delete(modal::dismiss))
        .route("/{person}/events", get(events::events))
        .fallback(|| async { Refusal::missing("There is nothing here.") })
        .method_not_allowed_fallback(|| async {
            Refusal(StatusCode::METHOD_NOT_ALLOWED, "This cannot be done here.".to_owned())
        })
        .layer(check);
    Router::new().nest("/people", routes)
}

async fn check_key(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    if shared.key.opens(request.headers()) {
        return next.run(request).await;
    }
    let sentence = "Open the address that the playground printed: it carries the key.";
    Refusal(StatusCode::UNAUTHORIZED, sentence.to_owned()).into_response()
}

/// The interaction that a deed began.
#[derive(Serialize)]
pub(crate) struct InteractionId {
    interaction: super::objects::Id,
}

impl InteractionId {
    /// This one.
    pub(crate) fn new(interaction: u64) -> Json<Self> {
        Json(Self { interaction: super::objects::Id(interaction) })
    }
}

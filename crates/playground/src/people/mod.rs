//! What people do and see, as JSON under `/people`, for whoever has the key.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{delete, get, post};

use super::shared::Shared;

mod act;
mod activity;
mod attached;
mod command;
mod context_menu;
mod events;
mod modal;
mod moderate;
mod reply;
mod seat;
mod typed;
mod view;
mod write;

use reply::Refusal;
pub(crate) use write::{Line, write};

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
        .route("/{person}/channels/{channel}/context-menu", post(context_menu::choose))
        .route("/{person}/modals", get(modal::open))
        .route("/{person}/modals/{interaction}", post(modal::submit).delete(modal::dismiss))
        .route("/{person}/activities", get(activity::running))
        .route("/{person}/activities/{instance}", post(activity::authorize))
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

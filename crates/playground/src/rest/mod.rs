//! REST as the bot speaks it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};

use super::error::ApiError;
use super::shared::Shared;

mod activity;
mod answer;
mod callback;
mod channels;
mod commands;
mod extract;
pub(crate) mod files;
mod guilds;
mod info;
mod messages;
mod passage;
mod record;
mod threads;
mod users;
mod webhooks;

/// The routes of REST; every request is recorded.
pub(crate) fn router(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    let routes = with_token(shared).merge(open());
    let routes = routes
        .fallback(|| async { ApiError::not_found() })
        .method_not_allowed_fallback(|| async { ApiError::wrong_method() });
    let record = middleware::from_fn_with_state(Arc::clone(shared), record::record);
    Router::new().nest("/api/v10", routes).layer(record)
}

/// The routes that need no token of the bot, or have one of their own in their path.
fn open() -> Router<Arc<Shared>> {
    Router::new()
        .route("/gateway", get(info::gateway))
        .route("/oauth2/token", post(activity::exchange))
        .route("/users/@me", get(activity::me))
        .route("/interactions/{interaction}/{token}/callback", post(callback::callback))
        .route("/webhooks/{app}/{token}", post(webhooks::follow_up))
        .route(
            "/webhooks/{app}/{token}/messages/{message}",
            get(webhooks::get).patch(webhooks::edit).delete(webhooks::delete),
        )
}

/// The routes that need the bot's token.
fn with_token(shared: &Arc<Shared>) -> Router<Arc<Shared>> {
    let check = middleware::from_fn_with_state(Arc::clone(shared), check_token);
    Router::new()
        .route("/gateway/bot", get(info::gateway_bot))
        .route("/applications/@me", get(info::application))
        .route("/applications/{app}/activity-instances/{instance}", get(activity::instance))
        .route("/oauth2/applications/@me", get(info::application))
        .merge(people())
        .merge(places())
        .merge(app_commands())
        .route_layer(check)
}

fn people() -> Router<Arc<Shared>> {
    Router::new()
        .route("/users/@me/channels", post(users::open_direct))
        .route("/users/@me/guilds", get(users::guilds))
        .route("/users/{user}", get(users::user))
        .route("/guilds/{guild}", get(guilds::guild))
        .route("/guilds/{guild}/channels", get(guilds::channels))
        .route("/guilds/{guild}/roles", get(guilds::roles))
        .route("/guilds/{guild}/members", get(guilds::members))
        .route("/guilds/{guild}/members/search", get(guilds::search))
        .route("/guilds/{guild}/members/@me", get(guilds::me))
        .route("/guilds/{guild}/members/{member}", get(guilds::member))
}

fn places() -> Router<Arc<Shared>> {
    const REACTIONS: &str = "/channels/{channel}/messages/{message}/reactions/{emoji}";
    let reaction = || put(messages::react).delete(messages::react);
    Router::new()
        .route("/channels/{channel}", get(channels::get).patch(threads::change).delete(threads::delete))
        .route("/channels/{channel}/threads", post(threads::begin))
        .route("/channels/{channel}/messages/{message}/threads", post(threads::begin_from))
        .route("/channels/{channel}/thread-members", get(threads::members))
        .route("/channels/{channel}/thread-members/{user}", put(threads::add).delete(threads::take_out))
        .route("/guilds/{guild}/threads/active", get(threads::active))
        .route("/channels/{channel}/typing", post(channels::typing))
        .route("/channels/{channel}/messages", get(messages::list).post(messages::create))
        .route(
            "/channels/{channel}/messages/{message}",
            get(messages::get).patch(messages::edit).delete(messages::delete),
        )
        .route("/channels/{channel}/messages/{message}/reactions", axum::routing::delete(messages::react))
        .route(REACTIONS, reaction())
        .route(&format!("{REACTIONS}/{{user}}"), reaction())
}

fn app_commands() -> Router<Arc<Shared>> {
    ["/applications/{app}/commands", "/applications/{app}/guilds/{guild}/commands"].into_iter().fold(
        Router::new(),
        |router, path| {
            router
                .route(path, get(commands::list).put(commands::replace).post(commands::create))
                .route(&format!("{path}/{{command}}"), get(commands::get).delete(commands::delete))
        },
    )
}

async fn check_token(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|it| it.to_str().ok());
    if given.and_then(|it| it.strip_prefix("Bot ")) == Some(shared.token.as_str()) {
        next.run(request).await
    } else {
        ApiError::unauthorized().into_response()
    }
}

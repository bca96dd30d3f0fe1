//! What the bot asks about itself and the gateway.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use crate::ids::{ANN, BOT};
use crate::objects::Application;
use crate::shared::Shared;

/// Where the gateway is.
#[derive(Serialize)]
pub(crate) struct Gateway {
    url: String,
}

/// Where the gateway is, and how sessions may begin.
#[derive(Serialize)]
pub(crate) struct GatewayBot {
    url: String,
    shards: u64,
    session_start_limit: SessionStartLimit,
}

#[derive(Serialize)]
struct SessionStartLimit {
    total: u64,
    remaining: u64,
    reset_after: u64,
    max_concurrency: u64,
}

/// Tells where the gateway is.
pub(crate) async fn gateway(State(shared): State<Arc<Shared>>) -> Json<Gateway> {
    Json(Gateway { url: shared.gateway_url() })
}

/// Tells where the gateway is, and how sessions may begin.
pub(crate) async fn gateway_bot(State(shared): State<Arc<Shared>>) -> Json<GatewayBot> {
    let session_start_limit = SessionStartLimit { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 };
    Json(GatewayBot { url: shared.gateway_url(), shards: 1, session_start_limit })
}

/// The bot's application.
pub(crate) async fn application(State(shared): State<Arc<Shared>>) -> Json<Application> {
    let world = shared.world();
    let name = world.person(BOT).map_or("", |it| it.name);
    Json(Application::new(name, world.person(ANN), world.message_content))
}

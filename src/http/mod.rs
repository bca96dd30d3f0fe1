//! Adapter: HTTP for monitoring. `/healthz`: the process is alive; `/readyz`: it can serve; `/metrics`: what it has
//! done, in Prometheus' text format.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use async_trait::async_trait;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

/// What can be asked about the process.
#[async_trait]
pub trait Inspected: Send + Sync {
    /// Why the process cannot serve now, in words; empty if it can.
    async fn hindrances(&self) -> Vec<String>;
    /// All metrics, in Prometheus' text format.
    async fn metrics(&self) -> String;
}

/// The address cannot be listened on.
#[derive(Debug, thiserror::Error)]
#[error("PARLOR_HTTP_ADDR is {address}, which can't be listened on: {source}")]
pub struct ListenError {
    address: SocketAddr,
    source: io::Error,
}

/// Listens on an address, so that an error is known at once.
pub async fn listen(address: SocketAddr) -> Result<TcpListener, ListenError> {
    TcpListener::bind(address).await.map_err(|source| ListenError { address, source })
}

/// Serves requests forever.
pub async fn serve(listener: TcpListener, inspected: Arc<dyn Inspected>) -> io::Result<()> {
    let routes = Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(measured))
        .with_state(inspected);
    axum::serve(listener, routes).await
}

async fn ready(State(inspected): State<Arc<dyn Inspected>>) -> Response {
    let hindrances = inspected.hindrances().await;
    match hindrances.is_empty() {
        true => "ready\n".into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, hindrances.join("\n") + "\n").into_response(),
    }
}

async fn measured(State(inspected): State<Arc<dyn Inspected>>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, inspected.metrics().await).into_response()
}

//! How the process is, told by HTTP. `/healthz`: it is alive; `/readyz`: it can serve; `/metrics`: what it has done, in
//! Prometheus' text format.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::task::TaskTracker;

use super::role::Role;
use discord::{ChatAnnouncer, Sessions};
use engine::Pool;
use play::ports::{Backlog, Clock, DueTable, Store};

/// How long a readiness check waits for the database.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

/// How often the metrics are cleaned up, whether or not anybody reads them.
const UPKEEP: Duration = Duration::from_secs(5);

/// What is told of the process from its start on.
pub(super) struct Health {
    measured: PrometheusHandle,
    /// Set once the database is open.
    parts: OnceLock<ProcessParts>,
}

/// The parts of the process that tell how it is.
pub(super) struct ProcessParts {
    pub store: Arc<dyn Store>,
    pub role: Role,
    pub sessions: Arc<Sessions>,
    pub announcer: Arc<ChatAnnouncer>,
    pub pool: Arc<Pool>,
    pub clock: Arc<dyn Clock>,
    /// Closed once the process is stopping.
    pub under_way: TaskTracker,
}

impl Health {
    /// Serves requests by tasks of their own, also while the process waits for its database; an error if the address
    /// cannot be listened on.
    pub async fn serve(tasks: &mut JoinSet<()>, address: SocketAddr) -> anyhow::Result<Arc<Self>> {
        let health = Arc::new(Self { measured: metrics::keep()?, parts: OnceLock::new() });
        let listener = TcpListener::bind(address).await;
        let listener =
            listener.with_context(|| format!("PARLOR_HTTP_ADDR is {address}, which can't be listened on"))?;
        let routes = Router::new()
            .route("/healthz", get(async || "ok\n"))
            .route("/readyz", get(ready))
            .route("/metrics", get(measured))
            .with_state(Arc::clone(&health));
        tasks.spawn(async move {
            if let Err(error) = axum::serve(listener, routes).await {
                tracing::error!(%error, "health and metrics are told no longer");
            }
        });
        let measured = health.measured.clone();
        tasks.spawn(async move {
            loop {
                tokio::time::sleep(UPKEEP).await;
                measured.run_upkeep();
            }
        });
        Ok(health)
    }

    /// From now on, the process is ready if nothing in these parts says otherwise.
    pub fn look_into(&self, parts: ProcessParts) {
        // It is called once.
        let _ = self.parts.set(parts);
    }
}

async fn ready(State(health): State<Arc<Health>>) -> Response {
    let hindrances = match health.parts.get() {
        Some(parts) => parts.hindrances().await,
        None => vec!["the database isn't open yet".to_owned()],
    };
    match hindrances.is_empty() {
        true => "ready\n".into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, hindrances.join("\n") + "\n").into_response(),
    }
}

async fn measured(State(health): State<Arc<Health>>) -> Response {
    if let Some(parts) = health.parts.get() {
        parts.measure().await;
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], health.measured.render()).into_response()
}

impl ProcessParts {
    /// Updates the metrics that are not measured as events happen.
    async fn measure(&self) {
        let (waiting, running) = self.pool.load();
        metrics::engine_load(waiting, running);
        let now = self.clock.now();
        for table in DueTable::ALL {
            match tokio::time::timeout(DATABASE_TIMEOUT, self.store.backlog(table, now)).await {
                Ok(Ok(Backlog { due, oldest, set_aside })) => {
                    let oldest = oldest.map_or(Duration::ZERO, |since| now.duration_since(since).unsigned_abs());
                    metrics::backlog(table.name(), due, oldest, set_aside);
                }
                Ok(Err(error)) => tracing::warn!(%error, "what is due could not be counted"),
                Err(_) => tracing::warn!("what is due could not be counted in time"),
            }
        }
    }

    /// Why the process cannot serve, in words.
    async fn hindrances(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.under_way.is_closed() {
            found.push("the process is stopping".to_owned());
        }
        match tokio::time::timeout(DATABASE_TIMEOUT, self.store.ping()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => found.push(error.to_string()),
            Err(_) => found.push("the database doesn't answer in time".to_owned()),
        }
        match self.role {
            Role::Bot => found.extend(self.sessions.hindrance()),
            // It has no gateway connection, and only sends.
            Role::Worker if !self.announcer.is_attached() => found.push("Discord hasn't answered yet".to_owned()),
            Role::Worker => {}
        }
        found
    }
}

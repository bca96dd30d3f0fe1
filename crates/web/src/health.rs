//! How the process is. `/healthz`: it is alive; `/readyz`: it can serve; `/metrics`: what it has done, in Prometheus' text
//! format.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Context as _;
use async_trait::async_trait;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// How often the metrics are cleaned up, whether or not anybody reads them.
const UPKEEP: Duration = Duration::from_secs(5);

/// What knows how the process is, once its database is open.
#[async_trait]
pub trait Examiner: Send + Sync {
    /// Why the process cannot serve, in words.
    async fn hindrances(&self) -> Vec<String>;
    /// Updates the metrics that are not measured as events happen.
    async fn measure(&self);
}

/// What is told of the process from its start on.
pub struct Health {
    measured: PrometheusHandle,
    /// Set once the database is open.
    examiner: OnceLock<Box<dyn Examiner>>,
}

impl Health {
    /// Serves requests by tasks of their own, also while the process waits for its database; an error if the address
    /// cannot be listened on.
    pub async fn serve(tasks: &mut JoinSet<()>, address: SocketAddr) -> anyhow::Result<Arc<Self>> {
        let health = Arc::new(Self { measured: metrics::keep()?, examiner: OnceLock::new() });
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

    /// From now on, the process is ready if its examiner finds nothing.
    pub fn ask(&self, examiner: impl Examiner + 'static) {
        // It is called once.
        let _ = self.examiner.set(Box::new(examiner));
    }
}

async fn ready(State(health): State<Arc<Health>>) -> Response {
    let hindrances = match health.examiner.get() {
        Some(examiner) => examiner.hindrances().await,
        None => vec!["the database isn't open yet".to_owned()],
    };
    match hindrances.is_empty() {
        true => "ready\n".into_response(),
        false => (StatusCode::SERVICE_UNAVAILABLE, hindrances.join("\n") + "\n").into_response(),
    }
}

async fn measured(State(health): State<Arc<Health>>) -> Response {
    if let Some(examiner) = health.examiner.get() {
        examiner.measure().await;
    }
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], health.measured.render()).into_response()
}

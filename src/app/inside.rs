//! What `http` reports about this process.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio_util::task::TaskTracker;

use super::Role;
use crate::http::Inspected;
use discord::{ChatAnnouncer, Sessions};
use engine::Pool;
use play::ports::{Clock, Store};

/// How long a readiness check waits for the database.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

/// How often the metrics are cleaned up, whether or not anybody reads them.
const UPKEEP: Duration = Duration::from_secs(5);

/// The parts of the process that report on its state.
pub(super) struct Inside {
    pub store: Arc<dyn Store>,
    pub role: Role,
    pub sessions: Arc<Sessions>,
    pub announcer: Arc<ChatAnnouncer>,
    pub pool: Arc<Pool>,
    pub clock: Arc<dyn Clock>,
    /// Closed once the process is stopping.
    pub under_way: TaskTracker,
}

impl Inside {
    /// Updates the metrics that are not measured as events happen.
    async fn look(&self) {
        let (waiting, running) = self.pool.load();
        metrics::engine_load(waiting, running);
        let now = self.clock.now();
        match tokio::time::timeout(DATABASE_TIMEOUT, self.store.backlog(now)).await {
            Ok(Ok(backlog)) => {
                let oldest = backlog.oldest.map_or(Duration::ZERO, |since| now.duration_since(since).unsigned_abs());
                metrics::backlog(backlog.due, oldest, backlog.set_aside);
                metrics::cards(backlog.cards, backlog.cards_given_up);
            }
            Ok(Err(error)) => tracing::warn!(%error, "what is due could not be counted"),
            Err(_) => tracing::warn!("what is due could not be counted in time"),
        }
    }

    /// Why the process cannot reach Discord, in words, if it cannot. A worker has no gateway connection, and only
    /// sends.
    fn away(&self) -> Option<String> {
        match self.role {
            Role::Bot => self.sessions.hindrance(),
            Role::Worker => (!self.announcer.is_attached()).then(|| "Discord hasn't answered yet".to_owned()),
        }
    }

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
        found.extend(self.away());
        found
    }
}

/// What is told of the process from its start on.
pub(super) struct Overview {
    measured: PrometheusHandle,
    /// Set once the database is open.
    inside: OnceLock<Inside>,
}

impl Overview {
    /// An overview of a process that has only begun.
    pub fn new(measured: PrometheusHandle) -> Self {
        Self { measured, inside: OnceLock::new() }
    }

    /// From now on, the process is ready if nothing in these parts says otherwise.
    pub fn look_into(&self, inside: Inside) {
        // It is called once.
        let _ = self.inside.set(inside);
    }

    /// Keeps the metrics small; runs forever.
    pub async fn keep_up(self: Arc<Self>) {
        loop {
            tokio::time::sleep(UPKEEP).await;
            self.measured.run_upkeep();
        }
    }
}

#[async_trait]
impl Inspected for Overview {
    async fn hindrances(&self) -> Vec<String> {
        match self.inside.get() {
            Some(inside) => inside.hindrances().await,
            None => vec!["the database isn't open yet".to_owned()],
        }
    }

    async fn metrics(&self) -> String {
        if let Some(inside) = self.inside.get() {
            inside.look().await;
        }
        self.measured.render()
    }
}

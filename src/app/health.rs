//! How the process is: what hinders it from serving, and what is measured of it when somebody asks.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use tokio_util::task::TaskTracker;

use super::role::Role;
use discord::{ChatAnnouncer, Sessions};
use engine::Pool;
use play::ports::{Backlog, Clock, DueTable, Store};
use web::health::Examiner;

/// How long a check waits for the database.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

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

#[async_trait]
impl Examiner for ProcessParts {
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

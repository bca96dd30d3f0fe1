//! The critical moments at which a bot is killed, as seen from outside: something that it sends passes a tripwire, or its
//! SQLite file changes. So the bot is the same program that people run, without hooks.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use parking_lot::Mutex;
use tokio::sync::oneshot;

/// By this long after a wire was tripped, the process that waits behind it has been killed.
pub(crate) const KILLED_BY_THEN: Duration = Duration::from_secs(5);

/// How often a file is checked: more often than a commit takes.
const POLL_INTERVAL: Duration = Duration::from_micros(100);

/// An instant at which a process may be killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    /// At any time.
    Any,
    /// A post is on its way, and Discord has not received it.
    BeforePost,
    /// Discord has accepted a post, and the process does not know.
    AfterPost,
    /// A COMMIT is on its way, and the database has not received it.
    BeforeCommit,
    /// The database has committed, and the process does not know.
    AfterCommit,
    /// A transaction is being written to the database's file: only with SQLite.
    DuringCommit,
}

/// A wire across everything that one process sends; clones share its state.
#[derive(Clone, Default)]
pub(crate) struct Tripwire(Arc<Mutex<Option<Armed>>>);

/// The moment, and who is told when it has come.
type Armed = (Moment, oneshot::Sender<()>);

impl Tripwire {
    /// Waits until the process reaches that moment, but not for long.
    pub async fn wait(&self, moment: Moment, patience: Duration) {
        if moment == Moment::Any {
            return;
        }
        let (tripped, wait) = oneshot::channel();
        *self.0.lock() = Some((moment, tripped));
        // Whether or not it has reached the moment, the process is killed now.
        let _ = tokio::time::timeout(patience, wait).await;
    }

    /// The process has reached a moment. Returns whether it must go no further.
    pub fn trip(&self, moment: Moment) -> bool {
        self.0.lock().take_if(|it| it.0 == moment).is_some_and(|it| it.1.send(()).is_ok())
    }

    /// Whether the wire is armed for that moment.
    pub fn is_armed(&self, moment: Moment) -> bool {
        self.0.lock().as_ref().is_some_and(|it| it.0 == moment)
    }
}

/// Waits until something is written to the write-ahead log of this SQLite file, but not for long.
pub(crate) async fn wait_for_write(database: &Path, patience: Duration) {
    let mut log = database.as_os_str().to_owned();
    log.push("-wal");
    // The log's length and the time of its last change; `None` while it does not exist.
    let last_write = move || -> Option<(u64, SystemTime)> {
        let metadata = Path::new(&log).metadata().ok()?;
        Some((metadata.len(), metadata.modified().ok()?))
    };
    let watch = move || {
        let (start, before) = (Instant::now(), last_write());
        while last_write() == before && start.elapsed() < patience {
            std::thread::sleep(POLL_INTERVAL);
        }
    };
    // Whether or not a write was seen, the bot is killed now.
    let _ = tokio::task::spawn_blocking(watch).await;
}

//! Detects from outside when a bot commits to SQLite: the write-ahead log next to the database changes.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// How often the log is checked: more often than a commit takes.
const POLL_INTERVAL: Duration = Duration::from_micros(100);

/// Waits until something is written to the log of this database file, but not for long.
pub(crate) async fn wait_for_write(database: &Path, patience: Duration) {
    let log = log_of(database);
    let watch = move || {
        let (start, before) = (Instant::now(), last_write(&log));
        while last_write(&log) == before && start.elapsed() < patience {
            std::thread::sleep(POLL_INTERVAL);
        }
    };
    // Whether or not a write was seen, the bot is killed now.
    let _ = tokio::task::spawn_blocking(watch).await;
}

fn log_of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

/// The log's length and the time of its last change; `None` while it does not exist.
fn last_write(log: &Path) -> Option<(u64, SystemTime)> {
    let metadata = log.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Longer than a test may take.
    const WAIT_TIMEOUT: Duration = Duration::from_secs(30);

    #[tokio::test]
    async fn a_write_is_seen_as_it_happens() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("a.db");
        std::fs::write(log_of(&database), "before").unwrap();
        let start = Instant::now();
        let writing = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            std::fs::write(folder.path().join("a.db-wal"), "a commit").unwrap();
        };
        tokio::join!(wait_for_write(&database, WAIT_TIMEOUT), writing);
        let waited = start.elapsed();
        assert!(waited >= Duration::from_millis(200) && waited < WAIT_TIMEOUT, "{waited:?}");
    }
}

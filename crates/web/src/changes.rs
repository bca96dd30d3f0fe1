//! Which matches pages look at, and when these change.

use std::collections::HashMap;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;

use play::MatchId;
use play::ports::{ChangeSignal, LinkStore, Progress};

/// How often the database is asked whether other processes have changed matches that are looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// Which matches pages look at, and whether they have changed.
#[derive(Default)]
pub struct Changes(Mutex<HashMap<MatchId, Watched>>);

/// A match that pages look at.
struct Watched {
    /// Changes whenever the match may have changed.
    ticks: watch::Sender<u64>,
    /// How far it was by the last poll.
    progress: Option<Progress>,
}

impl Changes {
    /// Receives a tick whenever a match may have changed.
    pub(crate) fn of(&self, id: MatchId) -> watch::Receiver<u64> {
        let mut watched = self.0.lock();
        let new = || Watched { ticks: watch::channel(0).0, progress: None };
        watched.entry(id).or_insert_with(new).ticks.subscribe()
    }

    /// Polls the database forever for what other processes change.
    pub async fn poll(&self, store: &dyn LinkStore) {
        loop {
            tokio::time::sleep(POLL_INTERVAL).await;
            let ids: Vec<MatchId> = {
                let mut watched = self.0.lock();
                watched.retain(|_, it| it.ticks.receiver_count() > 0);
                watched.keys().copied().collect()
            };
            for ids in ids.chunks(500) {
                match store.progress(ids).await {
                    Ok(progress) => self.note(&progress),
                    Err(error) => tracing::warn!(%error, "open boards may be out of date"),
                }
            }
        }
    }

    fn note(&self, progress: &[(MatchId, Progress)]) {
        let mut watched = self.0.lock();
        for (id, progress) in progress {
            if let Some(seen) = watched.get_mut(id)
                && seen.progress.replace(*progress) != Some(*progress)
            {
                seen.ticks.send_modify(|it| *it += 1);
            }
        }
    }
}

impl ChangeSignal for Changes {
    fn changed(&self, id: MatchId) {
        if let Some(watched) = self.0.lock().get(&id) {
            watched.ticks.send_modify(|it| *it += 1);
        }
    }
}

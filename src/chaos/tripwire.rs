//! Kills a process at an instant that matters: as what it has sent passes by.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

/// An instant at which a process may be killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moment {
    /// Whenever it is.
    Any,
    /// Something is said in chat, and Discord has not heard it.
    BeforePost,
    /// Discord has taken what was said, and the process does not know.
    AfterPost,
    /// A transaction is to be committed, and the database has not heard it.
    BeforeCommit,
    /// The database has committed, and the process does not know.
    AfterCommit,
    /// A transaction is being written to the database's file: only with SQLite, see [`super::wal`].
    DuringCommit,
}

/// After so long, a process that waits behind a wire that was tripped has been killed.
pub(super) const KILLED_BY_THEN: Duration = Duration::from_secs(5);

/// A wire across everything that one process sends; clones are the same one.
#[derive(Clone, Default)]
pub(super) struct Tripwire {
    armed: Arc<Mutex<Option<Armed>>>,
}

/// At which instant somebody wants to hear of it.
struct Armed {
    moment: Moment,
    tripped: oneshot::Sender<()>,
}

impl Tripwire {
    /// Waits until the process comes to that instant, but not for long.
    pub async fn wait(&self, moment: Moment, patience: Duration) {
        if moment == Moment::Any {
            return;
        }
        let (tripped, wait) = oneshot::channel();
        *self.armed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Armed { moment, tripped });
        // In vain or not, the process is killed now.
        let _ = tokio::time::timeout(patience, wait).await;
    }

    /// The process has come to an instant: whether it is to go no further.
    pub fn trip(&self, moment: Moment) -> bool {
        let mut armed = self.armed.lock().unwrap_or_else(PoisonError::into_inner);
        match armed.take_if(|it| it.moment == moment) {
            Some(taken) => taken.tripped.send(()).is_ok(),
            None => false,
        }
    }

    /// Whether it is to be tripped at that instant.
    pub fn is_armed(&self, moment: Moment) -> bool {
        self.armed.lock().unwrap_or_else(PoisonError::into_inner).as_ref().is_some_and(|it| it.moment == moment)
    }
}

//! Kills a process at a critical moment, when something that it has sent passes by.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;

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
    /// A transaction is being written to the database's file: only with SQLite, see [`super::wal`].
    DuringCommit,
}

/// By this long after a wire was tripped, the process that waits behind it has been killed.
pub(crate) const KILLED_BY_THEN: Duration = Duration::from_secs(5);

/// A wire across everything that one process sends; clones share its state.
#[derive(Clone, Default)]
pub(crate) struct Tripwire {
    armed: Arc<Mutex<Option<Armed>>>,
}

/// The armed moment, and who is told of it.
struct Armed {
    moment: Moment,
    tripped: oneshot::Sender<()>,
}

impl Tripwire {
    /// Waits until the process reaches that moment, but not for long.
    pub async fn wait(&self, moment: Moment, patience: Duration) {
        if moment == Moment::Any {
            return;
        }
        let (tripped, wait) = oneshot::channel();
        *self.armed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Armed { moment, tripped });
        // Whether or not it has reached the moment, the process is killed now.
        let _ = tokio::time::timeout(patience, wait).await;
    }

    /// The process has reached a moment. Returns whether it must go no further.
    pub fn trip(&self, moment: Moment) -> bool {
        let mut armed = self.armed.lock().unwrap_or_else(PoisonError::into_inner);
        match armed.take_if(|it| it.moment == moment) {
            Some(taken) => taken.tripped.send(()).is_ok(),
            None => false,
        }
    }

    /// Whether the wire is armed for that moment.
    pub fn is_armed(&self, moment: Moment) -> bool {
        self.armed.lock().unwrap_or_else(PoisonError::into_inner).as_ref().is_some_and(|it| it.moment == moment)
    }
}

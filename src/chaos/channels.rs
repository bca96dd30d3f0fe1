//! The channels of the guild in which people play: two that stay, and one that a moderator deletes now and then.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use playground::{Playground, ids};

/// The name of the channel that is deleted now and then.
const NAME: &str = "passing-through";

/// The channels of a run; clones share their state.
#[derive(Clone)]
pub(super) struct Channels {
    state: Arc<Mutex<State>>,
}

struct State {
    /// The channel that is deleted next.
    passing: u64,
    deleted: BTreeSet<u64>,
}

impl Channels {
    /// Opens the channel that is deleted later; the others exist already.
    pub fn open(playground: &Playground) -> Self {
        let state = State { passing: playground.open_channel(NAME), deleted: BTreeSet::new() };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The channels that exist now.
    pub fn all(&self) -> [u64; 3] {
        [ids::GAMES, ids::LOUNGE, self.state().passing]
    }

    /// Whether a channel was deleted.
    pub fn is_deleted(&self, channel: u64) -> bool {
        self.state().deleted.contains(&channel)
    }

    /// Deletes that channel with all its messages, and opens another one in its place.
    pub fn delete_one(&self, playground: &Playground) {
        let next = playground.open_channel(NAME);
        let old = {
            let mut state = self.state();
            let old = std::mem::replace(&mut state.passing, next);
            // Recorded first, so that nobody expects something in a channel that is gone.
            state.deleted.insert(old);
            old
        };
        playground.delete_channel(old);
    }
}

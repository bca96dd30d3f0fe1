//! The channels of the guild in which people play: two that stay, and one that a moderator deletes now and then.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use playground::{Playground, ids};

/// What the channel is called that doesn't stay.
const NAME: &str = "passing-through";

/// The channels of a run; clones are the same ones.
#[derive(Clone)]
pub(super) struct Channels {
    state: Arc<Mutex<State>>,
}

struct State {
    /// The one that is the next to be deleted.
    passing: u64,
    deleted: BTreeSet<u64>,
}

impl Channels {
    /// Opens the one that doesn't stay; the others are there.
    pub fn open(playground: &Playground) -> Self {
        let state = State { passing: playground.open_channel(NAME), deleted: BTreeSet::new() };
        Self { state: Arc::new(Mutex::new(state)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that there are now.
    pub fn all(&self) -> [u64; 3] {
        [ids::GAMES, ids::LOUNGE, self.state().passing]
    }

    /// Whether a channel was deleted.
    pub fn is_deleted(&self, channel: u64) -> bool {
        self.state().deleted.contains(&channel)
    }

    /// Deletes the one that doesn't stay, with all its messages; another one takes its place.
    pub fn delete_one(&self, playground: &Playground) {
        let next = playground.open_channel(NAME);
        let old = {
            let mut state = self.state();
            let old = std::mem::replace(&mut state.passing, next);
            // Nobody is to miss in it what is gone with it.
            state.deleted.insert(old);
            old
        };
        playground.delete_channel(old);
    }
}

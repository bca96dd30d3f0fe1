//! The places of the guild in which people play: two channels that stay, one that a moderator deletes now and then, and
//! the threads in them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use playground::{Playground, ThreadSeen, ids};

use play::{Match, threads};

/// The name of the channel that is deleted now and then.
const NAME: &str = "passing-through";

/// The channels of a run; clones share their state.
#[derive(Clone)]
pub(crate) struct Channels {
    playground: Playground,
    state: Arc<Mutex<State>>,
}

struct State {
    /// The channel that is deleted next.
    passing: u64,
    deleted: BTreeSet<u64>,
    deleted_threads: BTreeSet<u64>,
}

impl Channels {
    /// Opens the channel that is deleted later; the others exist already.
    pub fn open(playground: &Playground) -> Self {
        let state = State {
            passing: playground.open_channel(NAME),
            deleted: BTreeSet::new(),
            deleted_threads: BTreeSet::new(),
        };
        Self { playground: playground.clone(), state: Arc::new(Mutex::new(state)) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The channels that exist now.
    pub fn all(&self) -> [u64; 3] {
        [ids::GAMES, ids::LOUNGE, self.state().passing]
    }

    /// The threads that exist now.
    pub fn threads(&self) -> Vec<ThreadSeen> {
        self.playground.threads()
    }

    /// Whether a match is played in a channel that was deleted, or in a thread of one. A match whose thread alone was
    /// deleted goes on in the channel.
    pub fn have_lost(&self, current: &Match) -> bool {
        let channel = threads::parent(current).unwrap_or(current.place.channel);
        self.state().deleted.contains(&channel.0)
    }

    /// Whether the thread in which a match is played, or was, has been deleted.
    pub fn has_deleted_thread_of(&self, current: &Match) -> bool {
        self.state().deleted_threads.contains(&current.place.channel.0)
    }

    /// Whether a message was removed, by the bot or by a moderator.
    pub fn was_removed(&self, message: u64) -> bool {
        self.playground.removed_at(message).is_some()
    }

    /// Whether a message was removed before a later one came, so that the two were never visible together.
    pub fn was_removed_before(&self, message: u64, later: u64) -> bool {
        self.playground.removed_at(message).is_some_and(|event| event < later)
    }

    /// Archives a thread.
    pub fn archive(&self, thread: u64) {
        self.playground.archive(thread, true);
    }

    /// Says who may take an archived thread up again: only moderators, or everybody.
    pub fn lock(&self, thread: u64, locked: bool) {
        self.playground.lock(thread, locked);
    }

    /// Deletes a thread with all its messages.
    pub fn delete_thread(&self, thread: u64) {
        self.state().deleted_threads.insert(thread);
        self.playground.delete_thread(thread);
    }

    /// Deletes that channel with all its messages, and opens another one in its place.
    pub fn delete_one(&self) {
        let next = self.playground.open_channel(NAME);
        let old = {
            let mut state = self.state();
            let old = std::mem::replace(&mut state.passing, next);
            // Recorded first, so that nobody expects something in a channel that is gone.
            state.deleted.insert(old);
            old
        };
        self.playground.delete_channel(old);
    }
}

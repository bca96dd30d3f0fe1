//! The work in progress of this process: which matches it works on, and in how many of one channel at once.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};

use crate::core::Core;
use crate::ports::{OwnedBy, Release};
use crate::{ChannelId, MatchId};

/// How many claimed matches of one channel are worked on at once. Discord takes about one message per second there, so
/// more of them would only wait.
const AT_ONCE: usize = 5;

/// Does what is due.
pub struct Delivery {
    core: Arc<Core>,
    /// The matches that this process is working on; `true`: something has changed since, so look again.
    pub(super) in_progress: Mutex<HashMap<MatchId, bool>>,
    /// The matches that the engine is thinking about for this process, and at which version.
    pub(super) thinks_of: Mutex<HashMap<MatchId, u32>>,
    /// How many of the matches that it has claimed are in the same channel.
    pub(super) turns: Turns,
}

impl Delivery {
    pub fn new(core: Arc<Core>) -> Self {
        Self { core, in_progress: Mutex::default(), thinks_of: Mutex::default(), turns: Turns::default() }
    }
}

impl Deref for Delivery {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

impl Delivery {
    pub(super) fn begin_work(&self, id: MatchId) -> bool {
        let mut in_progress = self.in_progress.lock().unwrap_or_else(PoisonError::into_inner);
        match in_progress.get_mut(&id) {
            Some(again) => {
                *again = true;
                false
            }
            None => {
                in_progress.insert(id, false);
                true
            }
        }
    }

    /// Lets others work on a match if this task panics.
    pub(super) fn guard_work(&self, id: MatchId) -> WorkGuard<'_> {
        WorkGuard { delivery: self, id }
    }

    /// Stops working on a match. If something has changed since, somebody else is to look again.
    pub(super) fn leave_work(&self, id: MatchId) {
        let mut in_progress = self.in_progress.lock().unwrap_or_else(PoisonError::into_inner);
        if in_progress.remove(&id) == Some(true) {
            self.ports.waker.wake(id);
        }
    }

    /// Stops working on a match, unless something has changed since. Returns whether it stopped.
    pub(super) fn end_work(&self, id: MatchId) -> bool {
        let mut in_progress = self.in_progress.lock().unwrap_or_else(PoisonError::into_inner);
        match in_progress.get_mut(&id) {
            Some(again) if *again => {
                *again = false;
                false
            }
            _ => {
                in_progress.remove(&id);
                true
            }
        }
    }
}

/// Marks a match that this process is working on, until it is dropped.
pub(super) struct WorkGuard<'a> {
    delivery: &'a Delivery,
    id: MatchId,
}

impl Drop for WorkGuard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.delivery.in_progress.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
        }
    }
}

/// The claimed matches that are being worked on, and their channels.
#[derive(Default)]
pub(super) struct Turns(Mutex<HashMap<MatchId, ChannelId>>);

impl Turns {
    /// Begins the turn of a match in a channel; `None` if enough others have theirs.
    pub fn begin(&self, id: MatchId, channel: ChannelId) -> Option<Turn<'_>> {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if turns.values().filter(|it| **it == channel).count() >= AT_ONCE {
            return None;
        }
        turns.insert(id, channel);
        Some(Turn { turns: self, id })
    }

    /// Ends the turn of a match, if it has one, before the work is done: what it waits for now takes no room in its channel.
    pub fn end(&self, id: MatchId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }
}

/// The turn of a match, until it is dropped.
pub(super) struct Turn<'a> {
    turns: &'a Turns,
    id: MatchId,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.end(self.id);
    }
}

/// Whether to go on working on a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(super) enum Next {
    /// Something is done, or the match has changed: look again what is due.
    GoOn,
    /// It rests, waits for another try, or belongs to another process now.
    Stop,
}

impl From<Release> for Next {
    fn from(rest: Release) -> Self {
        match rest {
            Release::Changed => Self::GoOn,
            Release::Released | Release::NotOwner => Self::Stop,
        }
    }
}

impl From<OwnedBy> for Next {
    fn from(owner: OwnedBy) -> Self {
        match owner {
            OwnedBy::Us => Self::GoOn,
            OwnedBy::Other => Self::Stop,
        }
    }
}

//! The work on a match: what each step leads to, and in how many matches of one channel it goes on at once.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::core::Core;
use crate::ports::{OwnedBy, Release};
use crate::{ChannelId, Match, MatchId};

/// How many claimed matches of one channel are worked on at once. Discord takes about one message per second there, so
/// more of them would only wait.
const AT_ONCE: usize = 5;

/// Does what is due.
pub struct Delivery {
    core: Arc<Core>,
    /// The matches that the engine is thinking about for this process.
    pub(super) thoughts: Mutex<HashMap<MatchId, ThoughtOf>>,
    /// How many of the matches that it has claimed are in the same channel.
    pub(super) turns: Turns,
}

/// What the engine is thinking about.
#[derive(Clone, Copy)]
pub(super) struct ThoughtOf {
    pub version: u32,
    /// The latest revision of the match that is known.
    pub revision: u32,
}

impl Delivery {
    pub fn new(core: Arc<Core>) -> Self {
        Self { core, thoughts: Mutex::default(), turns: Turns::default() }
    }
}

impl Deref for Delivery {
    type Target = Core;

    fn deref(&self) -> &Core {
        &self.core
    }
}

/// What a step of the work on a match leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(super) enum Step {
    /// Something is done, or the match has changed: look again what is due.
    Done,
    /// The match, as it was at that revision, is given back.
    GiveBack(u32, Release),
    /// Another process owns it now.
    NotOwner,
}

impl Step {
    pub fn give_back(current: &Match, release: Release) -> Self {
        Self::GiveBack(current.revision, release)
    }
}

impl From<OwnedBy> for Step {
    fn from(owner: OwnedBy) -> Self {
        match owner {
            OwnedBy::Us => Self::Done,
            OwnedBy::Other => Self::NotOwner,
        }
    }
}

/// The claimed matches that are being worked on, and their channels.
#[derive(Default)]
pub(super) struct Turns(Mutex<HashMap<MatchId, ChannelId>>);

impl Turns {
    /// Begins the turn of a match in a channel; `None` if enough others have theirs.
    pub fn begin(&self, id: MatchId, channel: ChannelId) -> Option<Turn<'_>> {
        let mut turns = self.0.lock();
        if turns.values().filter(|it| **it == channel).count() >= AT_ONCE {
            return None;
        }
        turns.insert(id, channel);
        Some(Turn { turns: self, id })
    }

    /// Ends the turn of a match, if it has one, before the work is done: what it waits for now takes no room in its channel.
    pub fn end(&self, id: MatchId) {
        self.0.lock().remove(&id);
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

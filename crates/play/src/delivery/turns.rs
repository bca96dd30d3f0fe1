//! Taking turns: a channel in which everything takes long must not delay what is due in others.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::Delivery;
use crate::{ChannelId, Match, MatchId};

/// How many claimed matches of one channel are worked on at once. Discord takes about one message per second there, so
/// more of them would only wait.
const AT_ONCE: usize = 5;

/// How long a match waits for its turn before it is looked at again. By then, what was due earlier elsewhere comes first.
const NEXT_TURN: Duration = Duration::from_secs(3);

impl Delivery {
    /// Does everything that is due in a claimed match, as [`Delivery::show_due`] does, unless several matches of the same
    /// channel are being worked on: then it waits for its turn.
    pub async fn show_due_in_turn(&self, id: MatchId) {
        let current = match self.ports.store.find_owned(id).await {
            Ok(Some(current)) => current,
            // It is for the work itself to find out what is wrong with a match.
            Ok(None) | Err(_) => return self.show_due(id).await,
        };
        match self.turns.begin(id, current.place.channel) {
            Some(_turn) => self.show_due(id).await,
            None => self.wait_for_turn(&current).await,
        }
    }

    async fn wait_for_turn(&self, current: &Match) {
        // Whoever is working on it already must keep it.
        if !self.begin_work(current.id) {
            return;
        }
        // However this ends, the next one must be able to work on the match.
        let _guard = self.guard_work(current.id);
        // If this cannot be noted, the match waits until its lease ends.
        if let Err(error) = self.postpone(current, NEXT_TURN).await {
            tracing::warn!(match.id = current.id.0, %error, "a match waits long for its turn");
        }
        self.leave_work(current.id);
    }
}

/// The claimed matches that are being worked on, and their channels.
#[derive(Default)]
pub(super) struct Turns(Mutex<HashMap<MatchId, ChannelId>>);

impl Turns {
    /// Begins the turn of a match in a channel; `None` if enough others have theirs.
    fn begin(&self, id: MatchId, channel: ChannelId) -> Option<Turn<'_>> {
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
struct Turn<'a> {
    turns: &'a Turns,
    id: MatchId,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.turns.end(self.id);
    }
}

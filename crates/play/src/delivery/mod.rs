//! What is due in a match: its boards, notices, reminders, thread and moves of the engine, and what is tried again.
//!
//! No state of a match lives here: after every step, and after a crash at any instant, the store alone says what is due
//! ([`Delivery::show_due`]).

mod boards;
mod cards;
mod departures;
mod due;
mod engine_moves;
mod gone_places;
mod next;
mod notices;
mod retries;
mod threads;
mod turns;

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

use crate::MatchId;
use crate::core::Core;
use turns::Turns;

/// Does what is due.
pub struct Delivery {
    core: Arc<Core>,
    /// The matches that this process is working on; `true`: something has changed since, so look again.
    in_progress: Mutex<HashMap<MatchId, bool>>,
    /// The matches that the engine is thinking about for this process, and at which version.
    thinks_of: Mutex<HashMap<MatchId, u32>>,
    /// How many of the matches that it has claimed are in the same channel.
    turns: Turns,
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

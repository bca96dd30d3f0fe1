//! Where a run takes place: its people and channels, what they do, and what is seen there.

mod channels;
mod history;
mod onlooker;
mod person;
mod seen;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use playground::ids;

use play::Match;
use play::ports::Store;

pub(crate) use channels::Channels;
pub(crate) use history::{History, SaidMove, Stretch};
pub(crate) use onlooker::{IN_VIEW, Onlooker, Sighting};
pub(crate) use person::Person;
pub(crate) use seen::{BoardName, SeenMessage};

/// The person who is told directly that it's their turn, by choice, and sometimes takes no direct messages.
pub(crate) const DIRECTLY_TOLD: u64 = ids::BOB;

/// The channel in which that happens.
pub(crate) const DIRECT_CHANNEL: u64 = ids::BOB_DM;

/// What players, moderators, and the judge share.
pub(crate) struct Scene {
    pub store: Arc<dyn Store>,
    pub database_url: String,
    pub people: Vec<Person>,
    pub channels: Channels,
    pub onlooker: Onlooker,
    pub history: History,
    pub is_over: AtomicBool,
    /// Whether the known moves of a match have ever changed.
    pub has_changed_past: AtomicBool,
}

impl Scene {
    /// Whether the channel of a match has been deleted, with everything in it.
    pub fn has_lost_channel(&self, current: &Match) -> bool {
        self.channels.have_lost(current)
    }
}

//! How long a search may go on: limits set beforehand, and a flag to stop it from outside.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// Where a search ends; the first limit that is reached ends it. Without any it goes on until it is stopped, or until
/// the game is proven.
///
/// A search that only depth or nodes limit is exactly reproducible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Time from the beginning of the search.
    pub time: Option<Duration>,
}

impl Limits {
    pub const NONE: Self = Self { depth: None, nodes: None, time: None };

    /// Ends a search when it has looked this many plies ahead.
    pub const fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::NONE }
    }

    /// Ends a search when it has visited this many positions.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::NONE }
    }

    /// Ends a search this long after its beginning.
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::NONE }
    }

    /// What is left of them after so many positions and so much time.
    pub(crate) fn after(self, nodes: u64, time: Duration) -> Self {
        Self {
            nodes: self.nodes.map(|it| it.saturating_sub(nodes)),
            time: self.time.map(|it| it.saturating_sub(time)),
            ..self
        }
    }
}

/// A flag that ends a search soon after it is set, from any thread. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Flag>);

#[derive(Debug, Default)]
struct Flag {
    set: AtomicBool,
    /// Counts as set when this one is.
    above: Option<Stop>,
}

impl Stop {
    /// A flag of its own that isn't set.
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag that is also set when this one is.
    pub(crate) fn below(&self) -> Self {
        Self(Arc::new(Flag { set: AtomicBool::new(false), above: Some(self.clone()) }))
    }

    /// Ends the searches that were given this flag; they answer with what they have.
    pub fn set(&self) {
        self.0.set.store(true, Ordering::Relaxed);
    }

    /// Whether this flag, or the one above it, has been set.
    pub fn is_set(&self) -> bool {
        self.0.set.load(Ordering::Relaxed) || self.0.above.as_ref().is_some_and(Self::is_set)
    }
}

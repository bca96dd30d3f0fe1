//! The limits of one running search, and what it has used of them.

use std::time::{Duration, Instant};

use super::limits::{Limits, Stop};

/// The limits of one running search and what it has used of them.
pub(crate) struct Budget<'a> {
    stop: &'a Stop,
    node_limit: u64,
    began: Instant,
    deadline: Option<Instant>,
    nodes: u64,
    spent: bool,
}

impl<'a> Budget<'a> {
    /// How many nodes go by between two looks at the clock: a fraction of a millisecond.
    const CLOCK_INTERVAL: u64 = 256;

    pub(crate) fn new(limits: &Limits, stop: &'a Stop) -> Self {
        let began = Instant::now();
        // A time so long that it cannot be told is none.
        let deadline = limits.time.and_then(|it| began.checked_add(it));
        Self { stop, node_limit: limits.nodes.unwrap_or(u64::MAX), began, deadline, nodes: 0, spent: false }
    }

    /// Counts a node; true once the search must end.
    #[inline]
    pub(crate) fn step(&mut self) -> bool {
        if self.spent {
            return true;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::CLOCK_INTERVAL) {
            self.look();
        }
        self.spent |= self.nodes >= self.node_limit;
        self.spent
    }

    /// Counts what others have visited; it does not go off the limit.
    pub(crate) fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Looks at the clock and the flag.
    pub(crate) fn look(&mut self) {
        self.spent |= self.stop.is_set() || self.deadline.is_some_and(|it| Instant::now() >= it);
    }

    pub(crate) fn spent(&self) -> bool {
        self.spent
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }
}

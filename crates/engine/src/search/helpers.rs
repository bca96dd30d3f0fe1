//! Threads that help a search. With helpers a search is no longer reproducible.

use std::{num::NonZero, thread};

use crate::base::Stop;

/// Stack of a searching thread: deep lines are searched by recursion.
pub(crate) const STACK_BYTES: usize = 8 << 20;

/// So many threads as are of use: no more than there are cores, for they would only wait for each other.
pub fn useful(threads: usize) -> usize {
    threads.min(thread::available_parallelism().map_or(1, NonZero::get))
}

/// How many threads may help one search, and a flag to send them away while the search itself goes on.
#[derive(Clone, Debug, Default)]
pub struct Helpers {
    number: usize,
    dismissed: Stop,
}

impl Helpers {
    /// So many helpers for the next search.
    pub fn new(number: usize) -> Self {
        Self { number, dismissed: Stop::new() }
    }

    /// How many there are: none once they are sent away.
    pub(crate) fn number(&self) -> usize {
        if self.dismissed.is_set() { 0 } else { self.number }
    }

    /// Sends them away, for good: they end within some milliseconds.
    pub fn dismiss(&self) {
        self.dismissed.set();
    }

    /// Lets every helper do `help` while `lead` is done here. `help` is given its number, from 1, and the flag at which it
    /// must end, which is set at the latest when `lead` has ended; it gives how many positions it visited. Gives what
    /// `lead` gave, and how many positions all helpers visited.
    pub(crate) fn beside<R>(&self, help: impl Fn(usize, &Stop) -> u64 + Sync, lead: impl FnOnce() -> R) -> (R, u64) {
        thread::scope(|scope| {
            let help = &help;
            let begin = |number| {
                let builder = thread::Builder::new().name(format!("helper-{number}")).stack_size(STACK_BYTES);
                // Where the system gives no thread, there is one helper less.
                builder.spawn_scoped(scope, move || help(number, &self.dismissed)).ok()
            };
            let helpers: Vec<_> = (1..=self.number()).filter_map(begin).collect();
            let leaving = Leaving(self);
            let led = lead();
            drop(leaving);
            let visited = helpers.into_iter().filter_map(|it| it.join().ok());
            (led, visited.sum())
        })
    }
}

/// Sends the helpers away when the search that they help has ended, even by a panic.
struct Leaving<'a>(&'a Helpers);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

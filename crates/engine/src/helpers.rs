//! Threads that help a search: each searches the same position by itself, and all share one table, so that each finds
//! there what the others have found (*lazy SMP*). The first may be sent on an errand before. With helpers a search is no
//! longer reproducible.

use std::{num::NonZero, thread};

use super::{
    limits::{Limits, Stop},
    question::{Question, Report},
    root::Root,
    search::{Manner, Search},
    transposition::TranspositionTable,
};
use games::{Evaluate, Played};

/// Stack of a searching thread: deep lines are searched by recursion.
pub(super) const STACK_BYTES: usize = 8 << 20;

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
    pub(super) fn number(&self) -> usize {
        if self.dismissed.is_set() { 0 } else { self.number }
    }

    /// Sends them away, for good: they end within some milliseconds.
    pub fn dismiss(&self) {
        self.dismissed.set();
    }
}

/// What all threads of a search have in common.
pub(super) struct Common<'a, G: Evaluate> {
    pub(super) played: &'a Played<G>,
    pub(super) question: &'a Question,
    pub(super) manner: &'a Manner,
    pub(super) table: &'a TranspositionTable,
    /// Hears of every iteration.
    pub(super) watch: Option<Watch<'a>>,
    /// What the first helper does before it joins the search.
    pub(super) errand: Option<Errand<'a>>,
}

/// Goes on until the flag is set at the latest, and tells how many positions it visited.
pub(super) type Errand<'a> = &'a (dyn Fn(&Stop) -> u64 + Sync);

/// Hears how far a search has come.
pub(super) type Watch<'a> = &'a (dyn Fn(&Report) + Sync);

impl Helpers {
    /// Searches from `root` until the helpers are sent away or `stop` is set; `stop` and the limits are for the thread
    /// that asks. Gives how many positions all of them visited.
    pub(super) fn search<G: Evaluate>(&self, common: &Common<'_, G>, root: &mut Root, stop: &Stop) -> u64 {
        let Common { played, manner, .. } = common;
        let start = root.clone();
        let help = |number, dismissed: &Stop| {
            let before = common.errand.filter(|_| number == 1).map_or(0, |it| it(dismissed));
            let (mut root, endless) = (start.clone(), Manner { limits: Limits::NONE, ..**manner });
            let mut search = common.begin(&endless, dismissed);
            search.deepen(played, &mut root, &endless);
            before + search.budget.nodes()
        };
        let lead = || {
            let mut search = common.begin(manner, stop);
            search.watch = common.watch;
            search.deepen(played, root, manner);
            search.budget.nodes()
        };
        let (own, others) = self.beside(help, lead);
        own + others
    }

    /// Lets every helper do `help` while `lead` is done here. `help` is given its number, from 1, and the flag at which it
    /// must end, which is set at the latest when `lead` has ended; it gives how many positions it visited. Gives what
    /// `lead` gave, and how many positions all helpers visited.
    pub(super) fn beside<R>(&self, help: impl Fn(usize, &Stop) -> u64 + Sync, lead: impl FnOnce() -> R) -> (R, u64) {
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

impl<'a, G: Evaluate> Common<'a, G> {
    fn begin(&self, manner: &Manner, stop: &'a Stop) -> Search<'a, G> {
        Search::new(self.played, self.question, manner, stop, self.table)
    }
}

/// Sends the helpers away when the search that they help has ended, even by a panic.
struct Leaving<'a>(&'a Helpers);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

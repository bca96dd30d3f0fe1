//! Threads that help a search. With helpers a search is no longer reproducible.

use std::{
    num::NonZero,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::base::Stop;

/// Stack of a searching thread: deep lines are searched by recursion.
pub(crate) const STACK_BYTES: usize = 8 << 20;

/// So many threads as are of use: no more than there are cores, for they would only wait for each other.
pub fn useful(threads: usize) -> usize {
    threads.min(thread::available_parallelism().map_or(1, NonZero::get))
}

/// Threads that wait to help searches, one search after another: what games keep for each thread, such as the values of
/// small parts, lasts. Clones are the same threads; they end with the last clone.
#[derive(Clone, Debug, Default)]
pub struct Crew(Option<Arc<ThreadPool>>);

impl Crew {
    /// So many threads; where the system gives fewer, there are fewer.
    pub fn new(threads: usize) -> Self {
        let builder = |threads| {
            let named = ThreadPoolBuilder::new().thread_name(|index| format!("helper-{}", index + 1));
            named.stack_size(STACK_BYTES).num_threads(threads)
        };
        Self((1..=threads).rev().find_map(|threads| builder(threads).build().ok()).map(Arc::new))
    }

    /// How many threads there are.
    pub fn size(&self) -> usize {
        self.0.as_ref().map_or(0, |threads| threads.current_num_threads())
    }

    /// So many of them, or all there are, for the next search.
    pub fn lend(&self, number: usize) -> Helpers {
        Helpers { number: number.min(self.size()), crew: self.clone(), dismissed: Stop::new() }
    }
}

/// How many threads may help one search, and a flag to send them away while the search itself goes on.
#[derive(Clone, Debug, Default)]
pub struct Helpers {
    number: usize,
    crew: Crew,
    dismissed: Stop,
}

impl Helpers {
    /// So many helpers for the next search, on threads of their own. Whoever searches often keeps a [`Crew`].
    pub fn new(number: usize) -> Self {
        Crew::new(number).lend(number)
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
        let visited = AtomicU64::new(0);
        let lead = || {
            let _leaving = Leaving(self);
            lead()
        };
        // A helper that panics has visited nothing.
        let help = |number| catch_unwind(AssertUnwindSafe(|| help(number, &self.dismissed))).unwrap_or(0);
        let led = match &self.crew.0 {
            Some(threads) => threads.in_place_scope(|scope| {
                let (help, visited) = (&help, &visited);
                for number in 1..=self.number() {
                    scope.spawn(move |_| {
                        visited.fetch_add(help(number), Relaxed);
                    });
                }
                lead()
            }),
            None => lead(),
        };
        (led, visited.into_inner())
    }
}

/// Sends the helpers away when the search that they help has ended, even by a panic.
struct Leaving<'a>(&'a Helpers);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use parking_lot::Mutex;

    use super::*;

    /// The threads on which so many helpers of a crew help once.
    fn helping(crew: &Crew, number: usize) -> HashSet<thread::ThreadId> {
        let seen = Mutex::default();
        let begun = AtomicU64::new(0);
        let help = |_: usize, _: &Stop| {
            HashSet::insert(&mut seen.lock(), thread::current().id());
            begun.fetch_add(1, Relaxed) + 1
        };
        // Nobody leaves before all have begun.
        let lead = || {
            while begun.load(Relaxed) < number as u64 {
                thread::yield_now()
            }
        };
        let ((), visited) = crew.lend(number).beside(help, lead);
        assert_eq!(visited, (1..=number as u64).sum());
        seen.into_inner()
    }

    #[test]
    fn helpers_wait_for_the_next_search() {
        let crew = Crew::new(1);
        let first = helping(&crew, 1);
        assert!(!first.contains(&thread::current().id()));
        assert_eq!(helping(&crew, 1), first);
        assert_ne!(helping(&Crew::new(1), 1), first);
    }

    #[test]
    fn a_crew_lends_no_more_than_it_has() {
        let crew = Crew::new(2);
        assert_eq!([1, 2, 9].map(|it| crew.lend(it).number()), [1, 2, 2]);
        assert_eq!(Crew::new(0).lend(3).number(), 0);
        assert_eq!(crew.lend(0).beside(|_, _| 1, || "led"), ("led", 0));
    }

    #[test]
    fn whoever_panics_leaves_the_others_at_work() {
        let crew = Crew::new(1);
        let (led, visited) = crew.lend(1).beside(|_, _| panic!("a helper"), || "led");
        assert_eq!((led, visited), ("led", 0));
        let until_dismissed = |_: usize, dismissed: &Stop| {
            while !dismissed.is_set() {
                thread::yield_now();
            }
            1
        };
        let lead = || -> () { panic!("the lead") };
        assert!(catch_unwind(AssertUnwindSafe(|| crew.lend(1).beside(until_dismissed, lead))).is_err());
        assert_eq!(helping(&crew, 1).len(), 1);
    }
}

//! A limit for requests that Discord refuses: it shuts out whoever makes 10,000 of them in ten minutes.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// In which time refused requests are counted.
const WINDOW: Duration = Duration::from_secs(600);

/// How many of them there may be: far fewer than lead to a ban, as others of this address may make some, too.
const MOST: u32 = 1000;

/// After so many of them, the rest is kept for where people are.
const MANY: u32 = MOST / 2;

/// How many requests were refused lately.
#[derive(Debug)]
pub(super) struct RefusedRequests(Mutex<Counted>);

#[derive(Debug)]
struct Counted {
    since: Instant,
    count: u32,
}

impl Default for RefusedRequests {
    fn default() -> Self {
        Self(Mutex::new(Counted { since: Instant::now(), count: 0 }))
    }
}

impl RefusedRequests {
    /// Counts one.
    pub fn note(&self) {
        self.with_current(|counted| counted.count += 1);
    }

    /// Whether there were so many that nothing should be asked for a while that may be refused.
    pub fn are_too_many(&self) -> bool {
        self.with_current(|counted| counted.count >= MOST)
    }

    /// Whether there were so many that only that should be asked which is not likely to be refused.
    pub fn are_many(&self) -> bool {
        self.with_current(|counted| counted.count >= MANY)
    }

    #[cfg(test)]
    pub fn count(&self) -> u32 {
        self.with_current(|counted| counted.count)
    }

    fn with_current<T>(&self, look: impl FnOnce(&mut Counted) -> T) -> T {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.since.elapsed() >= WINDOW {
            *counted = Counted { since: Instant::now(), count: 0 };
        }
        look(&mut counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_too_many_it_is_over_for_a_while() {
        let refused = RefusedRequests::default();
        for count in 0..MOST {
            assert!(!refused.are_too_many());
            assert_eq!(refused.are_many(), count >= MANY);
            refused.note();
        }
        assert!(refused.are_too_many());
        refused.0.lock().unwrap().since = Instant::now().checked_sub(WINDOW).unwrap();
        assert!(!refused.are_too_many());
    }
}

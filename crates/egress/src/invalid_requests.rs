//! Limits the number of requests that Discord refuses: it bans an IP address that makes 10,000 of them in ten minutes.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time window in which refused requests are counted.
const WINDOW: Duration = Duration::from_secs(600);

/// How many of them are allowed: far fewer than lead to a ban, because other programs at the same address may cause
/// some, too.
const MAX_INVALID_REQUESTS: u32 = 1000;

/// After this many, the rest is reserved for places with active people.
const HALF_USED_AT: u32 = MAX_INVALID_REQUESTS / 2;

/// How many requests were refused lately.
#[derive(Debug)]
pub(super) struct InvalidRequests(Mutex<Counted>);

#[derive(Debug)]
struct Counted {
    since: Instant,
    count: u32,
}

impl Default for InvalidRequests {
    fn default() -> Self {
        Self(Mutex::new(Counted { since: Instant::now(), count: 0 }))
    }
}

impl InvalidRequests {
    /// Counts one.
    pub fn note(&self) {
        let count = self.with_current(|counted| {
            counted.count += 1;
            counted.count
        });
        if count == HALF_USED_AT || count == MAX_INVALID_REQUESTS {
            tracing::warn!(count, "Discord has refused many requests lately, so fewer are sent for some minutes");
        }
    }

    /// Whether there were so many that no request should be sent for a while if it may be refused.
    pub fn is_exhausted(&self) -> bool {
        self.with_current(|counted| counted.count >= MAX_INVALID_REQUESTS)
    }

    /// Whether there were so many that only requests that are unlikely to be refused should be sent.
    pub fn is_half_used(&self) -> bool {
        self.with_current(|counted| counted.count >= HALF_USED_AT)
    }

    /// How many there were in the current window.
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
        let refused = InvalidRequests::default();
        for count in 0..MAX_INVALID_REQUESTS {
            assert!(!refused.is_exhausted());
            assert_eq!(refused.is_half_used(), count >= HALF_USED_AT);
            refused.note();
        }
        assert!(refused.is_exhausted());
        refused.0.lock().unwrap().since = Instant::now().checked_sub(WINDOW).unwrap();
        assert!(!refused.is_exhausted());
    }
}

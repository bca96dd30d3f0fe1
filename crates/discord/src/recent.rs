//! Which events were seen lately.

use std::time::Duration;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;

/// How long an event is remembered. After a resume, Discord replays at most what was missed in a few minutes.
const REMEMBERED: Duration = Duration::from_secs(3600);

/// The numbers of the events seen last. When it is full, the oldest go: moka's usual policy would keep those that were
/// asked for often, and would not take new ones.
#[derive(Clone)]
pub(super) struct RecentEvents(Cache<u64, ()>);

impl RecentEvents {
    /// Remembers at most so many, at about 250 bytes each.
    pub fn holding(most: u64) -> Self {
        let policy = EvictionPolicy::lru();
        Self(Cache::builder().max_capacity(most).time_to_live(REMEMBERED).eviction_policy(policy).build())
    }

    /// Whether an event has been noted.
    pub fn contains(&self, event: u64) -> bool {
        self.0.contains_key(&event)
    }

    /// Notes an event. Returns whether it is new.
    pub fn note(&self, event: u64) -> bool {
        self.0.entry(event).or_insert(()).is_fresh()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_came_before_the_last_ones_are_known() {
        let recent = RecentEvents::holding(1000);
        for event in 0..50_000 {
            assert!(recent.note(event), "{event}");
            assert!(!recent.note(event), "{event} comes again");
            let earlier = event.saturating_sub(100);
            assert!(recent.contains(earlier), "{earlier} is known after {event}");
        }
    }
}

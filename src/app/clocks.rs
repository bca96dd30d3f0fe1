//! Real time: the machine's, and the time that all processes of one database share.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use play::ports::Clock;

/// The clock of the machine.
pub(super) struct SystemClock;

#[async_trait]
impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is where time enters")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

/// The clock of the database: all processes have the same time, even if the clocks of their machines are wrong.
pub(super) struct DatabaseClock<A> {
    /// How far the database's clock was ahead of the machine's when last measured.
    ahead: A,
    /// By how many milliseconds the machine's time is currently corrected.
    correction: AtomicI64,
}

/// Each measurement differs a little. If a new one differs by less than this many milliseconds, the correction stays
/// the same, so that time does not jump.
const TOLERANCE_MS: u64 = 500;

impl<A: Fn() -> SignedDuration> DatabaseClock<A> {
    /// A clock that isn't corrected until it is first read; `ahead` tells what was measured last.
    pub fn new(ahead: A) -> Self {
        Self { ahead, correction: AtomicI64::new(0) }
    }

    fn correction(&self) -> SignedDuration {
        let measured = i64::try_from((self.ahead)().as_millis()).unwrap_or_default();
        if measured.abs_diff(self.correction.load(Ordering::Relaxed)) >= TOLERANCE_MS {
            self.correction.store(measured, Ordering::Relaxed);
        }
        SignedDuration::from_millis(self.correction.load(Ordering::Relaxed))
    }
}

#[async_trait]
impl<A: Fn() -> SignedDuration + Send + Sync> Clock for DatabaseClock<A> {
    fn now(&self) -> Timestamp {
        let local = SystemClock.now();
        local.checked_add(self.correction()).unwrap_or(local)
    }

    async fn sleep(&self, time: Duration) {
        SystemClock.sleep(time).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_the_databases_and_goes_on_evenly() {
        let ahead = AtomicI64::new(0);
        let clock = DatabaseClock::new(|| SignedDuration::from_millis(ahead.load(Ordering::Relaxed)));
        let corrected_by = |measured: i64| {
            ahead.store(measured, Ordering::Relaxed);
            clock.now().duration_since(SystemClock.now()).as_secs_f64().round() as i64
        };
        assert_eq!(corrected_by(3_600_000), 3600, "an hour ahead");
        assert_eq!(clock.correction().as_millis(), 3_600_000);
        corrected_by(3_600_400);
        assert_eq!(clock.correction().as_millis(), 3_600_000, "that may have been the network");
        assert_eq!(corrected_by(-60_000), -60, "somebody has set the clock");
    }
}

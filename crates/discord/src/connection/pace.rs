//! Slows down reconnects. If the gateway accepts connections and then breaks them, serenity reconnects without a pause.
//! A shard must look up the gateway's address before it connects, and here that takes some time.

use std::convert::Infallible;
use std::time::Duration;

use tokio::sync::Mutex;

/// The pauses between two connections.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// When everything is fine.
    pub shortest: Duration,
    pub longest: Duration,
}

impl Default for Pace {
    fn default() -> Self {
        Self { shortest: Duration::from_millis(100), longest: Duration::from_secs(10) }
    }
}

/// Withholds the gateway's address for a pause that doubles whenever a shard was waiting for it. Runs forever.
pub(super) async fn hold_back(address: &Mutex<String>, Pace { shortest, longest }: Pace) -> Infallible {
    let mut pause = shortest;
    loop {
        let held = address.lock().await;
        tokio::time::sleep(pause).await;
        drop(held);
        // Any shard that was waiting has the address by now.
        pause = match address.try_lock() {
            Ok(_) => (pause * 9 / 10).max(shortest),
            Err(_) => (pause * 2).min(longest),
        };
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use super::*;

    /// How long it takes to get the address this many times, with a wait before each.
    async fn got(times: usize, after: Duration) -> Vec<Duration> {
        let address = Arc::new(Mutex::new("wss://gateway".to_owned()));
        let paced = Arc::clone(&address);
        let pace = Pace { shortest: Duration::from_millis(5), longest: Duration::from_millis(160) };
        let holding = tokio::spawn(async move { hold_back(&paced, pace).await });
        let mut took = Vec::new();
        for _ in 0..times {
            tokio::time::sleep(after).await;
            let begun = Instant::now();
            drop(address.lock().await);
            took.push(begun.elapsed());
        }
        holding.abort();
        took
    }

    #[tokio::test]
    async fn a_storm_becomes_slower_and_slower() {
        let storm = got(10, Duration::from_millis(1)).await;
        assert!(storm[1] < Duration::from_millis(80), "{storm:?}");
        assert!(storm[7..].iter().all(|it| *it > Duration::from_millis(140)), "{storm:?}");
    }

    #[tokio::test]
    async fn whoever_comes_seldom_hardly_waits() {
        let calm = got(5, Duration::from_millis(200)).await;
        assert!(calm.iter().all(|it| *it < Duration::from_millis(80)), "{calm:?}");
    }
}

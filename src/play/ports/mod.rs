//! What the host needs of the outside, as traits; the adapters stand at the edge.

mod chat;
mod opponent;
mod quotas;
mod store;

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use super::MatchId;
pub use chat::*;
pub use opponent::*;
pub use quotas::*;
pub use store::*;

/// Whoever shows what is due.
pub trait Waker: Send + Sync {
    /// Something is due in a match: called after each commit, so that nobody who commits has to remember it. It only
    /// spares the wait for the next look into the store.
    fn wake(&self, match_id: MatchId);
}

/// The time of day.
#[async_trait]
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
    /// Waits.
    async fn sleep(&self, time: Duration);
}

/// Chance.
pub trait Dice: Send + Sync {
    fn coin(&self) -> bool;
}

//! What the host needs from the outside, as traits. The adapters implement them.

mod chat;
mod jobs;
mod opponent;
mod quotas;
mod store;

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

pub use chat::*;
pub use jobs::*;
pub use opponent::*;
pub use quotas::*;
pub use store::*;

/// Wakes the task that does what is due.
pub trait DueSignal: Send + Sync {
    /// Something is due in a row. Called after each commit. If it is forgotten, the next poll of the store finds the row;
    /// calling it only saves that wait.
    fn wake(&self, row: DueRow);
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

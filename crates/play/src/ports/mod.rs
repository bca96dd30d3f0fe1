//! What the host needs from the outside, as traits. The adapters implement them.

mod chat;
mod jobs;
mod opponent;
mod quotas;
mod store;

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use crate::{Match, MatchId, UserId};

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

/// Tells whoever looks at a match that it has changed.
pub trait ChangeSignal: Send + Sync {
    /// A match has changed. If it is forgotten, or another process has changed it, the store's next poll shows it.
    fn changed(&self, id: MatchId);
}

/// Makes the links that open boards on a page.
pub trait BoardLinks: Send + Sync {
    /// A link to a match for one person, who opens it once, and soon.
    fn link(&self, current: &Match, user: UserId) -> String;
}

/// Tells who is in an Activity in Discord.
#[async_trait]
pub trait ActivityPeople: Send + Sync {
    /// The person who was given `code` by Discord's client, and takes part in the instance of the Activity.
    async fn person(&self, code: &str, instance: &str) -> Result<UserId, ActivityError>;
}

/// Why somebody isn't let into an Activity.
#[derive(Debug, thiserror::Error)]
pub enum ActivityError {
    /// Discord doesn't know the code or the instance, or not the person in it.
    #[error("Discord knows no such person in this Activity")]
    Unknown,
    #[error("Discord could not be asked: {0}")]
    Unreachable(String),
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
    /// A number below `count`, or 0.
    fn below(&self, count: u32) -> u32;
}

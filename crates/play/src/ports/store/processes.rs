//! What the processes of one bot know about each other, through the database.

use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::Stored;
use crate::{DatabaseId, Place, Shard};

/// What the processes of one bot know about each other.
#[async_trait]
pub trait ProcessStore: Send + Sync {
    /// The database's own id: the value `drawn` by whoever asked first, forever.
    async fn database_id(&self, drawn: DatabaseId) -> Stored<DatabaseId>;
    /// Claims an event of the chat; `true` unless another process has. If several processes receive it, only one of them
    /// acts. Events are remembered for an hour.
    async fn claim_event(&self, id: u64, now: Timestamp) -> Stored<bool>;
    /// Forgets events that are more than an hour old.
    async fn forget_events(&self, now: Timestamp) -> Stored<()>;
    /// Measures by how much the database's clock is ahead of this machine's.
    async fn compare_clocks(&self) -> Stored<()>;
    /// Notes a sign of life for the shards that are heard, all of the same division. If one of them has given none for
    /// longer than `tolerance`, that time is given back to every clock that was running in its places. If the bot's
    /// places are divided into shards anew, each new shard counts as silent since the last sign of life of any old one.
    async fn beat(&self, heard: &[Shard], now: Timestamp, tolerance: Duration) -> Stored<()>;
    /// The last sign of life of the shard that hears a place; `None` if there was none.
    async fn last_beat(&self, place: Place) -> Stored<Option<SignOfLife>>;
    /// How far the database's clock was ahead of this machine's when last measured.
    fn ahead(&self) -> SignedDuration;
    /// Returns as soon as the database has taken a write.
    async fn ping(&self) -> Stored<()>;
    /// Ends all connections, once nobody uses them anymore. Then everything in a SQLite database is in its one file.
    async fn close(&self);
}

/// When a shard last gave a sign of life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignOfLife {
    pub shard: Shard,
    pub at: Timestamp,
}

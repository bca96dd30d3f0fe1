//! The real time and real chance.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use crate::play::DatabaseId;
use crate::play::ports::{Clock, Dice};

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

/// A fair coin.
pub(super) struct Coin;

impl Dice for Coin {
    #[expect(clippy::disallowed_methods, reason = "this is where chance enters")]
    fn coin(&self) -> bool {
        rand::random()
    }
}

/// What the engine chooses with among moves that are as good.
#[expect(clippy::disallowed_methods, reason = "this is where chance enters")]
pub(super) fn seed() -> u64 {
    rand::random()
}

/// The id of a database that has none yet.
#[expect(clippy::disallowed_methods, reason = "this is where chance enters")]
pub(super) fn database_id() -> DatabaseId {
    DatabaseId(rand::random::<u32>() & DatabaseId::MAX.0)
}

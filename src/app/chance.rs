//! Real chance.

use crate::play::DatabaseId;
use crate::play::ports::Dice;

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

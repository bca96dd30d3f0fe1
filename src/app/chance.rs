//! Real randomness.

use play::DatabaseId;
use play::ports::Dice;

/// A fair coin.
pub(super) struct Coin;

impl Dice for Coin {
    #[expect(clippy::disallowed_methods, reason = "this is where chance enters")]
    fn coin(&self) -> bool {
        rand::random()
    }

    #[expect(clippy::disallowed_methods, reason = "this is where chance enters")]
    fn below(&self, count: u32) -> u32 {
        rand::random::<u32>() % count.max(1)
    }
}

/// The id for a database that has none yet.
#[expect(clippy::disallowed_methods, reason = "this is where chance enters")]
pub(super) fn database_id() -> DatabaseId {
    DatabaseId(rand::random::<u32>() & DatabaseId::MAX.0)
}

/// The key with which a database signs that has none yet.
#[expect(clippy::disallowed_methods, reason = "this is where chance enters")]
pub(super) fn key() -> String {
    rand::random::<[u64; 4]>().map(|it| format!("{it:016x}")).concat()
}

//! The real time and real chance.

use jiff::Timestamp;

use crate::play::ports::{Clock, Dice};

/// The clock of the machine.
pub(super) struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// A fair coin.
pub(super) struct Coin;

impl Dice for Coin {
    fn coin(&self) -> bool {
        rand::random()
    }
}

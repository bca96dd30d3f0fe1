//! Keys by which values are told apart in tables.

use crate::board::{GOLDEN, scrambled};

/// A hash of a value such that a value and its negative cancel in a sum of keys. It does not depend on what else has been
/// met.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Key {
    /// To be added.
    sum: u64,
    /// Of values that are their own negatives: any two cancel.
    twins: u64,
}

impl Key {
    /// From hashes of a thing and of its negative.
    pub(crate) fn new(own: u64, negative: u64) -> Self {
        let sum = own.wrapping_sub(negative);
        Self { sum, twins: if sum == 0 { own } else { 0 } }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.sum = self.sum.wrapping_add(other.sum);
        self.twins ^= other.twins;
    }

    pub(crate) fn negative(self) -> Self {
        Self { sum: self.sum.wrapping_neg(), ..self }
    }

    /// One number of it and another number.
    pub(crate) fn mixed(self, with: u64) -> u64 {
        scrambled(scrambled(self.sum ^ with.wrapping_mul(GOLDEN)).wrapping_add(self.twins))
    }
}

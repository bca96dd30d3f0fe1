//! Chance that is the same in every run.

use games::board::{GOLDEN, scrambled};

/// SplitMix64 (Steele, Lea, Flood 2014), from a seed.
pub struct Dice(pub u64);

impl Dice {
    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(GOLDEN);
        (scrambled(self.0) >> 8) as usize % sides
    }
}

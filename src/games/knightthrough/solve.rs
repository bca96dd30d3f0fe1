//! What the solver asks.

use super::Knightthrough;
use crate::game::{Game as _, Men, Nature, Solve};

impl Solve for Knightthrough {
    // Men only ever move forward.
    const NATURE: Nature = Nature::Race;
    const MEASURED: &'static [&'static str] = &["knightthrough:standard size=6x6"];

    fn solve_key(&self, position: &Men) -> u64 {
        self.hash(position)
    }
}

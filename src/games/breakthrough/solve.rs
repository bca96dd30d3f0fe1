//! What the solver asks.

use super::Breakthrough;
use crate::game::{Game as _, Men, Nature, Solve};

impl Solve for Breakthrough {
    // Men only ever move forward.
    const NATURE: Nature = Nature::Race;
    const MEASURED: &'static [&'static str] = &["breakthrough:standard size=4x5"];

    fn solve_key(&self, position: &Men) -> u64 {
        self.hash(position)
    }
}

//! What the solver asks.

use super::{Domineering, Position};
use crate::game::{Evaluate as _, Nature, Solve, Verdict};

impl Solve for Domineering {
    const NATURE: Nature = Nature::Tempo;

    fn solve_key(&self, position: &Position) -> u64 {
        self.search_key(position)
    }

    fn judge(&self, position: &Position) -> Verdict {
        Verdict::Open(self.evaluate(position))
    }
}

//! What the solver asks.

use super::Clobber;
use crate::game::{Evaluate as _, Men, Nature, Solve, Verdict};

impl Solve for Clobber {
    const NATURE: Nature = Nature::Tempo;

    fn solve_key(&self, position: &Men) -> u64 {
        self.search_key(position)
    }

    fn judge(&self, position: &Men) -> Verdict {
        Verdict::Open(self.evaluate(position))
    }
}

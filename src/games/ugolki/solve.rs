//! What the solver asks.

use super::{Position, Ugolki};
use crate::game::Solve;

impl Solve for Ugolki {
    fn solve_key(&self, position: &Position) -> u64 {
        self.exact_key(position)
    }
}

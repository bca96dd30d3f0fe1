//! What the solver asks.

use super::{Position, Surakarta};
use crate::game::Solve;

impl Solve for Surakarta {
    fn solve_key(&self, position: &Position) -> u64 {
        self.exact_key(position)
    }
}

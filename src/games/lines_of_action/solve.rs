//! What the solver asks.

use super::{LinesOfAction, Position};
use crate::game::Solve;

impl Solve for LinesOfAction {
    fn solve_key(&self, position: &Position) -> u64 {
        self.exact_key(position)
    }
}

//! How good a position is.

use super::{LinesOfAction, Position};
use crate::game::Evaluate;

impl Evaluate for LinesOfAction {
    const NULL_MOVE: bool = true;

    fn evaluate(&self, _position: &Position) -> i32 {
        0
    }

    fn passed(&self, position: &Position) -> Position {
        let mut next = position.clone();
        next.to_move = next.to_move.other();
        next
    }
}

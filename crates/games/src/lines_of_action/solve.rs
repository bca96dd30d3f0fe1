//! What the solver asks.

use super::LinesOfAction;
use crate::game::{Nature, Solve};

impl Solve for LinesOfAction {
    // Pieces may come back to where they were.
    const NATURE: Nature = Nature::Free;
}

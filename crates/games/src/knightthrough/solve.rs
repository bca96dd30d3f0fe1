//! What the solver asks.

use super::Knightthrough;
use crate::game::{Nature, Solve};

impl Solve for Knightthrough {
    // Pieces only ever move forward.
    const NATURE: Nature = Nature::Race;
}

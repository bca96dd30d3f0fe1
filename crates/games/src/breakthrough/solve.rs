//! What the solver asks.

use super::Breakthrough;
use crate::game::{Nature, Solve};

impl Solve for Breakthrough {
    // Pieces only ever move forward.
    const NATURE: Nature = Nature::Race;
}

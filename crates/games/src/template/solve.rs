//! What the solver asks.

use super::Pincers;
use crate::game::{Nature, Solve};

impl Solve for Pincers {
    // Pieces may walk back and forth.
    const NATURE: Nature = Nature::Free;
}

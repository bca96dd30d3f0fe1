//! What the solver asks.

use super::Surakarta;
use crate::game::{Nature, Solve};

impl Solve for Surakarta {
    // Pieces may come back to where they were.
    const NATURE: Nature = Nature::Free;
}

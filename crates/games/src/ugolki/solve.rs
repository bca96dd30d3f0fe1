//! What the solver asks.

use super::Ugolki;
use crate::game::{Nature, Solve};

impl Solve for Ugolki {
    // Pieces may come back to where they were.
    const NATURE: Nature = Nature::Free;
}

//! What the solver asks.

use super::Pincers;
use crate::game::{Nature, Solve};

impl Solve for Pincers {
    // Men may walk back and forth.
    const NATURE: Nature = Nature::Free;
}

//! What the solver asks.

use super::Knightthrough;
use crate::game::{Nature, Solve};

impl Solve for Knightthrough {
    // Men only ever move forward.
    const NATURE: Nature = Nature::Race;
    const MEASURED: &'static [&'static str] = &["knightthrough:standard size=6x6"];
}

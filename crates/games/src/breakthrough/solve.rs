//! What the solver asks.

use super::Breakthrough;
use crate::game::{Nature, Solve};

impl Solve for Breakthrough {
    // Men only ever move forward.
    const NATURE: Nature = Nature::Race;
    const MEASURED: &'static [&'static str] = &["breakthrough:standard size=4x5"];
    const TIMED: &'static [(&'static str, u32)] = &[("breakthrough:standard size=6x6", 16)];
}

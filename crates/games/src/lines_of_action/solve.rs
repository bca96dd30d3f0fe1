//! What the solver asks.

use super::LinesOfAction;
use crate::game::Solve;

impl Solve for LinesOfAction {}

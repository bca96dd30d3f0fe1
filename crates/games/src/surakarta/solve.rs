//! What the solver asks.

use super::Surakarta;
use crate::game::Solve;

impl Solve for Surakarta {}

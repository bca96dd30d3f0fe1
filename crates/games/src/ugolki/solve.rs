//! What the solver asks.

use super::Ugolki;
use crate::game::Solve;

impl Solve for Ugolki {}

//! Domineering (Göran Andersson; Martin Gardner, *Scientific American*, February 1974).

mod eval;
mod info;
mod rules;
mod solve;

pub use rules::{Domineering, Position};

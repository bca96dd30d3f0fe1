//! Domineering (Göran Andersson; Martin Gardner, *Scientific American*, February 1974).

mod bounds;
mod eval;
mod info;
mod regions;
mod rules;
mod solve;

pub use rules::{Domineering, Position};

//! Ugolki (“corners”), a Russian relative of Halma (George Howard Monks, 1883).

mod eval;
mod info;
mod refusals;
mod rules;
mod solve;
mod weights;

pub use rules::{Position, Ugolki};

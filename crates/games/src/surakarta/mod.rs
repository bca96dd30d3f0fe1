//! Surakarta, a traditional game of Java.

mod eval;
mod info;
mod refusals;
mod rules;
mod solve;
mod tracks;

pub use rules::{Position, Surakarta};

//! Pincers: the template for a new game. It is built and tested like the others, but it is not in the registry.
//!
//! On a small board, each side has a row of pieces at its own edge. A piece moves one square along a file or rank, onto
//! an empty square. Enemy pieces caught between the piece that moved and another piece of its side, in a straight line,
//! are taken: up to three at once. To move between two enemy pieces costs nothing. Who has no pieces left, or cannot
//! move, has lost; after a number of moves without a capture the game is drawn, as it is by the third repetition of a
//! position.
//!
//! Copy the folder, rename what is in it, and go through `docs/adding-a-game.md`.

mod eval;
mod faults;
mod info;
mod lessons;
mod rules;
mod solve;
mod tests;

pub use rules::{Pincers, Position};

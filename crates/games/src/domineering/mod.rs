//! Domineering (Göran Andersson; Martin Gardner, *Scientific American*, February 1974).
//!
//! ```
//! use parlor_games::{self as games, Game, domineering::Domineering};
//!
//! let mut position = games::open(&games::Ruleset::default_of(Domineering::INFO), None).expect("a start");
//! let it = position.read("a1").expect("one cell of a domino is enough");
//! assert_eq!(it.to_string(), "a1-a2");
//! position.play(it).expect("a legal move");
//! ```

mod bounds;
mod eval;
mod info;
mod lessons;
mod lines;
mod piece;
mod regions;
mod rules;
mod solve;

pub use piece::{ACROSS, UPRIGHT};
pub use rules::{Domineering, Position};

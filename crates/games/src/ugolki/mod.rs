//! Ugolki (“corners”), a Russian relative of Halma (George Howard Monks, 1883).
//!
//! ```
//! use parlor_games::{self as games, Game, ugolki::Ugolki};
//!
//! let mut position = games::open(&games::Ruleset::default_of(Ugolki::INFO), None).expect("every ruleset has a start");
//! let it = position.read("e3-e5").expect("a jump over e4");
//! assert!(position.captured(it).is_empty(), "nothing is ever taken");
//! position.play(it).expect("a legal move");
//! ```

mod eval;
mod info;
mod lessons;
mod position;
mod reasons;
mod refusals;
mod routes;
mod rules;
mod solve;
mod weights;

pub use position::{Position, Ugolki};

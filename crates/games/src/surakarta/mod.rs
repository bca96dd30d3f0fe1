//! Surakarta, a traditional game of Java.
//!
//! ```
//! use parlor_games::{self as games, Game, surakarta::Surakarta};
//!
//! let mut position = games::open(&games::Ruleset::default_of(Surakarta::INFO), None).expect("a start");
//! let it = position.read("c2-c3").expect("a step");
//! assert!(position.captured(it).is_empty(), "only ways around a loop take");
//! position.play(it).expect("a legal move");
//! ```

mod eval;
mod info;
mod lessons;
mod position;
mod refusals;
mod routes;
mod rules;
mod solve;
mod tracks;

pub use position::{Position, Surakarta};

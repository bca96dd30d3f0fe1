//! Surakarta, a traditional game of Java.
//!
//! ```
//! use parlor_games::{self as games, Game, surakarta::Surakarta};
//!
//! let mut table = games::open(&games::Ruleset::default_of(Surakarta::INFO), None).expect("every ruleset has a start");
//! let it = table.read("c2-c3").expect("a step");
//! assert!(table.captured(it).is_empty(), "only ways around a loop take");
//! table.play(it).expect("a legal move");
//! ```

mod eval;
mod info;
mod refusals;
mod routes;
mod rules;
mod solve;
mod tracks;

pub use rules::{Position, Surakarta};

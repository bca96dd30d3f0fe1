//! Lines of Action (Claude Soucie; Sid Sackson, *A Gamut of Games*, 1969).
//!
//! Sources of the rules: the Computer Olympiad's text (rules of the MSO World Championship of 2000), Berkeley's CS 61B
//! project of 2020, and the questions and answers of the LOA community.
//!
//! ```
//! use parlor_games::{self as games, Game, lines_of_action::LinesOfAction};
//!
//! let mut position = games::open(&games::Ruleset::default_of(LinesOfAction::INFO), None).expect("a start");
//! let it = position.read("b1-b3").expect("two pieces on the file, two squares");
//! position.play(it).expect("a legal move");
//! assert!(position.read("a2-b2").is_err(), "two pieces on the rank, one square");
//! ```

mod eval;
mod info;
mod lessons;
mod position;
mod reasons;
mod refusals;
mod rules;
mod scene;
mod solve;
mod tables;
mod worth;

pub use refusals::LoaRefusal;
pub use position::{LinesOfAction, Position};

//! Small abstract board games: exact rules, evaluation, texts and written records, behind one contract. A pure library: no
//! I/O, no time, no chance.
//!
//! ```
//! use parlor_games as games;
//!
//! // A game is found by its key, its name or an alias, and a ruleset settles its options.
//! let ruleset = games::read_ruleset("loa:mso").expect("a preset of Lines of Action");
//! let mut position = games::open(&ruleset, None).expect("every ruleset has a start");
//!
//! // The referee reads what people write, and says why it refuses.
//! let played = position.read("B1 b3").expect("a legal move");
//! assert_eq!(played.to_string(), "b1-b3");
//! position.play(played).expect("a legal move");
//! assert!(position.read("a2-a5").is_err());
//! assert!(position.outcome().is_none());
//! ```
//!
//! - [`board`]: squares, sets of squares, shapes, sides, moves and hash keys: words shared by every grid game.
//! - [`game`]: the contract between games and everything else, with what belongs to it: outcomes, refusals, rulesets,
//!   scenes, text forms, laws. What it has is also at the root.
//! - One folder per game, and one line for it below. `shared` is what several of them are made of.
//! - [`records`]: matches written down.

#[macro_use]
mod registry;

pub mod board;
pub mod game;
pub mod records;
mod shared;
#[cfg(test)]
mod template;

pub use game::*;
pub use registry::{Visitor, example, find, keys, open, open_lesson, puzzles, read_reason, read_ruleset, reasons};

registry! {
    lines_of_action::LinesOfAction,
    breakthrough::Breakthrough,
    clobber::Clobber,
    domineering::Domineering,
    knightthrough::Knightthrough,
    surakarta::Surakarta,
    ugolki::Ugolki,
}

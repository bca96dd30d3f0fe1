//! Clobber (Michael Albert, J. P. Grossman, Richard Nowakowski, 2001).
//!
//! ```
//! use parlor_games::{self as games, Game, clobber::Clobber};
//!
//! let mut position = games::open(&games::Ruleset::default_of(Clobber::INFO), None).expect("a start");
//! let it = position.read("a1-a2").expect("an enemy piece beside it");
//! assert!(position.captured(it).contains(it.to));
//! position.play(it).expect("a legal move");
//! ```

mod eval;
mod info;
mod lessons;
mod islands;
mod patterns;
mod rules;
mod solve;
mod weights;

pub use rules::Clobber;

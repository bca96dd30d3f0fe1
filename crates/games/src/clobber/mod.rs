//! Clobber (Michael Albert, J. P. Grossman, Richard Nowakowski, 2001).
//!
//! ```
//! use parlor_games::{self as games, Game, clobber::Clobber};
//!
//! let mut table = games::open(&games::Ruleset::default_of(Clobber::INFO), None).expect("every ruleset has a start");
//! let it = table.read("a1-a2").expect("an enemy man beside it");
//! assert!(table.captured(it).contains(it.to));
//! table.play(it).expect("a legal move");
//! ```

mod eval;
mod info;
mod islands;
mod patterns;
mod rules;
mod solve;
mod weights;

pub use rules::Clobber;

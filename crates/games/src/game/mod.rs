//! The contract between games and everything else. Pure: no I/O, no time, no chance.
//!
//! A game has two faces: [`Game`], statically typed for the search, and [`AnyPosition`], type-erased for all the rest. One
//! blanket implementation ([`erased::Played`]) makes the second from the first.

mod contract;
mod erased;
mod history;
mod info;
mod laws;
mod men;
pub mod net;
mod outcome;
mod parse;
mod position_text;
mod refusal;
mod ruleset;
mod scene;
mod solve;

pub use contract::{Evaluate, Game};
pub use erased::{AnyGame, AnyPosition, Played, Shelf};
pub use history::History;
pub use info::{Example, Info, LevelRating, OptionInfo, OptionKind, Preset, SideInfo, Tone};
pub use laws::check_laws;
pub use men::Men;
pub use net::{HIDDEN, Net, NetError, StoredNet};
pub use outcome::{Outcome, Reason};
pub use parse::{ReadMove, Syntax, UnreadableMove, compact};
pub use position_text::{Fields, PositionError, read_ranks, write_counters, write_ranks};
pub use refusal::{Fact, Refusal};
pub use ruleset::{Ruleset, RulesetError};
pub use scene::{BoardStyle, LastMove, Piece, PieceKind, Scene, Tint};
pub use solve::{Nature, Prospect, Reach, Solve};

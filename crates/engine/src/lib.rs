//! The engine: it searches any game of the registry for a good move. Pure: no I/O, no chance of its own; the clock only
//! inside limits.
//!
//! In: a [`Question`] of plain data. Out: a [`Report`]. In between, one search per game type, made by monomorphisation:
//! iterative deepening and principal variation search with a transposition table. `docs/engine.md` tells what was tried
//! and measured.

mod analysis;
pub mod pool;
pub mod solve;
pub mod ugi;

mod counters;
mod helpers;
mod levels;
mod limits;
mod line;
mod memory;
mod node;
mod ordering;
mod question;
mod quiescence;
pub mod random;
mod root;
mod score;
mod search;
mod survey;
mod think;
mod transposition;
mod turns;

pub use analysis::{Analysis, Effort, Variation, study};
pub use helpers::{Helpers, useful};
pub use levels::{Level, Rung};
pub use limits::{Limits, Stop};
pub use memory::Memory;
pub use pool::{Client, Pool, Ticket};
pub use question::{Judge, Question, Report, ThinkError};
pub use score::Score;
pub use search::Sight;
pub use survey::{MOST_POSITIONS, Survey};
pub use think::{analyse, analyse_with, compare, think, think_with};

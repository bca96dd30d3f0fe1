//! The engine: it searches any game of the registry for a good move. Pure: no I/O, no chance of its own; the clock only
//! inside limits.
//!
//! In: a [`Question`] of plain data. Out: a [`Report`]. In between, one search per game type, made by monomorphization:
//! iterative deepening and principal variation search with a transposition table. `docs/engine.md` tells what was tried
//! and measured.

mod base;
mod player;
pub mod pool;
mod search;
pub mod solve;
mod study;
pub mod ugi;

pub use base::{Judge, Level, Limits, Question, Report, Rung, Score, Stop, Strength, ThinkError};
pub use player::{analyze, analyze_with, compare, think, think_with};
pub use pool::{Client, Pool, Ticket};
pub use search::{Helpers, Memory, Sight, useful};
pub use study::{Analysis, Effort, MOST_POSITIONS, Survey, Variation, study};

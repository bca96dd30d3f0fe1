//! The engine: it searches any game of the registry for a good move. Pure: no I/O, no chance of its own; the clock only
//! inside limits.
//!
//! In: a [`Question`] of plain data. Out: a [`Report`].
//!
//! ```
//! use parlor_engine::{Level, Limits, Question, Score, Stop, Strength, analyze, think};
//!
//! let ruleset = games::read_ruleset("breakthrough size=5x5").unwrap();
//! let question = Question::new(ruleset, Some("5/1b3/5/3w1/5 w".into()), Vec::new());
//! // The best move that a search of 8 plies finds; White runs home first.
//! let report = analyze(&question, &Limits::depth(8), &Stop::new())?;
//! assert!(matches!(report.score, Score::Win(_)));
//! // The move that a beginner plays.
//! let beginner = question.at(Strength::level(Level::LOWEST).seeded(7));
//! assert_eq!(think(&beginner, &Stop::new())?.best.from.to_string(), "d2");
//! # Ok::<(), parlor_engine::ThinkError>(())
//! ```
//!
//! Whoever is further down knows only what is above:
//!
//! - `base`: questions, reports, levels, limits, values of positions.
//! - `search`: one search per game type, made by monomorphization: iterative deepening and principal variation search with
//!   a transposition table, by one thread or several.
//! - [`mod@solve`]: who wins, as a proof: alpha-beta for wins and losses only, df-pn, retrograde analysis.
//! - `study`: the best moves of a position with their values.
//! - `player`: a move as a level plays, or the best within limits.
//! - `any_engine`: all of that for whoever knows a game only as data: [`think`], [`analyze`], [`study`], [`solve()`].
//! - `survey`: all positions of a game, one after another ([`Survey`]).
//! - [`pool`]: threads that answer questions, fairly between those who ask.
//! - [`ugi`]: the engine as a program that others talk to.
//!
//! `docs/engine.md` tells what was tried and measured.

mod any_engine;
mod base;
mod player;
pub mod pool;
mod search;
pub mod solve;
mod study;
mod survey;
pub mod ugi;

pub use any_engine::{analyze, analyze_with, compare, compare_with, solve, solve_with, study, think, think_with};
pub use base::{Judge, Level, Limits, Question, Report, Rung, Score, Stop, Strength, ThinkError};
pub use player::Memory;
pub use pool::{Client, Pool, Ticket};
pub use search::{Crew, Helpers, useful};
pub use study::{Analysis, Effort, Variation};
pub use survey::{MAX_POSITIONS, Survey};

//! Lines of Action (Claude Soucie; Sid Sackson, *A Gamut of Games*, 1969).
//!
//! Sources of the rules: the Computer Olympiad's text (rules of the MSO World Championship of 2000), Berkeley's CS 61B
//! project of 2020, and the questions and answers of the LOA community.

mod eval;
mod info;
mod refusals;
mod rules;
mod solve;
mod tables;

pub use refusals::LoaRefusal;
pub use rules::{LinesOfAction, Position};

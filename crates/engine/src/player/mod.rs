//! A player: what it looks at, what it overlooks, and how freely it chooses.

mod ladder;
mod think;

pub(crate) use self::think::analyze_watched;
pub use self::think::{analyze, analyze_with, compare, think, think_with};

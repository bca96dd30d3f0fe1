//! Where the engine is made and measured: it plays itself, its weights and networks are fitted to those games, builds and
//! programs are matched against each other, puzzles are made, rules and search are timed, and boards set up by which pictures are.

pub mod bench;
pub mod duel;
pub mod marked;
pub mod programs;
pub mod puzzles;
pub mod selfplay;
pub mod train;
pub mod tune;

//! What the engine answers: plain data.

use std::time::Duration;

use super::score::Score;
use games::board::Move;
use games::{Outcome, PositionError, Refusal};

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The move to play: always legal.
    pub best: Move,
    /// The value of that move to the side to move; what a level believes that overlooks moves.
    pub score: Score,
    /// Plies of the last whole iteration; 0 if none was finished.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The play that the engine expects, `best` first.
    pub line: Vec<Move>,
    /// The moves whose own value is known, the best first: all of them after [`compare`](crate::compare).
    pub root: Vec<(Move, Score)>,
    /// How full the transposition table is of this search, in thousandths.
    pub hashfull: u32,
}

/// Why there is no report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ThinkError {
    #[error("the game is over ({})", .0.reason)]
    Finished(Outcome),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("move {} of the game, {mv}, isn't legal ({})", .index + 1, .refusal.code)]
    IllegalMove { index: usize, mv: Move, refusal: Refusal },
    #[error("the search was canceled")]
    Canceled,
    #[error("the search failed: {0}")]
    Panicked(String),
    #[error("too many questions are waiting")]
    Busy,
    #[error("the engine is shutting down")]
    Closed,
}

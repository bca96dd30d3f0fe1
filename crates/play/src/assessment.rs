//! What the engine thinks of a position, in terms of the domain (chances and moves, not search scores).

use super::rating::Points;
use games::board::Move;

/// The engine's assessment of a position. All chances are those of the side to move; a draw counts half.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// How likely the side to move is to win, from 0 to 1.
    pub chance: f64,
    /// The best moves, the best first.
    pub candidates: Vec<Candidate>,
}

/// A move and its assessment.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move, and the play that is expected to follow.
    pub line: Vec<Move>,
    /// How likely this move is to win, from 0 to 1.
    pub chance: f64,
    pub proven: Option<Proven>,
}

/// A result that is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proven {
    pub result: Points,
    /// The game is over after at most this many plies; `None`: unknown.
    pub plies: Option<u32>,
}

impl Candidate {
    /// The move.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

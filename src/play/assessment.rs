//! What the engine thinks of a position, in the words of the domain.

use super::rating::Points;
use games::board::Move;

/// What is thought of a position. All chances are those of the side to move; a draw counts half.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// How likely the side to move wins, from 0 to 1.
    pub chance: f64,
    /// The best moves, the best first.
    pub candidates: Vec<Candidate>,
}

/// A move with what is thought of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move, and the play that is expected to follow.
    pub line: Vec<Move>,
    /// How likely it wins, from 0 to 1.
    pub chance: f64,
    pub proven: Option<Proven>,
}

/// A result that is certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proven {
    pub result: Points,
    /// After how many plies the game is over at the latest, where that is known.
    pub plies: Option<u32>,
}

impl Candidate {
    /// The move.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

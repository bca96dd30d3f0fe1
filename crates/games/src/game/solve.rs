//! What the solver asks of a game: everything it says here must be true, for results are proven by it.

use super::Evaluate;
use crate::board::{Move, Side};

/// What kind of game it is to the solver, and so by which search it is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nature {
    /// It may be drawn, or go round in circles: one proof-number search for each side's win.
    Free,
    /// Someone always wins, and no position ever returns: the engine's own search.
    Race,
    /// As [`Nature::Race`], and having a move left is all that counts: alpha-beta, ordered by [`Solve::outlook`].
    Tempo,
}

/// How far the solver mostly is from knowing the winner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reach {
    /// Some thousand positions.
    Moment,
    /// Some seconds.
    Seconds,
    Far,
}

/// What can be told of a position without searching it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// This side wins, whatever the other does.
    Proven(Side),
    /// It is not known who wins; the key is that of [`Solve::solve_key`].
    Open(u64),
}

/// What the solver asks of a game.
pub trait Solve: Evaluate {
    /// How it is solved.
    const NATURE: Nature;

    /// The key of the solver's tables: see [the law of the keys](super#the-keys-of-a-position).
    fn solve_key(&self, position: &Self::Position) -> u64 {
        self.exact_key(position)
    }

    /// How far the solver is from knowing the winner, by how much is left of the game.
    fn reach(&self, _position: &Self::Position) -> Reach {
        Reach::Far
    }

    /// What can be told of a position without searching it.
    fn prospect(&self, position: &Self::Position) -> Prospect {
        self.static_proof(position)
            .map_or_else(|| Prospect::Open(self.solve_key(position)), |it| Prospect::Proven(it.winner))
    }

    /// How a position looks after a move for the side that is then to move: only the order matters. Asked of games of
    /// [`Nature::Tempo`].
    fn outlook(&self, _position: &Self::Position, _mv: Move) -> i32 {
        0
    }

    /// A position with the same winner in which only such moves are left as are worth a thought: each of them is legal
    /// here too, and if any move wins here, one of them does. Only asked of games of [`Nature::Tempo`].
    fn simplified(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }
}

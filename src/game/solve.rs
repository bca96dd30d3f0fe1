//! What the solver asks of a game: everything it says here must be true, for results are proven by it.

use super::Evaluate;
use crate::board::Side;

/// What kind of game it is to the solver, and so by which search it is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nature {
    /// It may be drawn, or go round in circles: one proof-number search for each side's win.
    Free,
    /// Someone always wins, and no position ever returns: one proof-number search.
    Race,
    /// As [`Nature::Race`], and having a move left is all that counts: alpha-beta, ordered by [`Solve::judge`].
    Tempo,
}

/// What can be said of an undecided position without searching it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// This side wins, whatever the other does.
    Won(Side),
    /// Nothing is proven; the higher the number, the better for the side to move. Only the order matters.
    Open(i32),
}

/// What the solver asks of a game.
pub trait Solve: Evaluate {
    /// How it is solved.
    const NATURE: Nature = Nature::Free;

    /// Rulesets whose start is solved in a moment: those by which the solver's speed is measured.
    const MEASURED: &'static [&'static str] = &[];

    /// A key that two positions share only if they have the same result for their sides to move (chance collisions of
    /// 64 bits aside). All counters that the rules in force need are part of it, always.
    fn solve_key(&self, position: &Self::Position) -> u64;

    /// What can be said of an undecided position at once.
    fn judge(&self, _position: &Self::Position) -> Verdict {
        Verdict::Open(0)
    }

    /// A position with the same winner in which only such moves are left as are worth a thought: each of them is legal
    /// here too, and if any move wins here, one of them does. Only asked of games of [`Nature::Tempo`].
    fn simplified(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }
}

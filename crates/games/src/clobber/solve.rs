//! What the solver asks.

use super::{
    Clobber,
    islands::{largest, sum_key, winner_or_key, without_idle},
};
use crate::board::Move;
use crate::game::{Evaluate as _, Game as _, Nature, Pieces, Prospect, Reach, Solve};

impl Solve for Clobber {
    const NATURE: Nature = Nature::Tempo;

    /// Which side is which does not matter, only which is to move.
    fn solve_key(&self, position: &Pieces) -> u64 {
        sum_key(position)
    }

    fn reach(&self, position: &Pieces) -> Reach {
        match Self::movable(position).into_iter().sum::<i32>() {
            ..=22 => Reach::Moment,
            23..=34 => Reach::Seconds,
            _ => Reach::Far,
        }
    }

    /// By the values of islands.
    fn prospect(&self, position: &Pieces) -> Prospect {
        let side = position.to_move();
        winner_or_key(position).map_or_else(Prospect::Open, |wins| {
            Prospect::Proven(if wins { side } else { side.other() })
        })
    }

    /// Few moves, small islands, and bad patterns for the side to move: what is nearly over is soon proven.
    fn outlook(&self, position: &Pieces, mv: Move) -> i32 {
        let mut next = *position;
        self.play(&mut next, mv);
        self.evaluate_by_terms(&next) + 40 * (Self::contacts(&next) + largest(&next)) as i32
    }

    fn simplified(&self, position: &Pieces) -> Pieces {
        without_idle(position)
    }
}

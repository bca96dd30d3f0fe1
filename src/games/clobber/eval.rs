//! How good a position of Clobber is.

use super::Clobber;
use crate::board::{Direction, Move};
use crate::game::{Evaluate, Game as _, Men};

/// What a man that can still move is worth more than one that cannot, in hundredths.
const MOVABLE: i32 = 20;

/// The bonus for having the move.
const TEMPO: i32 = 10;

impl Evaluate for Clobber {
    // Having to move is never a burden, but a pass would be worth a move: the game is about nothing else.
    const NULL_MOVE: bool = false;

    // Every move is a capture.
    const CAPTURES_DISTURB: bool = false;

    /// Both sides have equally many moves, but not equally many men that can move.
    fn evaluate(&self, position: &Men) -> i32 {
        let beside = |men: crate::board::Bitboard| {
            Direction::ORTHOGONAL.into_iter().map(|it| men.shifted(it)).fold(men, |all, it| all | it)
        };
        let own = (position.own() & beside(position.enemy())).count() as i32;
        let enemy = (position.enemy() & beside(position.own())).count() as i32;
        MOVABLE * (own - enemy) + TEMPO
    }

    fn passed(&self, position: &Men) -> Men {
        let mut next = *position;
        next.pass();
        next
    }

    fn promise(&self, position: &Men, it: Move) -> i32 {
        let mut next = *position;
        self.play(&mut next, it);
        -self.evaluate(&next)
    }
}

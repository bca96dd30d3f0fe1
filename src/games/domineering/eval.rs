//! How good a position of Domineering is.

use super::{Domineering, Position};
use crate::board::{Bitboard, Move, SIDE_KEY, Side, key_of};
use crate::game::{Evaluate, Game as _};

/// What a place is worth on which only its side can ever lay a domino, and what any place is worth.
const SAFE: i32 = 60;
const PLACE: i32 = 20;

/// The bonus for having the move.
const TEMPO: i32 = 30;

impl Domineering {
    /// Places of a side, and among them those that the other side can never spoil, counted without overlaps.
    fn room(&self, side: Side, position: &Position) -> (i32, i32) {
        let free = self.free(position);
        let theirs = self.places(side.other(), free);
        let spoiled = theirs | theirs.shifted(self.along(side.other()));
        let safe = self.places(side, free & !spoiled);
        let mut count = 0;
        let mut rest = safe;
        while let Some(it) = rest.next() {
            count += 1;
            let next = Bitboard::of(it).shifted(self.along(side));
            rest &= !next;
        }
        (self.places(side, free).count() as i32, count)
    }
}

impl Evaluate for Domineering {
    // A pass would give a move away, and moves are all that counts.
    const NULL_MOVE: bool = false;

    const CAPTURES_DISTURB: bool = false;

    fn evaluate(&self, position: &Position) -> i32 {
        let side = self.side_to_move(position);
        let (own, enemy) = (self.room(side, position), self.room(side.other(), position));
        PLACE * (own.0 - enemy.0) + SAFE * (own.1 - enemy.1) + TEMPO
    }

    fn passed(&self, position: &Position) -> Position {
        *position
    }

    /// It is best to take places from the other side and to keep one's own.
    fn promise(&self, position: &Position, it: Move) -> i32 {
        let mut next = *position;
        self.play(&mut next, it);
        -self.evaluate(&next)
    }

    /// Who covered a cell does not matter any more.
    fn search_key(&self, position: &Position) -> u64 {
        let cells = position.all().fold(0, |hash, it| hash ^ key_of(Side::First, it));
        cells ^ if self.side_to_move(position) == Side::Second { SIDE_KEY } else { 0 }
    }
}

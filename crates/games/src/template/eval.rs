//! How good a position of Pincers is.

use super::{Pincers, Position};
use crate::board::{Move, Symmetry, scrambled};
use crate::game::{Evaluate, Game as _, NOTHING_PROVEN};

/// The terms, in this order: more pieces, more moves, the move.
pub(super) const PIECES: usize = 0;
const ROOM: usize = 1;
const TEMPO: usize = 2;

impl Evaluate for Pincers {
    // A guess. `parlor tune` fits weights to games that the engine plays against itself.
    const WEIGHTS: &'static [i32] = &[1600, 80, 80];

    const TURN: Symmetry = Symmetry::RANKS;

    const CAPTURES_ARE_NOISY: bool = true;

    fn terms(&self, position: &Position, mut add: impl FnMut(usize, i32)) {
        let pieces = &position.pieces;
        let side = pieces.to_move();
        add(PIECES, pieces.own().count() as i32 - pieces.enemy().count() as i32);
        add(ROOM, self.mobility(pieces, side) as i32 - self.mobility(pieces, side.other()) as i32);
        add(TEMPO, 1);
    }

    fn order_hint(&self, position: &Position, mv: Move) -> i32 {
        1000 * self.captured(position, mv).count() as i32
    }

    fn plies_left(&self, _: &Position) -> u32 {
        NOTHING_PROVEN
    }

    fn plies_to_limit(&self, position: &Position) -> u32 {
        self.plies_to_draw(position).map_or(u32::MAX, u32::from)
    }

    fn exact_key(&self, position: &Position) -> u64 {
        self.hash(position) ^ scrambled(u64::from(position.quiet))
    }
}

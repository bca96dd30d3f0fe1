//! What the solver asks.

use super::{Domineering, Position};
use crate::board::{Bitboard, Side};
use crate::game::{Game as _, Nature, Solve};

/// Bounds are computed only for a side that looks as if they could prove its win; this sets how strict that is.
const SLACK: i32 = 4;

/// What a side has to lay its dominoes on.
#[derive(Clone, Copy)]
struct Room {
    side: Side,
    /// The first cells of its places.
    places: Bitboard,
    cells: Bitboard,
}

impl Domineering {
    /// The room of the side to move and of the other.
    fn rooms(&self, position: &Position) -> [Room; 2] {
        let (own, free) = (self.side_to_move(position), self.free(position));
        [own, own.other()].map(|side| {
            let places = self.places(side, free);
            Room { side, places, cells: places | places.shifted(self.along(side)) }
        })
    }
}

impl Solve for Domineering {
    const NATURE: Nature = Nature::Tempo;
    const MEASURED: &'static [&'static str] = &["domineering:standard size=6x6", "domineering:standard size=7x7"];

    fn solve_key(&self, position: &Position) -> u64 {
        self.contested_key(position)
    }

    /// By the bounds of either side.
    fn foreseen(&self, position: &Position) -> Option<Side> {
        let [own, other] = self.rooms(position);
        let hopeful = |us: Room, them: Room| {
            let safe = us.cells & !them.cells;
            3 * us.cells.count() as i32 + safe.count() as i32 + SLACK >= 4 * them.cells.count() as i32
        };
        let sure = |us: Room, them: Room| hopeful(us, them) && self.is_sure(us.side, position);
        if sure(own, other) {
            Some(own.side)
        } else if sure(other, own) {
            Some(other.side)
        } else {
            None
        }
    }

    /// How many places each side has, and how many places and cells to itself.
    fn outlook(&self, position: &Position) -> i32 {
        let [own, other] = self.rooms(position);
        let worth = |us: Room, them: Room| {
            let safe = us.cells & !them.cells;
            [us.places, self.places(us.side, safe), safe].map(|it| it.count() as i32).iter().sum::<i32>()
        };
        worth(own, other) - worth(other, own)
    }
}

//! How good a position of Ugolki is.

use super::{Position, Ugolki};
use crate::board::{Bitboard, Move, Side, Square};
use crate::game::{Evaluate, Game as _};

/// What a square nearer to the far corner is worth, in hundredths.
const STEP: i32 = 10;

/// What a man inside the far camp is worth besides.
const HOME: i32 = 25;

/// What the squares of a man that lags behind cost besides, when it is farther from the far corner than this.
const FAR: i32 = 7;
const STRAGGLING: i32 = 4;

/// The bonus for having the move.
const TEMPO: i32 = 8;

impl Ugolki {
    /// Steps along files and ranks to the far corner.
    fn distance(&self, side: Side, square: Square) -> i32 {
        let top = self.shape().height - 1;
        let right = self.shape().width - 1;
        i32::from(match side {
            Side::First => square.file() + (top - square.rank()),
            Side::Second => (right - square.file()) + square.rank(),
        })
    }

    fn worth(&self, side: Side, own: Bitboard) -> i32 {
        let of = |it: Square| {
            let distance = self.distance(side, it);
            STEP * distance + STRAGGLING * (distance - FAR).max(0)
        };
        let home = (own & self.goal(side)).count() as i32;
        HOME * home - own.map(of).sum::<i32>()
    }
}

impl Evaluate for Ugolki {
    // At the end of the classic game a side may be glad not to have to move.
    const NULL_MOVE: bool = false;

    const CAPTURES_DISTURB: bool = false;

    fn evaluate(&self, position: &Position) -> i32 {
        let side = self.side_to_move(position);
        self.worth(side, position.men.own()) - self.worth(side.other(), position.men.enemy()) + TEMPO
    }

    fn passed(&self, position: &Position) -> Position {
        *position
    }

    fn promise(&self, position: &Position, it: Move) -> i32 {
        let side = self.side_to_move(position);
        if it.is_pass() { 0 } else { 100 * (self.distance(side, it.from) - self.distance(side, it.to)) }
    }

    fn search_key(&self, position: &Position) -> u64 {
        self.hash(position) ^ self.counter_key(position)
    }
}

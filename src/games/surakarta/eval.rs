//! How good a position of Surakarta is.

use super::{Position, Surakarta};
use crate::board::{Bitboard, Move, Side};
use crate::game::{Evaluate, Game as _};

/// What a man is worth, in hundredths.
const MAN: i32 = 100;

/// What a man on a line with a loop is worth more than one on the edge or in a corner, by its places on circuits.
const ON_CIRCUIT: [i32; 3] = [0, 6, 10];

/// What it is worth that a man of the enemy's can be taken.
const IN_REACH: i32 = 15;

/// The bonus for having the move.
const TEMPO: i32 = 15;

impl Surakarta {
    fn worth(&self, own: Bitboard) -> i32 {
        own.map(|it| MAN + ON_CIRCUIT[self.tracks.places(it).len()]).sum()
    }

    /// The men of the enemy's that a side could take.
    fn in_reach(&self, position: &Position, side: Side) -> Bitboard {
        let (own, enemy) = (position.men.of(side), position.men.of(side.other()));
        let standing = self.tracks.standing(position.men.all());
        own.fold(Bitboard::EMPTY, |all, from| all | self.captures(from, standing, enemy))
    }
}

impl Evaluate for Surakarta {
    const NULL_MOVE: bool = true;

    fn evaluate(&self, position: &Position) -> i32 {
        let side = self.side_to_move(position);
        let reach = |side| self.in_reach(position, side).count() as i32;
        let material = self.worth(position.men.own()) - self.worth(position.men.enemy());
        material + IN_REACH * (reach(side) - reach(side.other())) + TEMPO
    }

    fn passed(&self, position: &Position) -> Position {
        let mut next = *position;
        next.men.pass();
        next
    }

    fn promise(&self, position: &Position, it: Move) -> i32 {
        let circuits = |point| ON_CIRCUIT[self.tracks.places(point).len()];
        let capture = if self.captured(position, it).is_some() { 1000 } else { 0 };
        capture + if it.is_pass() { 0 } else { 10 * (circuits(it.to) - circuits(it.from)) }
    }

    fn search_key(&self, position: &Position) -> u64 {
        self.hash(position) ^ self.counter_key(position)
    }
}

//! How good a position of Surakarta is: pieces and where they stand, and what can be taken (after Winands' SIA).

use super::{Position, Surakarta};
use crate::board::{Bitboard, Move, Shape, Side, Square, Symmetry, scrambled};
use crate::game::{Accumulator, Evaluate, Game as _, NOTHING_PROVEN, Net, NetSums, StoredNet};

/// Places: the board has six kinds of points that no symmetry maps onto each other.
const KINDS: usize = 6;
const OWN_IN_REACH: usize = KINDS;
const ENEMY_IN_REACH: usize = KINDS + 1;
const CAPTURES: usize = KINDS + 2;
const ROOM: usize = KINDS + 3;
const TEMPO: usize = KINDS + 4;

/// The kind of a point: corner, edge beside it, middle of the edge, then likewise inside.
fn kind(point: Square) -> usize {
    let fold = |at: u8| at.min(5 - at);
    let (low, high) = (fold(point.file()).min(fold(point.rank())), fold(point.file()).max(fold(point.rank())));
    match (low, high) {
        (0, high) => usize::from(high),
        (1, high) => usize::from(high) + 2,
        _ => 5,
    }
}

impl Surakarta {
    /// The pieces of the enemy's that a side can take, and in how many ways.
    fn reach(&self, position: &Position, side: Side) -> (Bitboard, i32) {
        let (own, enemy) = (position.pieces.of(side), position.pieces.of(side.other()));
        let standing = self.tracks.standing(position.pieces.all());
        own.fold((Bitboard::EMPTY, 0), |(all, ways), from| {
            let taken = self.captures(from, standing, enemy);
            (all | taken, ways + taken.count() as i32)
        })
    }

    /// The empty points beside a side's pieces.
    fn room(&self, position: &Position, side: Side) -> i32 {
        let beside = Bitboard(position.pieces.of(side).grown().0 & !position.pieces.all().0);
        (beside & self.shape().mask()).count() as i32
    }
}

impl Evaluate for Surakarta {
    const CAPTURES_ARE_NOISY: bool = true;

    /// Fitted to the engine's own games: see `docs/engine.md`.
    #[rustfmt::skip]
    const WEIGHTS: &'static [i32] = &[
        // Points, from the corner along the edge, then inside.
        1573, 2333, 2589, 3206, 3051, 2978,
        // Own and enemy pieces that can be taken; ways to take; empty points beside own pieces; the move.
        -357, 543, 160, 237, 265,
    ];

    fn terms(&self, position: &Position, mut add: impl FnMut(usize, i32)) {
        let side = self.side_to_move(position);
        position.pieces.own().for_each(|it| add(kind(it), 1));
        position.pieces.enemy().for_each(|it| add(kind(it), -1));
        let ((theirs, ways), (ours, their_ways)) = (self.reach(position, side), self.reach(position, side.other()));
        add(OWN_IN_REACH, ours.count() as i32);
        add(ENEMY_IN_REACH, theirs.count() as i32);
        add(CAPTURES, ways - their_ways);
        add(ROOM, self.room(position, side) - self.room(position, side.other()));
        add(TEMPO, 1);
    }

    const TURN: Symmetry = Symmetry::RANKS;

    fn net(&self) -> Option<&'static Net> {
        static NET: StoredNet = StoredNet::new(include_bytes!("6x6.net"), Shape::new(6, 6));
        NET.on(self.shape(), Self::TURN)
    }

    fn accumulator(&self, position: &Position) -> impl Accumulator<Self> + use<> {
        NetSums::of(self, position)
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        let mut next = *position;
        next.pieces.pass();
        Some(next)
    }

    fn order_hint(&self, position: &Position, mv: Move) -> i32 {
        let capture = if self.captured(position, mv).is_empty() { 0 } else { 1000 };
        capture + if mv.is_pass() { 0 } else { (Self::WEIGHTS[kind(mv.to)] - Self::WEIGHTS[kind(mv.from)]) / 16 }
    }

    fn plies_left(&self, _: &Position) -> u32 {
        NOTHING_PROVEN
    }

    fn plies_to_limit(&self, position: &Position) -> u32 {
        self.quiet_left(position).map_or(u32::MAX, u32::from)
    }

    fn exact_key(&self, position: &Position) -> u64 {
        self.hash(position) ^ scrambled(u64::from(position.quiet))
    }
}

//! Ugolki by one ruleset, and its positions.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Direction, Shape, Side, Square};
use crate::game::Pieces;

/// Ugolki by one ruleset. The first side plays White, from the lower right to the upper left.
#[derive(Clone, Debug)]
pub struct Ugolki {
    pub(super) shape: Shape,
    pub(super) board: Bitboard,
    /// Where each side starts, by [`Side::index`].
    pub(super) camps: [Bitboard; 2],
    /// Where each side's pieces may step and jump, by [`Side::index`].
    pub(super) directions: [ArrayVec<Direction, 8>; 2],
    pub(super) fill_wins: bool,
    /// Own moves after which no piece may stand in the own camp.
    pub(super) leave: Option<u16>,
    /// Moves of both sides together after which the pieces in the camps are counted.
    pub(super) ply_limit: Option<u16>,
    pub(super) repetition_draws: bool,
}

/// Pieces and side to move, and the moves played so far, if the rules count them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) pieces: Pieces,
    pub(super) plies: u16,
}

impl Ugolki {
    /// The squares on which the piece on `from` can end its move.
    #[inline]
    pub(super) fn targets(&self, side: Side, from: Square, all: Bitboard) -> Bitboard {
        let piece = Bitboard::of(from);
        let (others, directions) = (all.without(from), &self.directions[side.index()]);
        let free = self.board & !others;
        let (mut reached, mut fresh) = (piece, piece);
        while !fresh.is_empty() {
            let jumps = |to, it: &Direction| to | (fresh.shifted(*it) & others).shifted(*it);
            fresh = directions.iter().fold(Bitboard::EMPTY, jumps) & free & !reached;
            reached |= fresh;
        }
        let steps = directions.iter().fold(Bitboard::EMPTY, |to, it| to | piece.shifted(*it));
        (reached | steps & free).without(from)
    }

    /// The camp that a side runs for.
    pub(super) fn goal(&self, side: Side) -> Bitboard {
        self.camps[side.other().index()]
    }

    /// The camp in which a side starts.
    pub(super) fn camp(&self, side: Side) -> Bitboard {
        self.camps[side.index()]
    }

    /// Whether a side may move in a direction.
    pub(super) fn allows(&self, side: Side, direction: Direction) -> bool {
        self.directions[side.index()].contains(&direction)
    }

    /// Whether the camps have 4×4 squares.
    pub(super) fn has_large_camps(&self) -> bool {
        self.camps[0].count() == 16
    }

    /// How many moves a side has left to leave its own camp, if the rules limit them; 0 or less when it must have left it.
    pub(super) fn moves_to_leave(&self, side: Side, position: &Position) -> Option<i32> {
        self.leave.map(|it| i32::from(it) - Self::own_moves(side, position))
    }

    /// How many moves a side has made, if the rules count them; otherwise 0.
    pub(super) fn own_moves(side: Side, position: &Position) -> i32 {
        (if side == Side::First { position.plies.div_ceil(2) } else { position.plies / 2 }).into()
    }

    /// Those of a side's pieces that can step or jump somewhere.
    pub(super) fn movable(&self, side: Side, pieces: Bitboard, all: Bitboard) -> Bitboard {
        let free = self.board & !all;
        let from = |all_from, it: &Direction| {
            let beside = free.shifted(it.opposite());
            all_from | beside | (beside & all).shifted(it.opposite())
        };
        pieces & self.directions[side.index()].iter().fold(Bitboard::EMPTY, from)
    }

    /// The numbers of plies at which something changes: the first side must have left its camp, then the second, then the
    /// game ends.
    pub(super) fn turning_points(&self) -> impl Iterator<Item = u16> {
        let leave = self.leave.into_iter().flat_map(|it| [2 * it - 1, 2 * it]);
        leave.chain(self.ply_limit)
    }
}

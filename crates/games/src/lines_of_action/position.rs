//! Lines of Action by one ruleset, and its positions.

use super::{tables, worth::Worth};
use crate::board::{Bitboard, Direction, Move, Shape, Side, Square, scrambled};
use crate::game::Pieces;

/// Lines of Action by one ruleset.
#[derive(Clone, Debug)]
pub struct LinesOfAction {
    pub(super) shape: Shape,
    /// How many squares there are from each square to the edge, by square and [`Direction`].
    pub(super) reach: Box<[[u8; 8]; Square::COUNT]>,
    pub(super) both_connected_draws: bool,
    pub(super) repetition_draws: bool,
    /// Moves of both sides together after which the game is drawn.
    pub(super) ply_limit: Option<u16>,
    pub(super) stuck_loses: bool,
    pub(super) start: Start,
    pub(super) worth: Worth,
    /// The top, bottom, left and right line of the board, and all of them.
    pub(super) edges: [Bitboard; 4],
    pub(super) edge: Bitboard,
}

/// How the edge is set up.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    Standard,
    /// The colors alternate clockwise, beginning with this side beside the upper left corner.
    Alternating(Side),
}

/// Pieces and side to move, and two counters that most rulesets leave at 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) pieces: Pieces,
    /// Passes just before, one after the other.
    pub(super) passes: u8,
    /// Moves played so far; counted only where the rules have a move limit.
    pub(super) plies: u16,
}

impl LinesOfAction {
    /// Calls `found` with each legal move of the piece on `from` that ends on a square of `targets`.
    #[inline(always)]
    pub(super) fn each_move_of(
        &self,
        from: Square,
        own: Bitboard,
        enemy: Bitboard,
        targets: Bitboard,
        found: &mut impl FnMut(Move),
    ) {
        let pieces = own | enemy;
        let reach = &self.reach[from.index()];
        for (axis, (one, other)) in tables::AXES.into_iter().enumerate() {
            let line = tables::line(axis, from);
            if (line & targets).is_empty() {
                continue;
            }
            let count = (line & pieces).count();
            for direction in [one, other] {
                if count > reach[direction as usize].into() {
                    continue;
                }
                let to = tables::step(from, direction, count);
                let open = targets.contains(to) && !own.contains(to);
                if open && (tables::between(direction, from, to) & enemy).is_empty() {
                    found(Move::new(from, to));
                }
            }
        }
    }

    /// How many plies are left until the game is drawn, if they are limited.
    pub(super) fn plies_to_draw(&self, position: &Position) -> Option<u16> {
        self.ply_limit.map(|it| it.saturating_sub(position.plies))
    }

    /// What tells positions with the same pieces apart by their passes, and by so many plies.
    pub(super) fn counters_key(position: &Position, plies: u16) -> u64 {
        scrambled(u64::from(plies) << 8 | u64::from(position.passes))
    }

    /// How many squares there are from a square to the edge.
    pub(super) fn reach(&self, from: Square, direction: Direction) -> u32 {
        self.reach[from.index()][direction as usize].into()
    }
}

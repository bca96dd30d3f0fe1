//! Surakarta by one ruleset, and its positions.

use std::sync::Arc;

use super::tracks::{Occupancy, Tracks, Direction};
use crate::board::{Bitboard, Square};
use crate::game::Pieces;

/// Surakarta by one ruleset.
#[derive(Clone, Debug)]
pub struct Surakarta {
    pub(super) tracks: Arc<Tracks>,
    /// The neighbors of each point.
    pub(super) neighbors: Box<[Bitboard; Square::COUNT]>,
    pub(super) repetition_draws: bool,
    /// Moves of both sides together without a capture after which the game ends.
    pub(super) ply_limit: Option<u16>,
    /// Whether it is won then by the side with more pieces.
    pub(super) majority: bool,
}

/// Pieces and side to move, and how many moves have gone by without a capture, if the rules count them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) pieces: Pieces,
    pub(super) quiet: u16,
}

impl Surakarta {
    /// The points with enemy pieces that the piece on `from` can take.
    #[inline]
    pub(super) fn captures(&self, from: Square, standing: Occupancy, enemy: Bitboard) -> Bitboard {
        let places = self.tracks.places(from);
        let others = standing.without(places);
        let mut met = Bitboard::EMPTY;
        for place in places {
            for way in [Direction::Onward, Direction::Back] {
                met = self.tracks.met(others, *place, way).map_or(met, |it| met.with(it));
            }
        }
        met & enemy
    }

    pub(super) fn neighbors(&self, point: Square) -> Bitboard {
        self.neighbors[point.index()]
    }

    /// How many moves without a capture are left, if they are limited.
    pub(super) fn quiet_left(&self, position: &Position) -> Option<u16> {
        self.ply_limit.map(|it| it.saturating_sub(position.quiet))
    }
}

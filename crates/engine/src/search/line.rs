//! The principal variation, kept in a triangle: each ply has the best line from there on.

use crate::base::MAX_PLY;
use games::board::Move;

/// The best lines by ply.
pub(super) struct Lines {
    moves: Vec<[Move; MAX_PLY]>,
    lengths: [usize; MAX_PLY],
}

impl Lines {
    pub(super) fn new() -> Self {
        Self { moves: vec![[Move::PASS; MAX_PLY]; MAX_PLY], lengths: [0; MAX_PLY] }
    }

    /// Nothing is known from this ply on.
    #[inline]
    pub(super) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// `mv` is best at `ply`, and what is best after it follows.
    pub(super) fn lead(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.moves.split_at_mut(ply + 1);
        let here = &mut here[ply];
        here[0] = mv;
        let rest = below.first().map_or(&[][..], |it| &it[..self.lengths[ply + 1]]);
        let length = rest.len().min(MAX_PLY - 1);
        here[1..=length].copy_from_slice(&rest[..length]);
        self.lengths[ply] = length + 1;
    }

    /// `mv` ends the game at `ply`.
    pub(super) fn end(&mut self, ply: usize, mv: Move) {
        self.moves[ply][0] = mv;
        self.lengths[ply] = 1;
    }

    pub(super) fn from(&self, ply: usize) -> &[Move] {
        &self.moves[ply][..self.lengths[ply]]
    }
}

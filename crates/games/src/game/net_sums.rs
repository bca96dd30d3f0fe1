//! What a network keeps along a line of moves.

use super::{
    Accumulator, Evaluate,
    net::{Units, ZERO},
};
use crate::board::{Bitboard, Move, Side};

/// What the hidden units of both sides add up to. A game whose board has no network keeps nothing, and is judged by its
/// terms.
#[derive(Clone, Debug)]
pub struct NetSums([Units; 2]);

impl NetSums {
    /// The sums of a position.
    #[inline]
    pub fn of<G: Evaluate>(game: &G, position: &G::Position) -> Self {
        Self(game.net().map_or([ZERO; 2], |it| it.sums(pieces(game, position))))
    }
}

/// The pieces by side.
#[inline]
fn pieces<G: Evaluate>(game: &G, position: &G::Position) -> [Bitboard; 2] {
    Side::BOTH.map(|it| game.pieces(position, it))
}

impl<G: Evaluate> Accumulator<G> for NetSums {
    #[inline]
    fn after(&self, game: &G, before: &G::Position, _: Move, next: &G::Position) -> Self {
        let mut sums = self.clone();
        if let Some(net) = game.net() {
            net.update(&mut sums.0, pieces(game, before), pieces(game, next));
        }
        sums
    }

    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        let Some(net) = game.net() else { return game.evaluate_by_terms(position) };
        net.value(&self.0, game.side_to_move(position), pieces(game, position))
    }
}

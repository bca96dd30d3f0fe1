//! A position of the line being searched, with what the evaluation keeps along it.

use games::board::Move;
use games::{Accumulator, Evaluate};

pub(super) struct Node<G: Evaluate, A> {
    pub(super) position: G::Position,
    pub(super) accumulator: A,
}

impl<G: Evaluate, A: Accumulator<G>> Node<G, A> {
    /// What comes after a legal move.
    #[inline]
    pub(super) fn after(&self, game: &G, mv: Move) -> Self {
        let mut next = self.position.clone();
        game.play(&mut next, mv);
        self.to(game, mv, next)
    }

    /// What comes after a pass in thought, where the game lets one pass.
    #[inline]
    pub(super) fn after_null_move(&self, game: &G) -> Option<Self> {
        game.null_move(&self.position).map(|next| self.to(game, Move::PASS, next))
    }

    #[inline]
    fn to(&self, game: &G, mv: Move, next: G::Position) -> Self {
        let accumulator = self.accumulator.after(game, &self.position, mv, &next);
        Self { position: next, accumulator }
    }
}

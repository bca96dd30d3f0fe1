//! A position of the line being searched, with what the evaluation keeps along it.

use games::board::Move;
use games::{Accumulator, Evaluate};

pub(super) struct Node<'a, G: Evaluate, A> {
    pub(super) position: &'a G::Position,
    pub(super) accumulator: A,
}

/// What comes after a move. Many positions are done with before the evaluation is asked: what it keeps waits until then.
pub(super) struct Child<'a, G: Evaluate, A> {
    pub(super) position: G::Position,
    before: &'a Node<'a, G, A>,
    mv: Move,
}

impl<G: Evaluate, A: Accumulator<G>> Node<'_, G, A> {
    /// What comes after a legal move.
    #[inline]
    pub(super) fn after(&self, game: &G, mv: Move) -> Child<'_, G, A> {
        let mut position = self.position.clone();
        game.play(&mut position, mv);
        Child { position, before: self, mv }
    }

    /// What comes after a pass in thought, where the game lets one pass.
    #[inline]
    pub(super) fn after_null_move(&self, game: &G) -> Option<Child<'_, G, A>> {
        let position = game.null_move(self.position)?;
        Some(Child { position, before: self, mv: Move::PASS })
    }
}

impl<G: Evaluate, A: Accumulator<G>> Child<'_, G, A> {
    /// The position with what the evaluation keeps.
    #[inline]
    pub(super) fn enter(&self, game: &G) -> Node<'_, G, A> {
        let accumulator = self.before.accumulator.after(game, self.before.position, self.mv, &self.position);
        Node { position: &self.position, accumulator }
    }
}

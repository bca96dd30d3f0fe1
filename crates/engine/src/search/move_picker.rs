//! The moves of a position one by one, the most promising first.

use super::{
    ordering::MoveContext,
    searcher::{Ranked, Search},
};
use games::Evaluate;
use games::board::Move;

impl<G: Evaluate> Search<'_, G> {
    /// Puts the ranked moves of a position, if they are `wanted`, at the end of the move stack and says where they begin.
    pub(super) fn list_moves(
        &mut self,
        position: &G::Position,
        context: &MoveContext,
        wanted: impl Fn(Move) -> bool,
    ) -> usize {
        let start = self.moves.len();
        self.list.clear();
        self.game.moves(position, &mut self.list);
        let sight = self.sight;
        for mv in self.list.iter().filter(|it| wanted(**it) && !sight.overlooks(**it)) {
            let priority = self.ordering.priority(*mv, self.game.order_hint(position, *mv), context);
            self.moves.push(Ranked { mv: *mv, priority });
        }
        start
    }

    /// Puts the most noticeable of the moves that were listed last at the end of the move stack: nobody overlooks all.
    pub(super) fn notice_one(&mut self) {
        let sight = self.sight;
        let mv = self.list.iter().copied().max_by_key(|it| sight.notice(*it));
        self.moves.extend(mv.map(|mv| Ranked { mv, priority: 0 }));
    }

    /// Brings the most promising of the moves from `index` on to `index`.
    #[inline]
    pub(super) fn pick(&mut self, index: usize) -> Move {
        let rest = &mut self.moves[index..];
        let (mut best, mut highest) = (0, i32::MIN);
        for (at, ranked) in rest.iter().enumerate() {
            // Written so that the processor need not guess.
            let higher = ranked.priority > highest;
            best = if higher { at } else { best };
            highest = if higher { ranked.priority } else { highest };
        }
        rest.swap(0, best);
        rest[0].mv
    }
}

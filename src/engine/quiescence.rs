//! Beyond the horizon: captures are searched on until nothing disturbs the evaluation any more.

use super::{
    node::At,
    ordering::Context,
    score::MAX_PLY,
    search::{Ranked, Search, Sight},
};
use crate::board::Move;
use crate::game::Evaluate;

impl<G: Evaluate> Search<'_, G> {
    /// The value of an undecided position by its evaluation and, where captures disturb that, by the captures.
    /// (Threats to win at once never come here: [`Search::node`] answers them first.)
    pub(super) fn quiesce(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        beta: i32,
        at: At,
        eval: Option<i32>,
    ) -> i32 {
        let mut best = eval.unwrap_or_else(|| self.game.evaluate(position));
        if !G::CAPTURES_DISTURB || self.sight != Sight::Full || best >= beta || at.ply + 1 >= MAX_PLY {
            return best;
        }
        alpha = alpha.max(best);
        let side = self.game.side_to_move(position);
        let context = Context { side, ply: at.ply, previous: at.previous, hash: Move::PASS };
        let start = self.list_captures(position, &context);
        let mut index = start;
        while index < self.moves.len() && best < beta {
            let it = self.pick(index);
            index += 1;
            let mut next = position.clone();
            self.game.play(&mut next, it);
            let below = At { ply: at.ply + 1, reversible: 0, previous: it, null: false };
            let value = -self.node(&next, 0, -beta, -alpha, below);
            if self.budget.spent() {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
        }
        self.moves.truncate(start);
        best
    }

    /// As [`Search::list_moves`], but only captures that may gain something.
    fn list_captures(&mut self, position: &G::Position, context: &Context) -> usize {
        let start = self.moves.len();
        let prizes = self.game.prizes(position);
        if prizes.is_empty() {
            return start;
        }
        self.list.clear();
        self.game.moves(position, &mut self.list);
        for it in &self.list {
            if self.game.captured(position, *it).is_some_and(|square| prizes.contains(square)) {
                let priority = self.ordering.priority(*it, self.game.promise(position, *it), context);
                self.moves.push(Ranked { it: *it, priority });
            }
        }
        start
    }
}

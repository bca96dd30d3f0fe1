//! Beyond the horizon: captures are searched on until nothing disturbs the evaluation any more.

use super::{
    node::At,
    ordering::Context,
    search::{Search, Sight},
};
use games::Evaluate;
use games::board::Move;

/// The most captures in a row: where nearly all men can be taken there is no end of them.
const LONGEST: i32 = 8;

impl<G: Evaluate> Search<'_, G> {
    /// The value of an undecided position by its evaluation and, where captures disturb that, by the captures.
    /// `depth` is 0 at the horizon and falls with every capture. (Threats to win at once never come here:
    /// [`Search::node`] answers them first.)
    pub(super) fn quiesce(
        &mut self,
        position: &G::Position,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        at: At,
        eval: Option<i32>,
    ) -> i32 {
        let mut best = eval.unwrap_or_else(|| self.evaluate(position));
        let ends = !G::CAPTURES_DISTURB || self.sight != Sight::Full || depth <= -LONGEST;
        if ends || best >= beta || at.ply + 1 >= self.counters.longest {
            return best;
        }
        alpha = alpha.max(best);
        let side = self.game.side_to_move(position);
        let context = Context { side, ply: at.ply, previous: at.previous, hash: Move::PASS };
        let prizes = self.game.prizes(position);
        if prizes.is_empty() {
            return best;
        }
        let game = self.game;
        let gains = |it| !(game.captured(position, it) & prizes).is_empty();
        let start = self.list_moves(position, &context, gains);
        let mut index = start;
        while index < self.moves.len() && best < beta {
            let it = self.pick(index);
            index += 1;
            let mut next = position.clone();
            self.game.play(&mut next, it);
            let below = At { ply: at.ply + 1, reversible: 0, previous: it, null: false };
            let value = -self.node(&next, depth - 1, -beta, -alpha, below);
            if self.budget.spent() {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(value);
        }
        self.moves.truncate(start);
        best
    }
}

//! Beyond the horizon: captures are searched on until nothing disturbs the evaluation anymore.

use super::{
    node::Node,
    ordering::MoveContext,
    searcher::{NodePlace, Search},
};
use games::board::Move;
use games::{Accumulator, Evaluate};

/// The most captures in a row: where nearly all pieces can be taken there is no end of them.
const MAX_CAPTURES: i32 = 8;

impl<G: Evaluate> Search<'_, G> {
    /// The value of an undecided position by its evaluation and, where captures disturb that, by the captures.
    /// `depth` is 0 at the horizon and falls with every capture. (Threats to win at once never come here:
    /// [`Search::alpha_beta`] answers them first.)
    pub(super) fn quiescence<A: Accumulator<G>>(
        &mut self,
        node: &Node<'_, G, A>,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        at: NodePlace,
        eval: Option<i32>,
    ) -> i32 {
        let stand_pat = eval.unwrap_or_else(|| self.evaluate(node));
        let ends = !G::CAPTURES_ARE_NOISY || depth <= -MAX_CAPTURES;
        if ends || stand_pat >= beta || at.ply + 1 >= self.counters.longest {
            return stand_pat;
        }
        let mut best = stand_pat;
        alpha = alpha.max(best);
        let (game, position) = (self.game, node.position);
        let side = game.side_to_move(position);
        let context = MoveContext { side, ply: at.ply, previous: at.previous, hash_move: Move::PASS };
        let targets = game.noisy_targets(position);
        if targets.is_empty() {
            return best;
        }
        let gains = |it| !(game.captured(position, it) & targets).is_empty();
        let start = self.list_moves(position, &context, gains);
        let mut index = start;
        while index < self.moves.len() && best < beta {
            let mv = self.pick(index);
            index += 1;
            let next = node.after(game, mv);
            let below = NodePlace { ply: at.ply + 1, reversible: 0, previous: [mv, at.previous[0]], null: false };
            let value = -self.alpha_beta(&next, depth - 1, -beta, -alpha, below);
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

//! One iteration: the root's moves are searched to a depth.

use super::{
    counters::Counters,
    node::Node,
    root::{Root, RootMove},
    searcher::{NodePlace, Search},
};
use crate::base::{INFINITE, PROVEN};
use games::Evaluate;
use games::board::Move;

impl<G: Evaluate> Search<'_, G> {
    /// One iteration for the best move within a window (principal variation search). `None` if it was broken off; the
    /// best of what was searched is in front even then.
    pub(crate) fn iterate(
        &mut self,
        position: &G::Position,
        root: &mut Root,
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        self.begin(position, depth);
        let mut best = -INFINITE;
        for index in 0..root.moves.len() {
            let mv = root.moves[index].mv;
            let value = if index == 0 {
                self.root_move(position, mv, depth, alpha, beta)
            } else {
                let reduction = i32::from(index >= 4 && depth >= 4) + i32::from(index >= 12 && depth >= 6);
                let mut value = self.root_move(position, mv, depth - reduction, alpha, alpha + 1);
                if value > alpha && reduction > 0 {
                    value = self.root_move(position, mv, depth, alpha, alpha + 1);
                }
                if value > alpha && value < beta {
                    value = self.root_move(position, mv, depth, alpha, beta);
                }
                value
            };
            if self.budget.spent() {
                return None;
            }
            let known = &mut root.moves[index];
            // That a move loses is known even where the window cuts its value off.
            if index == 0 || value > alpha || value < -PROVEN {
                known.value = value;
            }
            if index == 0 || value > alpha {
                known.exact = value > alpha && value < beta;
                // Where the window was missed, the new line is cut short: the old one of the same move tells more.
                if known.exact || index > 0 {
                    known.line.clear();
                    known.line.push(mv);
                    known.line.extend_from_slice(self.lines.from(1));
                }
                root.moves[..=index].rotate_right(1);
            } else {
                known.exact = false;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    /// One iteration that gives every move within `margin` of the best its exact value. False if it was broken off:
    /// the root is then as before.
    pub(crate) fn iterate_wide(&mut self, position: &G::Position, root: &mut Root, depth: i32, margin: i32) -> bool {
        self.begin(position, depth);
        let mut best = -INFINITE;
        let mut found = Vec::with_capacity(root.moves.len());
        for known in &root.moves {
            let floor = best.saturating_sub(margin).max(-INFINITE);
            let value = self.root_move(position, known.mv, depth, floor, INFINITE);
            if self.budget.spent() {
                return false;
            }
            let mut line = vec![known.mv];
            line.extend_from_slice(self.lines.from(1));
            found.push(RootMove { mv: known.mv, value, exact: value > floor, line });
            best = best.max(value);
        }
        found.sort_by_key(|it| -it.value);
        root.moves = found;
        true
    }

    /// Gives the moves after the first that are within `margin` of it their values at a depth, but none more than the
    /// first has, which is known better. If it is broken off, the root is as before.
    pub(crate) fn compare(&mut self, position: &G::Position, root: &mut Root, depth: i32, margin: i32) {
        self.begin(position, depth);
        let best = root.moves[0].value;
        let floor = (best - margin).max(-INFINITE);
        let mut moves = root.moves.clone();
        for known in &mut moves[1..] {
            let value = self.root_move(position, known.mv, depth, floor, best);
            if self.budget.spent() {
                return;
            }
            let mut line = vec![known.mv];
            line.extend_from_slice(self.lines.from(1));
            *known = RootMove { mv: known.mv, value: value.min(best), exact: value > floor, line };
        }
        moves[1..].sort_by_key(|it| -it.value);
        root.moves = moves;
    }

    /// An iteration to that depth begins.
    fn begin(&mut self, position: &G::Position, depth: i32) {
        self.threat_horizon = 2 * depth as usize + 8;
        self.counters = Counters::new(self.game.plies_to_limit(position), depth);
    }

    pub(crate) fn root_move(&mut self, position: &G::Position, mv: Move, depth: i32, alpha: i32, beta: i32) -> i32 {
        let game = self.game;
        let root = Node { position, accumulator: game.accumulator(position) };
        let next = root.after(game, mv);
        self.path.push(self.game.hash(position));
        let at = NodePlace { ply: 1, reversible: self.path.len(), previous: [mv, Move::PASS], null: false };
        let value = -self.alpha_beta(&next, depth - 1, -beta, -alpha, at);
        self.path.pop();
        value
    }
}

//! The position that the search is asked about: its moves, each with what is known of it.

use super::{
    counters::Counters,
    node::At,
    question::Judge,
    score::{INFINITE, PROVEN, WON},
    search::Search,
};
use games::board::Move;
use games::{Evaluate, Played};

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) it: Move,
    /// Its value by the last iteration that told one; otherwise a bound or a guess.
    pub(super) value: i32,
    /// Whether `value` is a value and no bound.
    pub(super) exact: bool,
    /// The play that follows, `it` first.
    pub(super) line: Vec<Move>,
}

/// The root's moves, the best first.
#[derive(Clone)]
pub(super) struct Root {
    pub(super) moves: Vec<RootMove>,
    /// Plies of the last whole iteration.
    pub(super) depth: u32,
    /// The first iteration of those up to now that all ended with a proven result.
    pub(super) proven_since: Option<u32>,
    /// For how many iterations the move in front has been there.
    pub(super) best_for: u32,
    /// The move that the last iteration had in front.
    last_best: Option<Move>,
}

impl Root {
    /// The legal moves, those that end the game with their true values, in the order of first sight.
    pub(super) fn new<G: Evaluate>(played: &Played<G>, judge: Judge) -> Self {
        let own = played.game.side_to_move(&played.position);
        let value = |it: Move| {
            let mut next = played.clone();
            next.advance(it);
            match next.game.outcome(&next.position, &next.history) {
                Some(end) => end.winner.map_or(0, |winner| if winner == own { WON - 1 } else { 1 - WON }),
                None => -judge.evaluate(&next.game, &next.position),
            }
        };
        let fresh = |it: Move| RootMove { it, value: value(it), exact: true, line: vec![it] };
        let mut moves: Vec<RootMove> = played.moves().into_iter().map(fresh).collect();
        moves.sort_by_key(|it| -it.value);
        Self::of(moves, 0)
    }

    /// Some moves after so many plies of search.
    pub(super) fn of(moves: Vec<RootMove>, depth: u32) -> Self {
        Self { moves, depth, proven_since: None, best_for: 0, last_best: None }
    }

    /// Puts the first move of a line in front, with the value that is proven for it; of the others nothing is known.
    pub(super) fn lead_with(&mut self, line: Vec<Move>, value: i32) {
        self.moves.iter_mut().for_each(|it| it.exact = false);
        if let Some(index) = self.moves.iter().position(|known| line.first() == Some(&known.it)) {
            let it = self.moves[index].it;
            self.moves[index] = RootMove { it, value, exact: true, line };
            self.moves[..=index].rotate_right(1);
        }
    }

    /// An iteration was finished.
    pub(super) fn finished(&mut self, depth: u32) {
        self.depth = depth;
        let best = Some(self.moves[0].it);
        self.best_for = if best == self.last_best { self.best_for + 1 } else { 1 };
        self.last_best = best;
        self.proven_since = if is_proven(self.moves[0].value) { self.proven_since.or(Some(depth)) } else { None };
    }

    /// Where an iteration was broken off after the best move was found to lose: moves of which that is not known go before
    /// all others, with a value of no more than was `expected`.
    pub(super) fn set_lost_aside(&mut self, expected: i32) {
        self.moves.sort_by_key(|it| it.value < -PROVEN);
        let best = &mut self.moves[0];
        if best.value > expected {
            (best.value, best.exact) = (expected, false);
        }
    }

    /// Whether the best move wins at once.
    pub(super) fn wins_at_once(&self) -> bool {
        self.moves.first().is_some_and(|it| it.value == WON - 1)
    }
}

impl<G: Evaluate> Search<'_, G> {
    /// One iteration for the best move within a window (principal variation search). `None` if it was broken off; the
    /// best of what was searched is in front even then.
    pub(super) fn iterate(
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
            let it = root.moves[index].it;
            let value = if index == 0 {
                self.root_move(position, it, depth, alpha, beta)
            } else {
                let reduction = i32::from(index >= 4 && depth >= 4) + i32::from(index >= 12 && depth >= 6);
                let mut value = self.root_move(position, it, depth - reduction, alpha, alpha + 1);
                if value > alpha && reduction > 0 {
                    value = self.root_move(position, it, depth, alpha, alpha + 1);
                }
                if value > alpha && value < beta {
                    value = self.root_move(position, it, depth, alpha, beta);
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
                    known.line.push(it);
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
    pub(super) fn iterate_wide(&mut self, position: &G::Position, root: &mut Root, depth: i32, margin: i32) -> bool {
        self.begin(position, depth);
        let mut best = -INFINITE;
        let mut found = Vec::with_capacity(root.moves.len());
        for known in &root.moves {
            let floor = best.saturating_sub(margin).max(-INFINITE);
            let value = self.root_move(position, known.it, depth, floor, INFINITE);
            if self.budget.spent() {
                return false;
            }
            let mut line = vec![known.it];
            line.extend_from_slice(self.lines.from(1));
            found.push(RootMove { it: known.it, value, exact: value > floor, line });
            best = best.max(value);
        }
        found.sort_by_key(|it| -it.value);
        root.moves = found;
        true
    }

    /// An iteration to that depth begins.
    fn begin(&mut self, position: &G::Position, depth: i32) {
        self.threat_horizon = 2 * depth as usize + 8;
        self.counters = Counters::new(self.game.plies_to_limit(position), depth);
    }

    pub(super) fn root_move(&mut self, position: &G::Position, it: Move, depth: i32, alpha: i32, beta: i32) -> i32 {
        let mut next = position.clone();
        self.game.play(&mut next, it);
        self.path.push(self.game.hash(position));
        let at = At { ply: 1, reversible: self.path.len(), previous: it, null: false };
        let value = -self.node(&next, depth - 1, -beta, -alpha, at);
        self.path.pop();
        value
    }
}

/// Whether a value is a proven win or loss.
pub(super) fn is_proven(value: i32) -> bool {
    value.abs() > PROVEN
}

//! Deeper and deeper: iteration after iteration, until a limit or a proof ends the search.

use super::{
    options::{SearchOptions, Valued},
    root::Root,
    searcher::Search,
};
use crate::base::{INFINITE, MAX_PLY, PROVEN, WON, is_proven};
use games::{Evaluate, Played};

impl<G: Evaluate> Search<'_, G> {
    /// Searches deeper and deeper until a limit or a proof ends it. `root` has the best move in front throughout.
    pub(crate) fn iterative_deepening(&mut self, played: &Played<G>, root: &mut Root, options: &SearchOptions) {
        let last = options.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 2);
        self.budget.look();
        for depth in 1..=last {
            if self.budget.spent() || stop_deepening(root, depth, options) {
                return;
            }
            let done = match options.valued.margin() {
                Some(margin) => self.iterate_wide(&played.position, root, depth as i32, margin),
                None => self.aspiration_search(&played.position, root, depth as i32),
            };
            if !done {
                return;
            }
            root.finished(depth);
            if let Some(watch) = self.watch {
                watch(&root.report(0, self.budget.nodes(), self.budget.elapsed(), self.table.hashfull()));
            }
            if options.hurries && self.is_time_to_play(&played.position, root, options) {
                return;
            }
        }
    }

    /// Whether thinking on would hardly change the move: the same one has been best for some iterations, and a shallower
    /// search finds all others clearly worse (an *easy move*, as chess programs say).
    fn is_time_to_play(&mut self, position: &G::Position, root: &Root, options: &SearchOptions) -> bool {
        let soon = options.limits.time.is_some_and(|it| self.budget.elapsed() >= it / SOON);
        soon && root.best_for >= STEADY && self.is_clear(position, root)
    }

    /// Whether no other move comes near to the best one, by a search of two thirds of the depth.
    fn is_clear(&mut self, position: &G::Position, root: &Root) -> bool {
        let Some((best, others)) = root.moves.split_first() else { return false };
        let (depth, limit) = (root.depth as i32 * 2 / 3, best.value - CLEAR);
        others.iter().all(|it| self.root_move(position, it.mv, depth, limit - 1, limit) < limit) && !self.budget.spent()
    }

    /// One iteration with a narrow window around the last value, widened as needed (aspiration).
    pub(crate) fn aspiration_search(&mut self, position: &G::Position, root: &mut Root, depth: i32) -> bool {
        let expected = root.moves[0].value;
        let mut width = 30;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && expected.abs() < PROVEN {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            let Some(value) = self.iterate(position, root, depth, alpha, beta) else {
                if expected >= -PROVEN && root.moves[0].value < -PROVEN {
                    root.set_lost_aside(expected);
                }
                return false;
            };
            width *= 3;
            if value <= alpha {
                alpha = if width > 800 { -INFINITE } else { (value - width).max(-INFINITE) };
            } else if value >= beta {
                beta = if width > 800 { INFINITE } else { (value + width).min(INFINITE) };
            } else {
                return true;
            }
        }
    }
}

/// The part of the time after which a clear move is played, as a divisor.
const SOON: u32 = 10;

/// For how many iterations a move must have been best to be thought clear.
const STEADY: u32 = 4;

/// How much worse, in hundredths, all others must be.
const CLEAR: i32 = 120;

/// Whether deeper search would hardly change the answer anymore: a proven result that needs no more plies than were
/// searched, or that has stood for three iterations (following threats finds long wins early).
fn stop_deepening(root: &Root, depth: u32, options: &SearchOptions) -> bool {
    let best = root.moves[0].value;
    if options.proves && root.proven_since.is_some() {
        return true;
    }
    if !is_proven(best) || depth == 1 || options.valued == Valued::All {
        return false;
    }
    let plies = (WON - best.abs()) as u32;
    depth > plies || root.proven_since.is_some_and(|it| depth > it + 3)
}

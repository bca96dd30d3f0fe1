//! The position that the search is asked about: its moves, each with what is known of it.

use std::time::Duration;

use super::options::Sight;
use crate::base::{Judge, PROVEN, Report, Score, WON, is_proven};
use games::board::Move;
use games::{Evaluate, Played};

/// A move of the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Its value by the last iteration that told one; otherwise a bound or a guess.
    pub(crate) value: i32,
    /// Whether `value` is a value and no bound.
    pub(crate) exact: bool,
    /// The play that follows, `mv` first.
    pub(crate) line: Vec<Move>,
}

/// The root's moves, the best first.
#[derive(Clone)]
pub(crate) struct Root {
    pub(crate) moves: Vec<RootMove>,
    /// Plies of the last whole iteration.
    pub(crate) depth: u32,
    /// The first iteration of those up to now that all ended with a proven result.
    pub(crate) proven_since: Option<u32>,
    /// For how many iterations the move in front has been there.
    pub(crate) best_for: u32,
    /// The move that the last iteration had in front.
    last_best: Option<Move>,
}

impl Root {
    /// The legal moves, those that end the game with their true values, in the order of first sight.
    pub(crate) fn new<G: Evaluate>(played: &Played<G>, judge: Judge) -> Self {
        let own = played.game.side_to_move(&played.position);
        let value = |mv: Move| {
            let mut next = played.clone();
            next.advance(mv);
            match next.game.outcome(&next.position, &next.history) {
                Some(end) => end.winner.map_or(0, |winner| if winner == own { WON - 1 } else { 1 - WON }),
                None => -judge.evaluate(&next.game, &next.position),
            }
        };
        let fresh = |mv: Move| RootMove { mv, value: value(mv), exact: true, line: vec![mv] };
        let mut moves: Vec<RootMove> = played.moves().into_iter().map(fresh).collect();
        moves.sort_by_key(|it| -it.value);
        Self::of(moves, 0)
    }

    /// Some moves after so many plies of search.
    pub(crate) fn of(moves: Vec<RootMove>, depth: u32) -> Self {
        Self { moves, depth, proven_since: None, best_for: 0, last_best: None }
    }

    /// Leaves out the moves that are overlooked, but never a win at once, and never all of them.
    pub(crate) fn overlook(&mut self, sight: Sight) {
        let noticed = self.moves.iter().map(|it| sight.notice(it.mv)).max();
        self.moves.retain(|it| it.value == WON - 1 || !sight.overlooks(it.mv) || Some(sight.notice(it.mv)) == noticed);
    }

    /// Puts the first move of a line in front, with the value that is proven for it; of the others nothing is known.
    pub(crate) fn lead_with(&mut self, line: Vec<Move>, value: i32) {
        self.moves.iter_mut().for_each(|it| it.exact = false);
        if let Some(index) = self.moves.iter().position(|known| line.first() == Some(&known.mv)) {
            let mv = self.moves[index].mv;
            self.moves[index] = RootMove { mv, value, exact: true, line };
            self.moves[..=index].rotate_right(1);
        }
    }

    /// An iteration was finished.
    pub(crate) fn finished(&mut self, depth: u32) {
        self.depth = depth;
        let best = Some(self.moves[0].mv);
        self.best_for = if best == self.last_best { self.best_for + 1 } else { 1 };
        self.last_best = best;
        self.proven_since = if is_proven(self.moves[0].value) { self.proven_since.or(Some(depth)) } else { None };
    }

    /// Where an iteration was broken off after the best move was found to lose: moves of which that is not known go before
    /// all others, with a value of no more than was `expected`.
    pub(crate) fn set_lost_aside(&mut self, expected: i32) {
        self.moves.sort_by_key(|it| it.value < -PROVEN);
        let best = &mut self.moves[0];
        if best.value > expected {
            (best.value, best.exact) = (expected, false);
        }
    }

    /// Whether the last whole iteration ended with a proven result.
    pub(crate) fn is_proven(&self) -> bool {
        self.proven_since.is_some()
    }

    /// Whether the best move wins at once.
    pub(crate) fn wins_at_once(&self) -> bool {
        self.moves.first().is_some_and(|it| it.value == WON - 1)
    }

    /// What is known of the root's move of that index.
    pub(crate) fn report(&self, index: usize, nodes: u64, time: Duration, hashfull: u32) -> Report {
        let chosen = &self.moves[index];
        let exact = self.moves.iter().filter(|it| it.exact);
        Report {
            best: chosen.mv,
            score: Score::from_value(chosen.value),
            depth: self.depth,
            nodes,
            time,
            line: chosen.line.clone(),
            root: exact.map(|it| (it.mv, Score::from_value(it.value))).collect(),
            hashfull,
        }
    }
}

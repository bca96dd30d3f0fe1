//! The searcher: what one search carries along.

use super::{
    counters::Counters,
    line::Lines,
    node::Node,
    options::{SearchOptions, Sight},
    ordering::Ordering,
    transposition::TranspositionTable,
};
use crate::base::{Budget, Judge, MAX_PLY, Report, Stop, salt};
use games::board::{Move, MoveList, scrambled};
use games::{Accumulator, AnyPosition as _, Evaluate, Played};

/// A move and how promising it is.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub(super) mv: Move,
    pub(super) priority: i32,
}

/// Where in the search a position stands.
#[derive(Clone, Copy)]
pub(super) struct NodePlace {
    /// Moves from the root.
    pub(super) ply: usize,
    /// How many positions before this one it may repeat: none before a capture or a pass in thought.
    pub(super) reversible: usize,
    /// The move that led here, and the one before it; [`Move::PASS`] before the root.
    pub(super) previous: [Move; 2],
    /// Whether the last one was a pass in thought.
    pub(super) null: bool,
}

/// Hears how far a search has come.
pub(crate) type Watch<'a> = &'a (dyn Fn(&Report) + Sync);

/// All that a running search needs; made once per search, so that nothing is allocated per node.
pub(crate) struct Search<'a, G: Evaluate> {
    pub(super) game: &'a G,
    pub(crate) budget: Budget<'a>,
    pub(super) table: &'a TranspositionTable,
    pub(super) ordering: Ordering,
    pub(super) sight: Sight,
    judge: Judge,
    /// Keeps apart what is said of one position by different rules, and where other positions have been there twice.
    pub(super) salt: u64,
    /// Hashes of the game so far and of the line being searched.
    pub(super) path: Vec<u64>,
    /// Where in the path the root is.
    pub(super) root: usize,
    /// The moves of all positions of the line being searched, each position's after its parent's.
    pub(super) moves: Vec<Ranked>,
    /// Where a game lists its moves.
    pub(super) list: MoveList,
    pub(super) lines: Lines,
    /// Reductions by depth and number of the move.
    pub(super) reductions: [[u8; 64]; 32],
    /// Threats are followed no deeper than this ply.
    pub(super) threat_horizon: usize,
    /// How the counters of the rules are treated in this iteration.
    pub(super) counters: Counters,
    /// Hears of every iteration.
    pub(super) watch: Option<Watch<'a>>,
}

impl<'a, G: Evaluate> Search<'a, G> {
    /// Prepares a search of a game at its present position.
    pub(crate) fn new(
        played: &'a Played<G>,
        judge: Judge,
        options: &SearchOptions,
        stop: &'a Stop,
        table: &'a TranspositionTable,
    ) -> Self {
        let mut path = Vec::with_capacity(played.history.hashes().len() + MAX_PLY);
        path.extend_from_slice(played.history.hashes());
        // The root puts itself on the path.
        path.pop();
        Self {
            game: &played.game,
            budget: Budget::new(&options.limits, stop),
            table,
            ordering: Ordering::new(),
            sight: options.sight,
            judge,
            salt: salt_of(played, judge),
            root: path.len(),
            path,
            moves: Vec::with_capacity(MAX_PLY * 128),
            list: MoveList::new(),
            lines: Lines::new(),
            reductions: reductions(),
            threat_horizon: 0,
            counters: Counters::new(0, 0),
            watch: None,
        }
    }

    /// How good an undecided position is for its side to move.
    #[inline]
    pub(super) fn evaluate<A: Accumulator<G>>(&self, node: &Node<'_, G, A>) -> i32 {
        match self.judge {
            Judge::Network => node.accumulator.evaluate(self.game, node.position),
            Judge::Terms => self.game.evaluate_by_terms(node.position),
        }
    }
}

/// A number of all that the table's keys don't tell: the rules, the judge, and the positions that may not come a third time.
fn salt_of<G: Evaluate>(played: &Played<G>, judge: Judge) -> u64 {
    let repeated = if played.game.repetition_draws() { played.history.repeated() } else { Vec::new() };
    repeated.into_iter().fold(salt(played.ruleset(), judge), |salt, it| scrambled(salt ^ it))
}

/// Late moves are searched less deep, by the logarithms of depth and number.
fn reductions() -> [[u8; 64]; 32] {
    let ln = |it: usize| (it.max(1) as f64).ln();
    std::array::from_fn(|depth| std::array::from_fn(|number| (0.6 + ln(depth) * ln(number) / 1.5) as u8))
}

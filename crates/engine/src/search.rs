//! The searcher: what one search carries along, and its iterations.

use super::{
    counters::Counters,
    helpers::Watch,
    limits::{Budget, Limits, Stop},
    line::Lines,
    ordering::Ordering,
    question::{Judge, Question, Report, salt},
    root::{Root, is_proven},
    score::{INFINITE, MAX_PLY, PROVEN, WON},
    transposition::TranspositionTable,
};
use games::board::{Move, MoveList};
use games::{Evaluate, Played};

/// What a player of some level overlooks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Nothing.
    Full,
    /// Wins in one and threats, beyond what the plain search comes upon.
    Threats,
}

/// Which moves of the root get values of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Valued {
    /// The best one.
    Best,
    /// Those that are at most so much worse than the best.
    Within(i32),
    All,
}

impl Valued {
    /// How much worse than the best a move with a value of its own may be, if there is any other than the best.
    fn margin(self) -> Option<i32> {
        match self {
            Self::Best => None,
            Self::Within(margin) => Some(margin),
            Self::All => Some(2 * INFINITE),
        }
    }
}

/// How to search, besides the limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    pub(super) limits: Limits,
    pub(super) sight: Sight,
    pub(super) valued: Valued,
    /// Whether a clear move is played before the time is up.
    pub(super) hurries: bool,
    /// Whether a proof is all that is wanted, and not the shortest way to the end.
    pub(super) proves: bool,
}

impl Manner {
    /// The plain search for the best move.
    pub(super) fn best(limits: Limits) -> Self {
        Self { limits, sight: Sight::Full, valued: Valued::Best, hurries: false, proves: false }
    }
}

/// A move and how promising it is.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub(super) it: Move,
    pub(super) priority: i32,
}

/// All that a running search needs; made once per search, so that nothing is allocated per node.
pub(super) struct Search<'a, G: Evaluate> {
    pub(super) game: &'a G,
    pub(super) budget: Budget<'a>,
    pub(super) table: &'a TranspositionTable,
    pub(super) ordering: Ordering,
    pub(super) sight: Sight,
    judge: Judge,
    /// Keeps apart what different rules say of one position.
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
    pub(super) fn new(
        played: &'a Played<G>,
        question: &Question,
        manner: &Manner,
        stop: &'a Stop,
        table: &'a TranspositionTable,
    ) -> Self {
        let mut path = Vec::with_capacity(played.history.hashes().len() + MAX_PLY);
        path.extend_from_slice(played.history.hashes());
        // The root puts itself on the path.
        path.pop();
        Self {
            game: &played.game,
            budget: Budget::new(&manner.limits, stop),
            table,
            ordering: Ordering::new(),
            sight: manner.sight,
            judge: question.judge,
            salt: salt(question),
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
    pub(super) fn evaluate(&self, position: &G::Position) -> i32 {
        self.judge.evaluate(self.game, position)
    }

    /// Searches deeper and deeper until a limit or a proof ends it. `root` has the best move in front throughout.
    pub(super) fn deepen(&mut self, played: &Played<G>, root: &mut Root, manner: &Manner) {
        let last = manner.limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 2);
        self.budget.look();
        for depth in 1..=last {
            if self.budget.spent() || is_settled(root, depth, manner) {
                return;
            }
            let done = match manner.valued.margin() {
                Some(margin) => self.iterate_wide(&played.position, root, depth as i32, margin),
                None => self.aspire(&played.position, root, depth as i32),
            };
            if !done {
                return;
            }
            root.finished(depth);
            if let Some(watch) = self.watch {
                watch(&Report::of(root, 0, self.budget.nodes(), self.budget.elapsed(), self.table.permille()));
            }
            if manner.hurries && self.is_time_to_play(&played.position, root, manner) {
                return;
            }
        }
    }

    /// Whether thinking on would hardly change the move: the same one has been best for some iterations, and a shallower
    /// search finds all others clearly worse (an *easy move*, as chess programs say).
    fn is_time_to_play(&mut self, position: &G::Position, root: &Root, manner: &Manner) -> bool {
        let soon = manner.limits.time.is_some_and(|it| self.budget.elapsed() >= it / SOON);
        soon && root.best_for >= STEADY && self.is_clear(position, root)
    }

    /// Whether no other move comes near to the best one, by a search of two thirds of the depth.
    fn is_clear(&mut self, position: &G::Position, root: &Root) -> bool {
        let Some((best, others)) = root.moves.split_first() else { return false };
        let (depth, limit) = (root.depth as i32 * 2 / 3, best.value - CLEAR);
        others.iter().all(|it| self.root_move(position, it.it, depth, limit - 1, limit) < limit) && !self.budget.spent()
    }

    /// One iteration with a narrow window around the last value, widened as needed (aspiration).
    pub(super) fn aspire(&mut self, position: &G::Position, root: &mut Root, depth: i32) -> bool {
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

/// Whether deeper search would hardly change the answer any more: a proven result that needs no more plies than were
/// searched, or that has stood for three iterations (following threats finds long wins early).
fn is_settled(root: &Root, depth: u32, manner: &Manner) -> bool {
    let best = root.moves[0].value;
    if manner.proves && root.proven_since.is_some() {
        return true;
    }
    if !is_proven(best) || depth == 1 || manner.valued == Valued::All {
        return false;
    }
    let plies = (WON - best.abs()) as u32;
    depth > plies || root.proven_since.is_some_and(|it| depth > it + 3)
}

/// Late moves are searched less deep, by the logarithms of depth and number.
fn reductions() -> [[u8; 64]; 32] {
    let ln = |it: usize| (it.max(1) as f64).ln();
    std::array::from_fn(|depth| std::array::from_fn(|number| (0.6 + ln(depth) * ln(number) / 1.8) as u8))
}

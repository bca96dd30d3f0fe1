//! Which moves to try first: what a search has learned about moves as such.

use crate::base::MAX_PLY;
use games::board::{Move, Side};

/// Killer moves, counter moves and history.
///
/// - *Killers* refuted a sister position (Akl, Newborn 1977).
/// - *Counter moves* refuted the same move elsewhere (Uiterwijk 1992).
/// - *History* is how often a move was good, wherever (Schaeffer 1983), with a malus for moves that were tried before
///   the good one, and gravity that keeps it bounded.
pub(super) struct Ordering {
    killers: [[Move; 2]; MAX_PLY],
    counters: Vec<Move>,
    history: Vec<i16>,
}

/// One more than the highest [`Move::to_bits`].
const MOVES: usize = 1 << 14;

/// History never leaves ± this.
const MAX_HISTORY: i32 = 8192;

/// Priorities of the stages; history and hints lie between.
const HASH: i32 = 1 << 30;
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 18;

impl Ordering {
    pub(super) fn new() -> Self {
        Self { killers: [[Move::PASS; 2]; MAX_PLY], counters: vec![Move::PASS; MOVES], history: vec![0; 2 * MOVES] }
    }

    fn slot(side: Side, mv: Move) -> usize {
        side.index() * MOVES + usize::from(mv.to_bits())
    }

    pub(super) fn history(&self, side: Side, mv: Move) -> i32 {
        self.history[Self::slot(side, mv)].into()
    }

    /// The priority of a move; `hint` is what the game itself says of it.
    #[inline]
    pub(super) fn priority(&self, mv: Move, hint: i32, context: &MoveContext) -> i32 {
        if mv == context.hash_move {
            return HASH;
        }
        let [first, second] = self.killers[context.ply];
        let stage = if mv == first {
            KILLER + 1
        } else if mv == second {
            KILLER
        } else if mv == self.counters[usize::from(context.previous.to_bits())] {
            COUNTER
        } else {
            0
        };
        stage + hint + self.history(context.side, mv)
    }

    /// Learns that `best` refuted a position and the moves `tried` before it did not.
    pub(super) fn update_history(
        &mut self,
        best: Move,
        tried: impl Iterator<Item = Move>,
        depth: i32,
        context: &MoveContext,
    ) {
        let killers = &mut self.killers[context.ply];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        self.counters[usize::from(context.previous.to_bits())] = best;
        let bonus = (depth * depth * 4).min(1600);
        self.adjust(context.side, best, bonus);
        for mv in tried {
            self.adjust(context.side, mv, -bonus);
        }
    }

    fn adjust(&mut self, side: Side, mv: Move, bonus: i32) {
        let slot = &mut self.history[Self::slot(side, mv)];
        let old = i32::from(*slot);
        *slot = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
    }
}

/// Where a move is judged.
pub(super) struct MoveContext {
    pub(super) side: Side,
    pub(super) ply: usize,
    /// The move that led here.
    pub(super) previous: Move,
    /// The best move by the table, or [`Move::PASS`].
    pub(super) hash_move: Move,
}

//! Which moves to try first: what a search has learned about moves as such.

use crate::base::MAX_PLY;
use games::board::{GOLDEN, Move, Side};

/// Killer moves, counter moves and histories.
///
/// - *Killers* refuted a sister position (Akl, Newborn 1977).
/// - *Counter moves* refuted the same move elsewhere (Uiterwijk 1992).
/// - *History* is how often a move was good, wherever (Schaeffer 1983), with a malus for moves that were tried before
///   the good one, and gravity that keeps it bounded. *Continuation history* is the same for pairs of moves, as chess
///   programs keep it since Stockfish 7: after the enemy's last move, and after the side's own move before that.
pub(super) struct Ordering {
    killers: [[Move; 2]; MAX_PLY],
    counters: Vec<Move>,
    /// Wherever, after the enemy's last move, and after the side's own move before that.
    histories: [Vec<i16>; 3],
}

/// One more than the highest [`Move::to_bits`].
const MOVES: usize = 1 << 14;

/// How many bits tell a pair of moves apart. Some pairs share a place: with one for each, the table wouldn't fit into the
/// processor's cache.
const PAIR_BITS: u32 = 15;

/// None of the histories leaves ± this.
const MAX_HISTORY: i32 = 8192;

/// Priorities of the stages; histories and hints lie between.
const HASH: i32 = 1 << 30;
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 18;

impl Ordering {
    pub(super) fn new() -> Self {
        Self {
            killers: [[Move::PASS; 2]; MAX_PLY],
            counters: vec![Move::PASS; MOVES],
            histories: [2 * MOVES, 1 << PAIR_BITS, 1 << PAIR_BITS].map(|it| vec![0; it]),
        }
    }

    /// Where each history keeps a move.
    #[inline]
    fn slots(context: &MoveContext, mv: Move) -> [usize; 3] {
        let own = context.side.index() * MOVES + usize::from(mv.to_bits());
        let after = |before: Move| {
            let pair = (own + 2 * MOVES * usize::from(before.to_bits())) as u64;
            (pair.wrapping_mul(GOLDEN) >> (u64::BITS - PAIR_BITS)) as usize
        };
        let [enemy_before, own_before] = context.previous;
        [own, after(enemy_before), after(own_before)]
    }

    /// How good a move was up to now, by all histories together.
    #[inline]
    pub(super) fn history(&self, context: &MoveContext, mv: Move) -> i32 {
        self.histories.iter().zip(Self::slots(context, mv)).map(|(history, slot)| i32::from(history[slot])).sum()
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
        } else if mv == self.counters[usize::from(context.previous[0].to_bits())] {
            COUNTER
        } else {
            0
        };
        stage + hint + self.history(context, mv)
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
        self.counters[usize::from(context.previous[0].to_bits())] = best;
        let bonus = (depth * depth * 4).min(1600);
        self.adjust(context, best, bonus);
        for mv in tried {
            self.adjust(context, mv, -bonus);
        }
    }

    fn adjust(&mut self, context: &MoveContext, mv: Move, bonus: i32) {
        for (history, slot) in self.histories.iter_mut().zip(Self::slots(context, mv)) {
            let old = i32::from(history[slot]);
            history[slot] = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
        }
    }
}

/// Where a move is judged.
pub(super) struct MoveContext {
    pub(super) side: Side,
    pub(super) ply: usize,
    /// The enemy's last move, and the side's own move before that.
    pub(super) previous: [Move; 2],
    /// The best move by the table, or [`Move::PASS`].
    pub(super) hash_move: Move,
}

//! How good a position of Clobber is.

use std::sync::LazyLock;

use super::{
    Clobber,
    islands::{neighbors, winner},
    patterns::{KIND_OF, KINDS, Worths, halves, survey, worths},
    weights::{TERMS, WEIGHTS},
};
use crate::board::{Bitboard, Move};
use crate::game::{Evaluate, Game as _, Pieces, StaticProof};

// The terms are the kinds of surroundings of pieces and the move, first for positions in which many pieces can move,
// then for those in which few can. In between both count in part.
const TEMPO: usize = KINDS;
const LATE: usize = KINDS + 1;
const _: () = assert!(2 * LATE == TERMS, "every term has its weight");

/// How many steps there are from a late position to an early one, and how many pieces can move in the latest.
const STEPS: i32 = 8;
const FEW: i32 = 16;

/// How early it is: 0 to [`STEPS`], by two pieces that can move each.
fn earliness(position: &Pieces) -> i32 {
    let movable: i32 = Clobber::movable(position).into_iter().sum();
    ((movable - FEW) / 2).clamp(0, STEPS)
}

impl Clobber {
    /// The own and the enemy pieces that can move.
    pub(super) fn movable(position: &Pieces) -> [i32; 2] {
        let count = |pieces: Bitboard, others: Bitboard| (pieces & neighbors(others)).count() as i32;
        [count(position.own(), position.enemy()), count(position.enemy(), position.own())]
    }
}

impl Evaluate for Clobber {
    // No null move: having to move is never a burden, but a pass would be worth a move: the game is about nothing else.

    // Every move is a capture.
    const CAPTURES_ARE_NOISY: bool = false;

    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn terms(&self, position: &Pieces, mut add: impl FnMut(usize, i32)) {
        let early = earliness(position);
        let mut both = |term: usize, sign: i32| {
            add(term, sign * early);
            add(LATE + term, sign * (STEPS - early));
        };
        survey(position.own(), position.enemy(), |it, is_own| both(KIND_OF[it].into(), if is_own { 1 } else { -1 }));
        both(TEMPO, 1);
    }

    fn evaluate_by_terms(&self, position: &Pieces) -> i32 {
        static WORTHS: LazyLock<Box<Worths>> = LazyLock::new(|| worths(&WEIGHTS[..LATE], &WEIGHTS[LATE..]));
        let (worths, mut sum) = (&**WORTHS, 0);
        survey(position.own(), position.enemy(), |it, is_own| sum += if is_own { worths[it] } else { -worths[it] });
        let ([early, late], earliness) = (halves(sum), earliness(position));
        let both = (early + WEIGHTS[TEMPO]) * earliness + (late + WEIGHTS[LATE + TEMPO]) * (STEPS - earliness);
        both / 16
    }

    /// By the values of islands, if all are small.
    fn static_proof(&self, position: &Pieces) -> Option<StaticProof> {
        let (side, plies) = (position.to_move(), self.plies_left(position));
        winner(position).map(|wins| StaticProof { winner: if wins { side } else { side.other() }, plies })
    }

    /// Every move takes a piece, and the last one stays.
    fn plies_left(&self, position: &Pieces) -> u32 {
        position.all().count().saturating_sub(1)
    }

    fn order_hint(&self, position: &Pieces, mv: Move) -> i32 {
        let mut next = *position;
        self.play(&mut next, mv);
        let [own, enemy] = Self::movable(&next);
        20 * (enemy - own)
    }
}

//! What the solver asks.

use super::{
    Clobber,
    islands::{neighbours, sum_key, without_idle},
};
use crate::board::Bitboard;
use crate::game::{Game as _, Men, Nature, Outcome, Solve, Verdict};

impl Solve for Clobber {
    const NATURE: Nature = Nature::Tempo;
    const MEASURED: &'static [&'static str] = &["clobber:standard size=5x4", "clobber:standard size=6x3"];

    /// Which side is which does not matter, only which is to move.
    fn solve_key(&self, position: &Men) -> u64 {
        sum_key(position)
    }

    fn judge(&self, position: &Men) -> Verdict {
        if let Some(Outcome { winner: Some(winner), .. }) = self.decided(position) {
            return Verdict::Won(winner);
        }
        let count = |men: Bitboard, others| (men & neighbours(others)).count() as i32;
        let (own, enemy) = (count(position.own(), position.enemy()), count(position.enemy(), position.own()));
        Verdict::Open(own - enemy)
    }

    fn simplified(&self, position: &Men) -> Men {
        without_idle(position)
    }
}

//! What the solver asks.

use super::{
    Clobber,
    islands::{sum_key, without_idle},
};
use crate::board::Side;
use crate::game::{Game as _, Men, Nature, Solve};

impl Solve for Clobber {
    const NATURE: Nature = Nature::Tempo;
    const MEASURED: &'static [&'static str] = &["clobber:standard size=5x4", "clobber:standard size=6x3"];

    /// Which side is which does not matter, only which is to move.
    fn solve_key(&self, position: &Men) -> u64 {
        sum_key(position)
    }

    /// What is left when idle men are gone may be stuck.
    fn foreseen(&self, position: &Men) -> Option<Side> {
        self.decided(position).and_then(|it| it.winner)
    }

    fn outlook(&self, position: &Men) -> i32 {
        let [own, enemy] = Self::movable(position);
        own - enemy
    }

    fn simplified(&self, position: &Men) -> Men {
        without_idle(position)
    }
}

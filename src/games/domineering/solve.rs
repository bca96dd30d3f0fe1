//! What the solver asks.

use super::{Domineering, Position};
use crate::game::{Game as _, Nature, Solve, Verdict};

/// Bounds are computed only for a side that looks as if they could prove its win; this sets how strict that is.
const SLACK: i32 = 4;

impl Solve for Domineering {
    const NATURE: Nature = Nature::Tempo;
    const MEASURED: &'static [&'static str] =
        &["domineering:standard size=6x6", "domineering:standard size=7x7", "domineering:standard size=8x8"];

    fn solve_key(&self, position: &Position) -> u64 {
        self.contested_key(position)
    }

    /// The bounds of either side; otherwise how many places and cells each has, and has to itself.
    fn judge(&self, position: &Position) -> Verdict {
        let own = self.side_to_move(position);
        let (sides, free) = ([own, own.other()], self.free(position));
        let places = sides.map(|it| self.places(it, free));
        let cells = [0, 1].map(|it| places[it] | places[it].shifted(self.along(sides[it])));
        let safe = [cells[0] & !cells[1], cells[1] & !cells[0]];
        let [many, many_safe] = [cells, safe].map(|it| it.map(|set| set.count() as i32));
        for it in [0, 1] {
            let hopeful = 3 * many[it] + many_safe[it] + SLACK >= 4 * many[1 - it];
            if hopeful && self.is_sure(sides[it], position) {
                return Verdict::Won(sides[it]);
            }
        }
        let worth = |it: usize| places[it].count() + self.places(sides[it], safe[it]).count() + safe[it].count();
        Verdict::Open(worth(0) as i32 - worth(1) as i32)
    }
}

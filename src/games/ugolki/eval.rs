//! How good a position of Ugolki is: how far the men have come, who lags behind, and how freely they jump.

use super::{Position, Ugolki};
use crate::board::{Move, Shape, Side, Square};
use crate::game::{Evaluate, Game as _, Net, StoredNet};

/// Places: by files and ranks from the far corner, the nearer of the two first.
const PLACES: usize = 36;
/// Men inside the far camp, and men still in the own camp.
const HOME: usize = PLACES;
const LEFT: usize = PLACES + 1;
/// Steps of the last man, and of the last but one, to the far corner.
const LAST: usize = PLACES + 2;
const LAST_BUT_ONE: usize = PLACES + 3;
const MOBILITY: usize = PLACES + 4;
const TEMPO: usize = PLACES + 5;

/// Fitted to the engine's own games: see `docs/engine.md`.
#[rustfmt::skip]
const WEIGHTS: [i32; TEMPO + 1] = [
    // Places, by the farther of files and ranks from the far corner (one a line), and the nearer.
    1166,
    1533, 1484,
    1604, 1876, 1899,
    1590, 1735, 1979, 1839,
    673, 1208, 1484, 1466, 985,
    714, 1012, 1476, 1703, 1029, 1263,
    324, 648, 1224, 1653, 1180, 1263, 1165,
    95, 315, 975, 1109, 798, 857, 924, 851,
    // Men inside the far camp, and left in the own one; the last man and the last but one; mobility; the move.
    -23, 611, 62, 174, 12, -8,
];

impl Ugolki {
    /// Files and ranks to the far corner.
    fn way(&self, side: Side, square: Square) -> (u8, u8) {
        let (right, top) = (self.shape().width - 1, self.shape().height - 1);
        match side {
            Side::First => (square.file(), top - square.rank()),
            Side::Second => (right - square.file(), square.rank()),
        }
    }

    fn distance(&self, side: Side, square: Square) -> i32 {
        let (files, ranks) = self.way(side, square);
        i32::from(files + ranks)
    }

    fn place(&self, side: Side, square: Square) -> usize {
        let (files, ranks) = self.way(side, square);
        let (far, near) = (usize::from(files.max(ranks)), usize::from(files.min(ranks)));
        far * (far + 1) / 2 + near
    }

    #[inline]
    fn side_terms(&self, side: Side, position: &Position, sign: i32, add: &mut impl FnMut(usize, i32)) {
        let (own, all) = (position.men.of(side), position.men.all());
        let (mut last, mut last_but_one, mut mobility) = (0, 0, 0);
        for square in own {
            add(self.place(side, square), sign);
            let distance = self.distance(side, square);
            if distance > last {
                (last, last_but_one) = (distance, last);
            } else {
                last_but_one = last_but_one.max(distance);
            }
            mobility += self.targets(side, square, all).count() as i32;
        }
        add(HOME, sign * (own & self.goal(side)).count() as i32);
        add(LEFT, sign * (own & self.camp(side)).count() as i32);
        add(LAST, sign * last);
        add(LAST_BUT_ONE, sign * last_but_one);
        add(MOBILITY, sign * mobility);
    }
}

impl Evaluate for Ugolki {
    // No null move: at the end of the classic game a side may be glad not to have to move.

    const CAPTURES_DISTURB: bool = false;

    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn terms(&self, position: &Position, mut add: impl FnMut(usize, i32)) {
        let side = self.side_to_move(position);
        self.side_terms(side, position, 1, &mut add);
        self.side_terms(side.other(), position, -1, &mut add);
        add(TEMPO, 1);
    }

    fn net(&self) -> Option<&'static Net> {
        static NET: StoredNet = StoredNet::new(include_bytes!("8x8.net"), Shape::new(8, 8));
        NET.on(self.shape(), Self::TURN).filter(|_| self.has_large_camps())
    }

    fn promise(&self, position: &Position, it: Move) -> i32 {
        let side = self.side_to_move(position);
        if it.is_pass() { 0 } else { 100 * (self.distance(side, it.from) - self.distance(side, it.to)) }
    }

    fn search_key(&self, position: &Position) -> u64 {
        self.hash(position) ^ self.counter_key(position)
    }
}

//! How good a position of Ugolki is: how far the pieces have come, who lags behind, and how freely they jump.

use super::weights::{TERMS, WEIGHTS};
use super::{Position, Ugolki};
use crate::board::{Bitboard, Direction, Move, Shape, Side, Square, scrambled};
use crate::game::{Accumulator, Evaluate, Game as _, NOTHING_PROVEN, Net, NetSums, Pieces, StoredNet};

/// Places: by files and ranks from the far corner, the nearer of the two first.
const PLACES: usize = 36;
/// Pieces inside the far camp, and pieces still in the own camp.
const HOME: usize = PLACES;
const LEFT: usize = PLACES + 1;
/// Steps of the last piece, and of the last but one, to the far corner.
const LAST: usize = PLACES + 2;
const LAST_BUT_ONE: usize = PLACES + 3;
/// Steps to the squares of the far camp.
const STEPS: usize = PLACES + 4;
/// Free squares to step to, ahead.
const ROOM: usize = PLACES + 5;
/// Jumps ahead, and jumps ahead from where those land: bridges for the pieces behind.
const JUMPS: usize = PLACES + 6;
const CHAINS: usize = PLACES + 7;
/// Pieces in the own camp that cannot move.
const STUCK: usize = PLACES + 8;
/// Pieces in the own camp by own moves made, and by moves missing to [`HURRY`], where the time to leave it is limited.
const DUE: usize = PLACES + 9;
const LATE: usize = PLACES + 10;
const TEMPO: usize = PLACES + 11;
/// Being the first side, who also must have left its camp first. It is there for the fit, which would otherwise blame other
/// terms for it; in play it counts nothing.
const FIRST: usize = PLACES + 12;
/// Steps to the squares of the far camp where neither side has pieces left in the own camp: then nobody can be held up
/// there, and who is first is all that counts.
const RACE: usize = PLACES + 13;
const _: () = assert!(RACE + 1 == TERMS, "every term has its weight");

/// How pieces may move: another game each, for all that counts in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ways {
    /// Ahead only.
    Ahead,
    /// Back, too, but not diagonally.
    Straight,
    /// Wherever they like.
    Everywhere,
}

impl Ugolki {
    fn ways(&self) -> Ways {
        match (self.allows(Side::First, Direction::South), self.allows(Side::First, Direction::SouthEast)) {
            (false, _) => Ways::Ahead,
            (true, false) => Ways::Straight,
            (true, true) => Ways::Everywhere,
        }
    }

    /// Files and ranks to the far corner.
    fn way(&self, side: Side, square: Square) -> (usize, usize) {
        let (right, top) = (self.shape().width - 1, self.shape().height - 1);
        let (files, ranks) = match side {
            Side::First => (square.file(), top - square.rank()),
            Side::Second => (right - square.file(), square.rank()),
        };
        (files.into(), ranks.into())
    }

    fn distance(&self, side: Side, square: Square) -> i32 {
        let (files, ranks) = self.way(side, square);
        (files + ranks) as i32
    }

    fn place(&self, side: Side, square: Square) -> usize {
        let (files, ranks) = self.way(side, square);
        let (far, near) = (files.max(ranks), files.min(ranks));
        far * (far + 1) / 2 + near
    }

    /// Whether both sides have left their camps.
    fn is_race(&self, pieces: &Pieces) -> bool {
        Side::BOTH.iter().all(|it| (pieces.of(*it) & self.camp(*it)).is_empty())
    }

    /// How many steps to the side all pieces have to go if each gets a square of the far camp, by the best assignment;
    /// files and ranks are assigned apart, so it may be a little too few.
    fn steps(&self, side: Side, own: Bitboard) -> i32 {
        let (mut files, mut ranks) = ([0; Square::MAX_SIDE as usize], [0; Square::MAX_SIDE as usize]);
        for (squares, each) in [(own, 1), (self.goal(side), -1)] {
            for (file, rank) in squares.map(|it| self.way(side, it)) {
                files[file] += each;
                ranks[rank] += each;
            }
        }
        // What is too much on one file must be carried to the next (the earth mover's distance on a line).
        [files, ranks].into_iter().flat_map(|it| it.into_iter().scan(0, carried)).sum()
    }

    #[inline]
    fn side_terms(&self, side: Side, position: &Position, steps: usize, add: &mut impl FnMut(usize, i32)) {
        let (own, all) = (position.pieces.of(side), position.pieces.all());
        let (mut last, mut last_but_one) = (0, 0);
        for square in own {
            add(self.place(side, square), 1);
            let distance = self.distance(side, square);
            if distance > last {
                (last, last_but_one) = (distance, last);
            } else {
                last_but_one = last_but_one.max(distance);
            }
        }
        add(HOME, (own & self.goal(side)).count() as i32);
        add(LAST, last);
        add(LAST_BUT_ONE, last_but_one);
        add(steps, self.steps(side, own));
        self.paths(side, own, all, add);
        self.stragglers(side, position, add);
    }

    /// The directions toward the far corner.
    fn ahead(&self, side: Side) -> impl Iterator<Item = Direction> {
        let ahead = [Direction::North, Direction::West, Direction::NorthWest].into_iter();
        let ahead = ahead.filter(|it| self.allows(Side::First, *it));
        ahead.map(move |it| if side == Side::First { it } else { it.opposite() })
    }

    /// How freely pieces step and jump ahead.
    #[inline]
    fn paths(&self, side: Side, own: Bitboard, all: Bitboard, add: &mut impl FnMut(usize, i32)) {
        let free = self.shape().mask() & !all;
        let jump = |from: Bitboard, to: Direction| (from.shifted(to) & all).shifted(to) & free;
        for ahead in self.ahead(side) {
            let landings = jump(own, ahead);
            add(ROOM, (own.shifted(ahead) & free).count() as i32);
            add(JUMPS, landings.count() as i32);
            add(CHAINS, self.ahead(side).map(|it| jump(landings, it).count()).sum::<u32>() as i32);
        }
    }

    /// The pieces left in the own camp.
    #[inline]
    fn stragglers(&self, side: Side, position: &Position, add: &mut impl FnMut(usize, i32)) {
        let left = position.pieces.of(side) & self.camp(side);
        if left.is_empty() {
            return;
        }
        let count = left.count() as i32;
        add(LEFT, count);
        add(STUCK, count - self.movable(side, left, position.pieces.all()).count() as i32);
        if let Some(missing) = self.moves_to_leave(side, position) {
            add(DUE, count * Self::own_moves(side, position));
            add(LATE, count * (HURRY - missing).max(0));
        }
    }
}

/// From how many own moves before the last one on pieces hurry out of their own camp.
const HURRY: i32 = 16;

/// Carries on what is too much or too little, and says how much that is.
fn carried(so_far: &mut i32, value: i32) -> Option<i32> {
    *so_far += value;
    Some(so_far.abs())
}

impl Evaluate for Ugolki {
    // No null move: at the end of the classic game a side may be glad not to have to move.

    const CAPTURES_ARE_NOISY: bool = false;

    const WEIGHTS: &'static [i32] = &WEIGHTS;

    fn terms(&self, position: &Position, mut add: impl FnMut(usize, i32)) {
        let (side, first) = (self.side_to_move(position), self.ways() as usize * TERMS);
        let steps = if self.is_race(&position.pieces) { RACE } else { STEPS };
        self.side_terms(side, position, steps, &mut |term, value| add(first + term, value));
        self.side_terms(side.other(), position, steps, &mut |term, value| add(first + term, -value));
        add(first + TEMPO, 1);
        add(first + FIRST, if side == Side::First { 1 } else { -1 });
    }

    fn net(&self) -> Option<&'static Net> {
        static NET: StoredNet = StoredNet::new(include_bytes!("ahead.net"), Shape::new(8, 8));
        if self.ways() == Ways::Ahead && self.has_large_camps() { NET.on(self.shape(), Self::TURN) } else { None }
    }

    fn accumulator(&self, position: &Position) -> impl Accumulator<Self> + use<> {
        NetSums::of(self, position)
    }

    fn order_hint(&self, position: &Position, mv: Move) -> i32 {
        let side = self.side_to_move(position);
        if mv.is_pass() { 0 } else { 100 * (self.distance(side, mv.from) - self.distance(side, mv.to)) }
    }

    fn plies_left(&self, _: &Position) -> u32 {
        NOTHING_PROVEN
    }

    fn plies_to_limit(&self, position: &Position) -> u32 {
        let left = self.turning_points().filter_map(|it| it.checked_sub(position.plies));
        left.filter(|it| *it > 0).min().map_or(u32::MAX, u32::from)
    }

    /// Whoever must have left the camp may not go back there.
    fn search_key(&self, position: &Position) -> u64 {
        let passed = self.turning_points().filter(|it| *it <= position.plies).count();
        self.hash(position) ^ scrambled(passed as u64)
    }

    fn exact_key(&self, position: &Position) -> u64 {
        self.hash(position) ^ scrambled(u64::from(position.plies))
    }
}

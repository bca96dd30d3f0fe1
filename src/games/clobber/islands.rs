//! Islands of men, and what is left of a position when everything without influence is taken away.
//!
//! Men fall into islands: groups of orthogonal neighbours. No move ever joins two of them, so a position is a sum of
//! games (Conway, *On Numbers and Games*, 1976; of Clobber: Albert, Grossman, Nowakowski, Wolfe 2005). An island of one
//! colour is nothing. An island and its copy in exchanged colours are each other's negatives: together they are nothing
//! either, however the one is turned or reflected against the other.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Direction, GOLDEN, Side, Square, scrambled};
use crate::game::Men;

/// A connected group of men of both colours, seen by the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Island {
    pub(super) own: Bitboard,
    pub(super) enemy: Bitboard,
}

/// An island has two men or more.
pub(super) type Islands = ArrayVec<Island, 50>;

/// The islands on which there is something to move.
pub(super) fn islands(men: &Men) -> Islands {
    let mut found = Islands::new();
    let mut rest = live(men);
    while let Some(first) = rest.first() {
        let group = flooded(Bitboard::of(first), rest);
        rest &= !group;
        let island = Island { own: group & men.own(), enemy: group & men.enemy() };
        if !island.own.is_empty() && !island.enemy.is_empty() {
            found.push(island);
        }
    }
    found
}

/// The men with any neighbour at all, which leaves the loose ones out cheaply.
fn live(men: &Men) -> Bitboard {
    men.all() & neighbours(men.all())
}

/// The squares beside these; those off the board must be masked away by the caller.
pub(super) fn neighbours(set: Bitboard) -> Bitboard {
    Direction::ORTHOGONAL.into_iter().fold(Bitboard::EMPTY, |all, it| all | set.shifted(it))
}

/// The squares of `within` that are connected to `from`.
fn flooded(from: Bitboard, within: Bitboard) -> Bitboard {
    let mut group = from;
    loop {
        let next = (group | neighbours(group)) & within;
        if next == group {
            return group;
        }
        group = next;
    }
}

impl Island {
    /// A number that is the same for the island however it is moved, turned or reflected (but for chance).
    pub(super) fn key(&self) -> u64 {
        let (one, other) = self.canonical();
        mixed(mixed(fold(one)) ^ fold(other).rotate_left(32))
    }

    /// The same island for the other side.
    pub(super) fn negative(&self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }

    /// The least of the eight ways to lay the island into the corner.
    fn canonical(&self) -> (u128, u128) {
        let men: ArrayVec<(usize, usize, bool), 100> = {
            let of = |set: Bitboard, own: bool| set.map(move |it| (it.file().into(), it.rank().into(), own));
            of(self.own, true).chain(of(self.enemy, false)).collect()
        };
        let (mut left, mut low, mut right, mut high) = (usize::MAX, usize::MAX, 0, 0);
        for (file, rank, _) in &men {
            (left, low) = (left.min(*file), low.min(*rank));
            (right, high) = (right.max(*file), high.max(*rank));
        }
        let (width, height) = (right - left, high - low);
        let stride = Square::STRIDE as usize;
        let mut ways = [(0_u128, 0_u128); 8];
        for (file, rank, own) in &men {
            let (x, y) = (file - left, rank - low);
            let (back, down) = (width - x, height - y);
            let places = [(x, y), (back, y), (x, down), (back, down), (y, x), (y, back), (down, x), (down, back)];
            for (way, (x, y)) in ways.iter_mut().zip(places) {
                let bit = 1 << (y * stride + x);
                if *own { way.0 |= bit } else { way.1 |= bit }
            }
        }
        ways.into_iter().min().unwrap_or_default()
    }
}

fn fold(set: u128) -> u64 {
    (set as u64) ^ mixed((set >> 64) as u64 ^ GOLDEN)
}

/// A number scrambled; 0, too.
fn mixed(it: u64) -> u64 {
    scrambled(it.wrapping_add(GOLDEN))
}

/// A key of the sum of the islands, whatever their order and places, seen by the side to move: colours do not matter.
pub(super) fn sum_key(men: &Men) -> u64 {
    mixed(islands(men).iter().fold(0, |sum: u64, it| sum.wrapping_add(it.key())))
}

/// The position without dead men, and without pairs of islands that are each other's negatives.
pub(super) fn without_idle(men: &Men) -> Men {
    let mut left = islands(men);
    let mut index = 0;
    while index < left.len() {
        match (index + 1..left.len()).find(|it| are_opposite(&left[index], &left[*it])) {
            Some(other) => {
                left.swap_remove(other);
                left.swap_remove(index);
            }
            None => index += 1,
        }
    }
    let (own, enemy) =
        left.iter().fold((Bitboard::EMPTY, Bitboard::EMPTY), |(own, enemy), it| (own | it.own, enemy | it.enemy));
    let of = if men.to_move() == Side::First { [own, enemy] } else { [enemy, own] };
    Men::new(of, men.to_move())
}

fn are_opposite(one: &Island, other: &Island) -> bool {
    let counts = (one.own.count(), one.enemy.count()) == (other.enemy.count(), other.own.count());
    counts && one.canonical() == other.negative().canonical()
}

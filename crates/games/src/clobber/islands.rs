//! Islands of pieces, and what is left of a position when everything without influence is taken away.
//!
//! Pieces fall into islands: groups of orthogonal neighbors. No move ever joins two of them, so a position is a sum of
//! games (Conway, *On Numbers and Games*, 1976; of Clobber: Albert, Grossman, Nowakowski, Wolfe 2005). A small island has
//! an exact value, worked out when it is first met (Claessen, *Combinatorial Game Theory in Clobber*, 2011, keeps such
//! values in a database); of a larger one only the shape is known. The side to move is Left throughout.

use std::cell::RefCell;

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Direction, GOLDEN, Side, Square, scrambled};
use crate::game::Pieces;
use crate::shared::quick_map::QuickMap;
use crate::shared::values::{Key, Value, Values};

/// An island of at most so many pieces has a value.
const SMALL: u32 = 8;

/// How many islands are kept by the place where they lie.
const RECENT: usize = 1 << 14;

/// A connected group of pieces of both colors, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
struct Island {
    own: Bitboard,
    enemy: Bitboard,
}

/// An island has two pieces or more.
type Islands = ArrayVec<Island, 50>;

/// What is known of an island.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Known {
    /// Two keys cancel if the islands do.
    key: Key,
    /// Known if the island is small.
    value: Option<Value>,
}

thread_local! {
    /// A memory of facts that never change: what is in it alters no answer, only how soon it comes.
    static ATLAS: RefCell<Atlas> = RefCell::new(Atlas::new());
}

/// A key of the sum of the islands, whatever their order and places, seen by the side to move: colors do not matter.
pub(super) fn sum_key(pieces: &Pieces) -> u64 {
    key_of(&surveyed(islands(pieces.own(), pieces.enemy())))
}

fn key_of(islands: &[(Island, Known)]) -> u64 {
    let mut key = Key::default();
    islands.iter().for_each(|(_, it)| key.add(it.key));
    key.mixed(0)
}

/// Whether the side to move wins, if the islands are small and few, or else the key of their sum.
pub(super) fn winner_or_key(pieces: &Pieces) -> Result<bool, u64> {
    let islands = surveyed(islands(pieces.own(), pieces.enemy()));
    let values: Option<ArrayVec<Value, 50>> = islands.iter().map(|(_, it)| it.value).collect();
    let winner = values.and_then(|it| ATLAS.with_borrow_mut(|atlas| atlas.values.left_wins(it, true)));
    winner.ok_or_else(|| key_of(&islands))
}

/// Whether the side to move wins, if the islands are small and few.
pub(super) fn winner(pieces: &Pieces) -> Option<bool> {
    let mut values = ArrayVec::<Value, 50>::new();
    ATLAS.with_borrow_mut(|atlas| {
        for island in each_island(pieces.own(), pieces.enemy()) {
            values.push(atlas.known(island).value?);
        }
        atlas.values.left_wins(values, true)
    })
}

/// How many pieces the largest island has.
pub(super) fn largest(pieces: &Pieces) -> u32 {
    each_island(pieces.own(), pieces.enemy()).map(|it| (it.own | it.enemy).count()).max().unwrap_or(0)
}

fn surveyed(islands: Islands) -> ArrayVec<(Island, Known), 50> {
    ATLAS.with_borrow_mut(|atlas| islands.into_iter().map(|it| (it, atlas.known(it))).collect())
}

/// The position without islands that are worth nothing, dead pieces among them, and without pairs that cancel.
pub(super) fn without_idle(pieces: &Pieces) -> Pieces {
    let mut left = surveyed(islands(pieces.own(), pieces.enemy()));
    left.retain(|(_, it)| it.key != Key::default());
    let mut index = 0;
    while index < left.len() {
        let negative = left[index].1.key.negative();
        match (index + 1..left.len()).find(|it| left[*it].1.key == negative) {
            Some(other) => {
                left.swap_remove(other);
                left.swap_remove(index);
            }
            None => index += 1,
        }
    }
    let (own, enemy) =
        left.iter().fold((Bitboard::EMPTY, Bitboard::EMPTY), |(own, enemy), (it, _)| (own | it.own, enemy | it.enemy));
    let of = if pieces.to_move() == Side::First { [own, enemy] } else { [enemy, own] };
    Pieces::new(of, pieces.to_move())
}

fn islands(own: Bitboard, enemy: Bitboard) -> Islands {
    each_island(own, enemy).collect()
}

/// The islands on which there is something to move.
fn each_island(own: Bitboard, enemy: Bitboard) -> impl Iterator<Item = Island> {
    let all = own | enemy;
    // Loose pieces are left out cheaply.
    let mut rest = all & neighbors(all);
    std::iter::from_fn(move || {
        while let Some(first) = rest.first() {
            let group = flooded(Bitboard::of(first), rest);
            rest &= !group;
            let island = Island { own: group & own, enemy: group & enemy };
            if !island.own.is_empty() && !island.enemy.is_empty() {
                return Some(island);
            }
        }
        None
    })
}

/// The squares beside these; those off the board must be masked away by the caller.
pub(super) fn neighbors(set: Bitboard) -> Bitboard {
    Direction::ORTHOGONAL.into_iter().fold(Bitboard::EMPTY, |all, it| all | set.shifted(it))
}

/// The squares of `within` that are connected to `from`.
fn flooded(from: Bitboard, within: Bitboard) -> Bitboard {
    let mut group = from;
    loop {
        let next = (group | neighbors(group)) & within;
        if next == group {
            return group;
        }
        group = next;
    }
}

impl Island {
    /// A hash that is the same for the island however it is moved, turned or reflected.
    fn hash(self) -> u64 {
        let Self { own, enemy } = self.canonical();
        let fold = |it: Bitboard| (it.0 as u64) ^ scrambled((it.0 >> 64) as u64 ^ GOLDEN);
        scrambled(scrambled(fold(own).wrapping_add(GOLDEN)) ^ fold(enemy).rotate_left(32))
    }

    /// The same island for the other side.
    fn negative(self) -> Self {
        Self { own: self.enemy, enemy: self.own }
    }

    /// The least of the eight ways to lay the island into the corner.
    fn canonical(self) -> Self {
        let pieces: ArrayVec<(usize, usize, bool), 100> = {
            let of = |set: Bitboard, own: bool| set.map(move |it| (it.file().into(), it.rank().into(), own));
            of(self.own, true).chain(of(self.enemy, false)).collect()
        };
        let (mut left, mut low, mut right, mut high) = (usize::MAX, usize::MAX, 0, 0);
        for (file, rank, _) in &pieces {
            (left, low) = (left.min(*file), low.min(*rank));
            (right, high) = (right.max(*file), high.max(*rank));
        }
        let (width, height) = (right - left, high - low);
        let stride = Square::STRIDE as usize;
        let mut ways = [(0_u128, 0_u128); 8];
        for (file, rank, own) in &pieces {
            let (x, y) = (file - left, rank - low);
            let (back, down) = (width - x, height - y);
            let places = [(x, y), (back, y), (x, down), (back, down), (y, x), (y, back), (down, x), (down, back)];
            for (way, (x, y)) in ways.iter_mut().zip(places) {
                let bit = 1 << (y * stride + x);
                if *own { way.0 |= bit } else { way.1 |= bit }
            }
        }
        let (own, enemy) = ways.into_iter().min().unwrap_or_default();
        Self { own: Bitboard(own), enemy: Bitboard(enemy) }
    }
}

/// What is known of islands.
struct Atlas {
    values: Values,
    /// Small islands asked for lately, each where it lies.
    recent: Vec<(Island, Known)>,
    /// The values of small islands, laid into the corner.
    small: QuickMap<Island, Value>,
}

impl Atlas {
    fn new() -> Self {
        let none = Island { own: Bitboard::EMPTY, enemy: Bitboard::EMPTY };
        let known = Known { key: Key::default(), value: Some(Values::ZERO) };
        Self { values: Values::new(), recent: vec![(none, known); RECENT], small: QuickMap::default() }
    }

    fn known(&mut self, island: Island) -> Known {
        if (island.own | island.enemy).count() > SMALL {
            return Known { key: Key::new(island.hash(), island.negative().hash()), value: None };
        }
        let Island { own, enemy } = island;
        let mix = scrambled(own.0 as u64 ^ GOLDEN) ^ scrambled(enemy.0 as u64 ^ (own.0 >> 64) as u64);
        let slot = scrambled(mix ^ (enemy.0 >> 64) as u64) as usize % RECENT;
        if self.recent[slot].0 != island {
            let value = self.value(island);
            self.recent[slot] = (island, Known { key: self.values.key(value), value: Some(value) });
        }
        self.recent[slot].1
    }

    /// The value of a small island.
    fn value(&mut self, island: Island) -> Value {
        let island = island.canonical();
        if let Some(known) = self.small.get(&island) {
            return *known;
        }
        let own = self.values_after(island);
        let enemy = self.values_after(island.negative()).into_iter().map(|it| self.values.negative(it)).collect();
        let value = self.values.of([own, enemy]);
        self.small.insert(island, value);
        value
    }

    /// The values of an island after each move of its own side.
    fn values_after(&mut self, Island { own, enemy }: Island) -> Vec<Value> {
        let mut values = Vec::new();
        for direction in Direction::ORTHOGONAL {
            for to in own.shifted(direction) & enemy {
                let from = Square::from_index((to.index() as i32 - direction.delta()) as usize);
                let mut sum = Values::ZERO;
                for island in each_island(own.without(from).with(to), enemy.without(to)) {
                    let value = self.value(island);
                    sum = self.values.sum(sum, value);
                }
                values.push(sum);
            }
        }
        values.sort_unstable();
        values.dedup();
        values
    }
}

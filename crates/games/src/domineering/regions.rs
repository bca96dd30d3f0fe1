//! Regions of free cells that no domino connects: a position is their sum.
//!
//! A small region has an exact value, of a larger one only the shape is known. Uiterwijk and Barton (*New Results for
//! Domineering from Combinatorial Game Theory Endgame Databases*, 2015) keep such values in a database; here they are
//! worked out when a region is first met. Vertical is Left throughout.

use std::cell::RefCell;

use arrayvec::ArrayVec;

use super::lines::{RIGHT, UP, cells_along, most_in_all, ranks, turned};
use crate::board::{GOLDEN, Square, scrambled};
use crate::shared::quick_map::QuickMap;
use crate::shared::values::{Key, UNIT, Value, Values};

/// A region of at most so many cells has a value.
const SMALL: u32 = 12;

/// How many regions are kept by the place where they lie.
const RECENT: usize = 1 << 14;

/// A position as the sum of its regions.
pub(super) struct Sum {
    /// Of all regions whose value is no number, or not known.
    key: Key,
    /// The numbers among the values, and the moves that one side has to itself, in units of 1 / [`UNIT`].
    number: i32,
    /// The values that are no numbers.
    values: ArrayVec<Value, 50>,
    /// Whether every value is known.
    whole: bool,
}

impl Sum {
    /// The sum of the regions of the free cells.
    pub(super) fn of(free: u128) -> Self {
        let (contested, spare) = contested(free);
        let mut sum = Self { key: Key::default(), number: spare * UNIT, values: ArrayVec::new(), whole: true };
        REGIONS.with_borrow_mut(|known| regions(contested).for_each(|it| sum.add(known.region(it))));
        sum
    }

    fn add(&mut self, region: Region) {
        match region {
            Region { number: Some(number), .. } => self.number += number,
            Region { key, value, .. } => {
                self.key.add(key);
                self.whole &= value.is_some();
                self.values.extend(value);
            }
        }
    }

    /// A key of the sum and of the side to move.
    pub(super) fn key(&self, vertical_begins: bool) -> u64 {
        self.key.mixed((self.number as u64) << 1 | u64::from(vertical_begins))
    }

    /// Whether Vertical wins, if all values are known and few.
    pub(super) fn vertical_wins(&self, vertical_begins: bool) -> Option<bool> {
        let &Self { number, ref values, whole, .. } = self;
        if !whole {
            return None;
        }
        REGIONS.with_borrow_mut(|known| {
            let number = known.values.of_number(number);
            known.values.left_wins(values.iter().copied().chain([number]), vertical_begins)
        })
    }
}

thread_local! {
    /// A memory of facts that never change: what is in it alters no answer, only how soon it comes.
    static REGIONS: RefCell<Regions> = RefCell::new(Regions::new());
}

/// The cells that matter to both sides, and how many moves Vertical has to itself more than Horizontal.
///
/// Cells that nobody can use are left out. A run of cells along a side's dominoes of which the other side can use none is
/// worth a fixed number of moves (an integer, as combinatorial games go: Conway 1976).
fn contested(free: u128) -> (u128, i32) {
    let (vertical, horizontal) = (cells_along(free, UP), cells_along(free, RIGHT));
    let both = vertical & horizontal;
    let (columns, rows) = (runs_through(both, vertical, UP), runs_through(both, horizontal, RIGHT));
    let spare = most_in_all(&ranks(turned(vertical & !columns))) - most_in_all(&ranks(horizontal & !rows));
    (columns | rows, spare)
}

/// The runs of `cells` along a step that go through any of `some`.
fn runs_through(some: u128, cells: u128, step: i32) -> u128 {
    let mut runs = some;
    loop {
        let next = (runs | runs << step | runs >> step) & cells;
        if next == runs {
            return runs;
        }
        runs = next;
    }
}

/// What is known of a region.
#[derive(Clone, Copy, Debug)]
struct Region {
    key: Key,
    /// Known if the region is small.
    value: Option<Value>,
    /// If the value is one.
    number: Option<i32>,
}

/// What is known of regions.
struct Regions {
    values: Values,
    /// Small regions asked for lately, each with the cells where it lies.
    recent: Vec<(u128, Region)>,
    /// The values of small regions, laid into the corner.
    small: QuickMap<u128, Value>,
}

impl Regions {
    fn new() -> Self {
        let none = Region { key: Key::default(), value: Some(Values::ZERO), number: Some(0) };
        Self { values: Values::new(), recent: vec![(0, none); RECENT], small: QuickMap::default() }
    }

    fn region(&mut self, cells: u128) -> Region {
        if cells.count_ones() > SMALL {
            return Region { key: Key::new(hashed(canonical(cells)), 0), value: None, number: None };
        }
        let slot = hashed(cells) as usize % RECENT;
        if self.recent[slot].0 != cells {
            let value = self.value(cells);
            let region =
                Region { key: self.values.key(value), value: Some(value), number: self.values.number(value) };
            self.recent[slot] = (cells, region);
        }
        self.recent[slot].1
    }

    /// The value of a small region.
    fn value(&mut self, cells: u128) -> Value {
        let shape = canonical(cells);
        if let Some(known) = self.small.get(&shape) {
            return *known;
        }
        let options = [UP, RIGHT].map(|step| {
            let mut places = shape & shape >> step;
            let mut values = Vec::new();
            while places != 0 {
                let first = places & places.wrapping_neg();
                places ^= first;
                values.push(self.value_of_all(shape & !(first | first << step)));
            }
            values.sort_unstable();
            values.dedup();
            values
        });
        let value = self.values.of(options);
        self.small.insert(shape, value);
        value
    }

    fn value_of_all(&mut self, cells: u128) -> Value {
        regions(cells).fold(Values::ZERO, |sum, it| {
            let value = self.value(it);
            self.values.sum(sum, value)
        })
    }
}

/// The connected parts of a set of cells.
fn regions(cells: u128) -> impl Iterator<Item = u128> {
    let mut rest = cells;
    std::iter::from_fn(move || {
        let first = rest & rest.wrapping_neg();
        // The whole run of bits that begins with the first one: adding to it carries to its end.
        let mut region = rest & !rest.wrapping_add(first);
        loop {
            let tall = (region | region << UP | region >> UP) & cells;
            let next = (tall | tall << 1 | tall >> 1) & cells;
            if next == region {
                break;
            }
            region = next;
        }
        rest &= !region;
        (region != 0).then_some(region)
    })
}

/// The least of the four ways to lay a region into the corner by reflections.
fn canonical(cells: u128) -> u128 {
    const ROW: u32 = UP as u32;
    let low = cells >> (cells.trailing_zeros() / ROW * ROW);
    let columns = (0..Square::MAX_SIDE).fold(0, |all, it| all | low >> (u32::from(it) * ROW)) & FIRST_ROW;
    let cells = low >> columns.trailing_zeros();
    let last = (127 - cells.leading_zeros()) / ROW * ROW + columns.ilog2() - columns.trailing_zeros();
    let flipped = upside_down(cells);
    let turned = |it: u128| it.reverse_bits() >> (127 - last);
    cells.min(flipped).min(turned(cells)).min(turned(flipped))
}

const FIRST_ROW: u128 = (1 << UP) - 1;

fn upside_down(cells: u128) -> u128 {
    let (mut rest, mut flipped) = (cells, 0);
    while rest != 0 {
        flipped = flipped << UP | rest & FIRST_ROW;
        rest >>= UP;
    }
    flipped
}

/// A hash of cells.
fn hashed(cells: u128) -> u64 {
    scrambled(scrambled(cells as u64 ^ GOLDEN).wrapping_add(((cells >> 64) as u64).wrapping_mul(GOLDEN)))
}

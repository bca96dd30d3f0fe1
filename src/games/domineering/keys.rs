//! Keys of positions that have the same winner.

use super::{Domineering, Position};
use crate::board::{GOLDEN, Shape, Side, Square, scrambled};
use crate::game::Game as _;

impl Domineering {
    /// A key of what is still contested, and of how many moves more one side has to itself; the same for a position and
    /// its reflections.
    ///
    /// Cells that nobody can use do not matter. A run of cells along a side's dominoes of which the other side can use
    /// none is worth a fixed number of moves to that side (an integer, as combinatorial games go: Conway 1976), and
    /// integers of both sides cancel.
    pub(super) fn contested_key(&self, position: &Position) -> u64 {
        let free = self.free(position).0;
        let [first, second] = Side::BOTH.map(|it| self.along(it).delta());
        let cells = |step: i32| {
            let places = free & free >> step;
            places | places << step
        };
        let (of_first, of_second) = (cells(first), cells(second));
        let both = of_first & of_second;
        let (shared_first, shared_second) =
            (runs_through(both, of_first, first), runs_through(both, of_second, second));
        let spare = super::bounds::most_dominoes(of_first & !shared_first, first)
            - super::bounds::most_dominoes(of_second & !shared_second, second);
        let contested = canonical(shared_first | shared_second, self.shape());
        let turn = u64::from(position.to_move == Side::Second);
        mixed(contested, (spare as u64) << 1 ^ turn)
    }
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

/// The least of a set and its reflections in both axes of the board.
fn canonical(cells: u128, shape: Shape) -> u128 {
    let flipped = upside_down(cells, shape);
    let [turned, mirrored] = [cells, flipped].map(|it| turned(it, shape));
    cells.min(flipped).min(turned).min(mirrored)
}

const STRIDE: u32 = Square::STRIDE as u32;

/// Turned half around the middle of the board.
fn turned(cells: u128, shape: Shape) -> u128 {
    let last = u32::from(shape.height - 1) * STRIDE + u32::from(shape.width - 1);
    cells.reverse_bits() >> (127 - last)
}

fn upside_down(cells: u128, shape: Shape) -> u128 {
    let row = (1_u128 << STRIDE) - 1;
    let mut rest = cells;
    let mut flipped = 0;
    for _ in 0..shape.height {
        flipped = flipped << STRIDE | rest & row;
        rest >>= STRIDE;
    }
    flipped
}

/// A hash of cells and a number.
fn mixed(cells: u128, number: u64) -> u64 {
    let low = scrambled((cells as u64).wrapping_add(number.wrapping_mul(GOLDEN)));
    scrambled(low.rotate_left(29) ^ ((cells >> 64) as u64).wrapping_mul(GOLDEN))
}

//! How many moves a side can be sure of, and how many the other can get at most.
//!
//! After Breuker, Uiterwijk, van den Herik (*Solving 8×8 Domineering*, 2000: real and safe moves) and Bullock
//! (*Domineering: Solving Large Combinatorial Search Spaces*, 2002: packing the board with areas of which the sides take
//! every other one). In what follows *we* are the side whose moves are guaranteed, *they* the other one.
//!
//! We pack the board with disjoint areas such that no domino of theirs touches two of them, bar safe ones:
//! - *pairs*: two places side by side of which, once we have covered one, the other is safe. Taken first: two moves.
//! - *exposed places*, of which they can spoil at most one by each move; with one or two cells that they could use.
//! - *safe places*, of which they can use no cell.
//!
//! We play pairs as long as there are any, then exposed places, then safe ones. As they can spoil an area at most every
//! other move, we get at least every other area of each kind; and every cell of theirs that we cover by that is one they
//! cannot use. When we lose, we have made all the moves that we were sure of, so they have made at least as many (if we
//! began) or one more (if they did). Where they cannot, we win.

use crate::board::Square;

/// The areas of a packing.
#[derive(Clone, Copy, Default, Debug)]
struct Packing {
    pairs: i32,
    /// Exposed places with two cells that they could use, and with one.
    open: i32,
    half_open: i32,
    safe: i32,
    /// The cells of pairs and exposed places that they could use.
    contested: u128,
}

/// The steps along vertical dominoes and along horizontal ones, in square numbers.
pub(super) const UP: i32 = Square::STRIDE as i32;
pub(super) const RIGHT: i32 = 1;

/// The steps along our dominoes and along theirs.
#[derive(Clone, Copy)]
struct Axes {
    ours: i32,
    theirs: i32,
}

// What follows is inlined by force: with steps that the compiler knows it takes half the time.

/// Whether the side with vertical (or else horizontal) dominoes is sure to win.
pub(super) fn is_sure(free: u128, vertical: bool, we_begin: bool) -> bool {
    match vertical {
        true => is_enough(free, we_begin, Axes { ours: UP, theirs: RIGHT }),
        false => is_enough(free, we_begin, Axes { ours: RIGHT, theirs: UP }),
    }
}

/// Whether we have enough moves of our own.
#[inline(always)]
fn is_enough(free: u128, we_begin: bool, axes: Axes) -> bool {
    let theirs = free & moved(free, -axes.theirs);
    let usable = theirs | moved(theirs, axes.theirs);
    let packing = Packing::new(free, usable, axes);
    let (ours, cells) = packing.guarantee(we_begin);
    let missing = most_dominoes(usable, axes.theirs) + i32::from(we_begin) - ours;
    // A cell costs them a domino at most.
    missing <= 0 || missing <= cells && missing <= least_loss(packing.contested, usable, axes.theirs, cells)
}

/// Every square moved by some steps; squares off the board are never free, so nothing wraps around.
#[inline(always)]
fn moved(set: u128, by: i32) -> u128 {
    if by >= 0 { set << by } else { set >> -by }
}

/// How many dominoes fit at most along a direction: half of each run of cells, rounded down.
#[inline(always)]
pub(super) fn most_dominoes(cells: u128, step: i32) -> i32 {
    paired_off(cells, step).0
}

/// Lays dominoes along each run of cells from its far end: how many there are, and the cells left over.
#[inline(always)]
fn paired_off(cells: u128, step: i32) -> (i32, u128) {
    let (mut rest, mut left, mut count) = (cells, 0, 0);
    while rest != 0 {
        let ends = rest & !moved(rest, -step);
        let seconds = rest & moved(ends, -step);
        count += seconds.count_ones() as i32;
        left |= ends & !moved(seconds, step);
        rest &= !(ends | seconds);
    }
    (count, left)
}

impl Packing {
    #[inline(always)]
    fn new(free: u128, usable: u128, axes: Axes) -> Self {
        let mut packing = Self::default();
        let mut rest = free;
        packing.take_pairs(free, &mut rest, axes);
        let left_over = packing.take_safe(rest & !usable, axes.ours);
        packing.take_exposed(usable, rest, left_over, axes);
        packing
    }

    /// Counts the safe places; gives back the cells that may be left over, either end of each run of odd length.
    #[inline(always)]
    fn take_safe(&mut self, safe: u128, step: i32) -> u128 {
        let (count, lower) = paired_off(safe, step);
        let (_, upper) = paired_off(safe, -step);
        self.safe = count;
        lower | upper
    }

    /// Squares of two by two that are shut on one side.
    #[inline(always)]
    fn take_pairs(&mut self, free: u128, rest: &mut u128, axes: Axes) {
        let shut_before = !moved(free, axes.theirs);
        let shut_behind = !moved(free, -2 * axes.theirs);
        let shut = (shut_before & moved(shut_before, -axes.ours)) | (shut_behind & moved(shut_behind, -axes.ours));
        let places = free & moved(free, -axes.ours);
        let mut squares = places & moved(places, -axes.theirs) & shut;
        while squares != 0 {
            let at = squares & squares.wrapping_neg();
            let column = at | moved(at, axes.ours);
            let area = column | moved(column, axes.theirs);
            self.pairs += 1;
            self.contested |= area;
            *rest &= !area;
            // No other area may touch this one on the sides from which they could reach into both.
            let near = area | moved(column, -axes.theirs) | moved(column, 2 * axes.theirs);
            let barred = near | moved(near, -axes.ours);
            squares &= !(barred | moved(barred, -axes.theirs));
            *rest &= !(near & !area & free) | !free;
        }
    }

    /// Places of which they can use a cell, or two.
    #[inline(always)]
    fn take_exposed(&mut self, usable: u128, rest: u128, left_over: u128, axes: Axes) {
        let mut open_to_us = rest & (usable | left_over);
        loop {
            let places = open_to_us & moved(open_to_us, -axes.ours);
            let lower = places & usable;
            let upper = places & moved(usable, -axes.ours);
            let full = lower & upper;
            let found = if full != 0 { full } else { lower ^ upper };
            if found == 0 {
                return;
            }
            let at = found & found.wrapping_neg();
            let place = at | moved(at, axes.ours);
            let reach = place & usable;
            self.contested |= reach;
            open_to_us &= !(place | moved(reach, axes.theirs) | moved(reach, -axes.theirs));
            if full != 0 {
                self.open += 1;
            } else {
                self.half_open += 1;
                // Only one cell of a run was left over.
                let safe = rest & !usable;
                let mut run = place & safe;
                loop {
                    let next = (run | moved(run, axes.ours) | moved(run, -axes.ours)) & safe;
                    if next == run {
                        break;
                    }
                    run = next;
                }
                open_to_us &= !run;
            }
        }
    }

    /// The least number of moves that we make, and of their cells that we cover.
    #[inline(always)]
    fn guarantee(&self, we_begin: bool) -> (i32, i32) {
        let spoiled = |areas: i32| if we_begin { areas / 2 } else { (areas + 1) / 2 };
        let Self { pairs, open, half_open, safe, .. } = *self;
        let (first, second, all) = (spoiled(pairs), spoiled(pairs + open), spoiled(pairs + open + half_open));
        let moves = safe + 2 * pairs + open + half_open - first - all;
        let cells = 4 * pairs + 2 * open + half_open - 2 * first - second - all;
        (moves, cells)
    }
}

/// How many dominoes they lose at least if we cover so many of the `contested` cells, whichever these are.
///
/// A run of even length loses a domino by its first cell, none by its second, and so on by turns; one of odd length has
/// a cell to spare and begins with none, unless its only contested cell cuts it into two odd halves.
#[inline(always)]
fn least_loss(contested: u128, usable: u128, step: i32, cells: i32) -> i32 {
    let (mut spare, mut deals) = (0, 0);
    let mut rest = contested;
    while rest != 0 {
        // The lowest contested cell of its run: the others lie ahead.
        let one = rest & rest.wrapping_neg();
        let mut run = one;
        loop {
            let next = (run | moved(run, step) | moved(run, -step)) & usable;
            if next == run {
                break;
            }
            run = next;
        }
        let (length, before) = (run.count_ones(), (run & (one - 1)).count_ones());
        let inside = (contested & run).count_ones() as i32;
        rest &= !run;
        let cut = inside == 1 && before % 2 == 1;
        if length % 2 == 0 || cut {
            deals += inside / 2;
        } else {
            spare += 1;
            deals += (inside - 1) / 2;
        }
    }
    let paid = (cells - spare).max(0);
    if paid <= 2 * deals { (paid + 1) / 2 } else { paid - deals }
}

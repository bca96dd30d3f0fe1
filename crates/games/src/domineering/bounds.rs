//! How many moves a side can be sure of, and how many the other can get at most.
//!
//! After Breuker, Uiterwijk, van den Herik (*Solving 8×8 Domineering*, 2000: real and safe moves) and Bullock
//! (*Domineering: Solving Large Combinatorial Search Spaces*, 2002: packing the board with areas of which the sides take
//! every other one, options). In what follows *we* are the side whose moves are guaranteed, *they* the other one; a *line*
//! lies along our dominoes.
//!
//! We pack the board with disjoint areas such that no domino of theirs touches two of them. *Contested* cells they can use,
//! *safe* ones they cannot.
//! - *Pairs*: two places side by side of which, once we have covered one, the other is safe. Two moves.
//! - *Exposed places* with two contested cells, or with one.
//! - *Options*: two safe cells and a contested one beside them. A sure move, by which we may cover the contested cell.
//! - *Tough places*: safe cells between two contested ones. Where they take the one, we can still take the other.
//! - *Safe places* of two safe cells.
//!
//! We play pairs as long as there are any, then exposed places, first those with two contested cells, then options, tough
//! places, and safe ones. A move of theirs spoils one area at most: a pair or an exposed place is lost, an option becomes a
//! safe place, and a tough place an exposed one. So we get
//! - every other one of the pairs, of the pairs together with the places of two contested cells, and so on up to the options
//!   (half of them, rounded up if we begin and down if they do);
//! - all tough places: by spoiling one, they add an area to those that we get every other one of, and it is our turn. As we
//!   begin now, that is one more for us, whatever the number was;
//! - all safe places.
//!
//! Every contested cell that we cover in this way is one that they cannot use. When we lose, we have made all the moves that
//! we were sure of, so they have made at least as many (if we began) or one more (if they did). Where they cannot, we win.
//!
//! If that is not enough and we begin, we may play a place first that the packing leaves over, and pack anew what is then
//! free, as they begin.

use super::lines::{Areas, FIRST, LENGTH, Lines, best_areas, losses, most_in_all, ranks, turned, turned_ranks};

/// The areas of a packing.
#[derive(Debug)]
struct Packing {
    pairs: i32,
    /// The cells of pairs.
    squares: Lines,
    /// The other areas, by lines, and the sum of their numbers.
    areas: [Areas; LENGTH + 4],
    all: Areas,
}

/// Whether the side with vertical (or else horizontal) dominoes is sure to win.
pub(super) fn is_sure(free: u128, vertical: bool, we_begin: bool) -> bool {
    let turned = turned(free);
    let (ours, theirs) = if vertical { (turned, free) } else { (free, turned) };
    are_enough(ranks(ours), ranks(theirs), we_begin)
}

/// Whether our lines have moves enough against theirs.
fn are_enough(mut ours: Lines, mut theirs: Lines, we_begin: bool) -> bool {
    let packing = Packing::new(&ours);
    let (moves, cells) = packing.guarantee(we_begin);
    let missing = most_in_all(&theirs) + i32::from(we_begin) - moves;
    // A cell costs them a domino at most.
    if missing <= 0 || missing <= cells && missing <= least_loss(&packing.contested(), &theirs, cells) {
        return true;
    }
    // If we begin, there may be a place that the areas leave over. One move seldom makes up for more than this.
    if !we_begin || missing > cells + 3 {
        return false;
    }
    packing.extra(&ours).is_some_and(|(line, place)| {
        ours[line] &= !place;
        let (at, across) = (line - FIRST, FIRST + place.trailing_zeros() as usize);
        theirs[across..across + 2].iter_mut().for_each(|it| *it &= !(1 << at));
        are_enough(ours, theirs, false)
    })
}

impl Packing {
    fn new(free: &Lines) -> Self {
        let (pairs, all) = (0, Areas::default());
        let mut packing = Self { pairs, squares: Lines::default(), areas: [all; LENGTH + 4], all };
        let mut rest = *free;
        packing.take_pairs(free, &mut rest);
        // Every other line first, as they do not depend on each other.
        for line in (FIRST..FIRST + LENGTH).step_by(2).chain((FIRST + 1..FIRST + LENGTH).step_by(2)) {
            let usable = usable(free, line);
            // Beside a contested cell of an area there must be none of another.
            let barred = packing.areas[line - 1].contested() | packing.areas[line + 1].contested();
            let areas = best_areas(free[line] & !usable, usable & rest[line] & !barred);
            packing.areas[line] = areas;
            packing.all.add(areas);
        }
        packing
    }

    /// Squares of two by two that are shut on one side. The cells beside them are not for other areas.
    fn take_pairs(&mut self, free: &Lines, rest: &mut Lines) {
        let shut = |line: u32| !(line | line >> 1);
        for line in FIRST..FIRST + LENGTH - 1 {
            let both = rest[line] & rest[line + 1];
            let mut found = both & both >> 1 & (shut(free[line - 1]) | shut(free[line + 2]));
            while found != 0 {
                let first = found & found.wrapping_neg();
                let two = first | first << 1;
                found &= !two;
                self.pairs += 1;
                self.squares[line..line + 2].iter_mut().for_each(|it| *it |= two);
                rest[line - 1..line + 3].iter_mut().for_each(|it| *it &= !two);
            }
        }
    }

    /// A place that shares no cell with an area, if possible one with two contested cells.
    fn extra(&self, free: &Lines) -> Option<(usize, u32)> {
        let mut found = None;
        for line in FIRST..FIRST + LENGTH {
            let left = free[line] & !self.squares[line] & !self.areas[line].cells();
            let places = left & left >> 1;
            if places != 0 {
                let usable = usable(free, line);
                let full = places & usable & usable >> 1;
                let places = if full != 0 { full } else { places };
                let first = places & places.wrapping_neg();
                found = Some((line, first | first << 1));
                if full != 0 {
                    break;
                }
            }
        }
        found
    }

    /// The contested cells that we might cover.
    fn contested(&self) -> Lines {
        let mut contested = self.squares;
        contested.iter_mut().zip(&self.areas).for_each(|(cells, areas)| *cells |= areas.contested());
        contested
    }

    /// The least number of moves that we make, and of contested cells that we cover.
    fn guarantee(&self, we_begin: bool) -> (i32, i32) {
        let spoiled = |areas: i32| if we_begin { areas / 2 } else { (areas + 1) / 2 };
        let &Self { pairs, all: others, .. } = self;
        let exposed = pairs + others.open() + others.half_open();
        let sure = others.safe() + others.tough();
        let moves = sure + pairs + exposed - spoiled(pairs) - spoiled(exposed);
        // Pairs have four contested cells, open places two, all others one. Each half lost counts another kind in.
        let all = 3 * pairs + others.open() + exposed + others.options() + others.tough();
        let lost = 2 * spoiled(pairs) + spoiled(pairs + others.open()) + spoiled(exposed + others.options());
        (moves, all - lost)
    }
}

/// The cells of a line of ours that they could use.
#[inline]
fn usable(free: &Lines, line: usize) -> u32 {
    free[line] & (free[line - 1] | free[line + 1])
}

/// How many dominoes they lose at least if we cover so many of the `contested` cells, whichever these are.
fn least_loss(contested: &Lines, theirs: &Lines, cells: i32) -> i32 {
    let contested = ranks(turned_ranks(contested));
    let (mut spare, mut deals) = (0, 0);
    for (line, contested) in theirs.iter().zip(contested) {
        let losses = losses(*line, contested);
        spare += i32::from(losses.spare);
        deals += i32::from(losses.deals);
    }
    let paid = (cells - spare).max(0);
    if paid <= 2 * deals { (paid + 1) / 2 } else { paid - deals }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Shape, scrambled};
    use crate::domineering::lines::{RIGHT, UP};
    use crate::shared::quick_map::QuickMap;

    /// Who wins, by trying everything: the side to move loses without a move.
    #[derive(Default)]
    struct Brute(QuickMap<(u128, bool), bool>);

    impl Brute {
        fn mover_wins(&mut self, free: u128, vertical: bool) -> bool {
            if let Some(known) = self.0.get(&(free, vertical)) {
                return *known;
            }
            let step = if vertical { UP } else { RIGHT };
            let mut places = free & free >> step;
            let mut wins = false;
            while places != 0 && !wins {
                let first = places & places.wrapping_neg();
                places ^= first;
                wins = !self.mover_wins(free & !(first | first << step), !vertical);
            }
            self.0.insert((free, vertical), wins);
            wins
        }

        /// How many of the four questions about a set of free cells are answered by bounds.
        fn check(&mut self, free: u128) -> u32 {
            let mut told = 0;
            for (vertical, we_begin) in [(true, true), (true, false), (false, true), (false, false)] {
                if is_sure(free, vertical, we_begin) {
                    told += 1;
                    assert_eq!(self.mover_wins(free, vertical == we_begin), we_begin, "{free:x} {vertical} {we_begin}");
                }
            }
            told
        }
    }

    #[test]
    fn whoever_is_sure_wins_whatever_is_left_of_a_small_board() {
        let (mut brute, mut told) = (Brute::default(), 0);
        for cells in 0..1_u128 << 16 {
            told += brute.check((0..4).fold(0, |free, rank| free | (cells >> (4 * rank) & 15) << (rank * UP)));
        }
        assert!(told > 100_000, "{told} of 262144: of two sides with the move in turn one wins");
    }

    #[test]
    fn whoever_is_sure_wins_on_parts_of_larger_boards() {
        for (width, height) in [(5, 5), (6, 5), (5, 6), (9, 3), (3, 9), (10, 3), (3, 10), (10, 10)] {
            let (mut brute, mut told) = (Brute::default(), 0);
            let random = |seed: u64| u128::from(scrambled(seed)) << 64 | u128::from(scrambled(seed ^ 0x5555));
            for seed in 0..20_000_u64 {
                // Half the cells to three quarters of them, and no more than can be searched.
                let some = random(2 * seed) | if seed % 2 == 0 { random(2 * seed + 1) } else { 0 };
                let mut free = Shape::new(width, height).mask().0 & some;
                while free.count_ones() > 18 {
                    free &= free - 1;
                }
                told += brute.check(free);
            }
            assert!(told > 10_000, "{width}x{height}: {told} of 80000");
        }
    }
}

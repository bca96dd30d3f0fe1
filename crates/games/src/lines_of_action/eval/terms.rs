//! The terms of the evaluation, each a small function of one side's pieces.

use super::super::LinesOfAction;
use crate::board::{Bitboard, Direction, Shape, Square};

/// How many terms there are.
pub(super) const TERMS: usize = 8;

/// The terms of one side: concentration, centralization, center of mass, quads, connectedness, spread, mobility, walls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms(pub(super) [i32; TERMS]);

impl LinesOfAction {
    /// All terms of a side's pieces, of which there is at least one.
    #[inline]
    pub(super) fn terms_of(&self, pieces: Bitboard, enemy: Bitboard) -> Terms {
        let number = pieces.count() as i32;
        let (mut files, mut ranks, mut worth) = (0, 0, 0);
        for square in pieces {
            files += i32::from(square.file());
            ranks += i32::from(square.rank());
            worth += self.worth.of(square);
        }
        let middle = |sum: i32| ((2 * sum + number) / (2 * number)) as u8;
        let center = Square::new(middle(files), middle(ranks));
        Terms([
            concentration(pieces, number, center),
            16 * worth / number,
            16 * self.worth.of(center),
            quads(pieces, center),
            connectedness(pieces, number),
            spread(pieces),
            self.mobility(pieces, enemy),
            self.walls(pieces, enemy),
        ])
    }

    /// Mobility (Winands 2003): the moves of a side, captures counting double, moves to the edge half.
    fn mobility(&self, pieces: Bitboard, enemy: Bitboard) -> i32 {
        let mut sum = 0;
        for from in pieces {
            self.each_move_of(from, pieces, enemy, !Bitboard::EMPTY, &mut |it| {
                let weight = if enemy.contains(it.to) { 4 } else { 2 };
                sum += if self.edge.contains(it.to) { weight / 2 } else { weight };
            });
        }
        8 * sum
    }

    /// Walls (Winands 2003): enemy pieces on the edge with two or three of one's own side by side before them.
    fn walls(&self, pieces: Bitboard, enemy: Bitboard) -> i32 {
        use Direction::*;
        let sides = [[SouthWest, South, SouthEast], [NorthWest, North, NorthEast], [NorthEast, East, SouthEast], [
            NorthWest, West, SouthWest,
        ]];
        let mut count = 0;
        for (side, [one, middle, other]) in self.edges.iter().zip(sides) {
            let shut = enemy & *side;
            if shut.is_empty() {
                continue;
            }
            // Seen from the edge piece, the wall stands in these directions; seen from the wall, the piece in the
            // opposite.
            let [one, middle, other] = [one, middle, other].map(|it| pieces.shifted(it.opposite()));
            count += (shut & middle & (one | other)).count() + (shut & one & middle & other).count();
        }
        64 * count as i32
    }
}

/// Concentration (Winands 2003): how near to its center of mass a side's pieces are, against the least possible for
/// their number; 1024 is as near as can be.
fn concentration(pieces: Bitboard, number: i32, center: Square) -> i32 {
    let excess = distances(pieces, center) - least_distances(number);
    1024 * number / (number + excess)
}

/// The sum of the pieces' distances (in king's moves) to a square.
fn distances(pieces: Bitboard, center: Square) -> i32 {
    let mut sum = 0;
    for disk in &DISKS[center.index()] {
        let outside = pieces & !*disk;
        if outside.is_empty() {
            break;
        }
        sum += outside.count();
    }
    sum as i32
}

/// The least sum of distances that so many pieces can have: one in the center, 8 around it, 16 around those, …
fn least_distances(number: i32) -> i32 {
    let (mut rest, mut sum, mut ring) = (number - 1, 0, 1);
    while rest > 0 {
        let here = rest.min(8 * ring);
        sum += here * ring;
        rest -= here;
        ring += 1;
    }
    sum
}

/// Quads (Winands 2003, after Gray 1971): blocks of 2×2 squares with three or four pieces, near the center of mass,
/// stay connected whatever is captured.
fn quads(pieces: Bitboard, center: Square) -> i32 {
    let near = pieces & DISKS[center.index()][2];
    let (a, b, c, d) = (near.0, near.0 >> 1, near.0 >> 11, near.0 >> 12);
    let three_or_more = (a & b & (c | d)) | (c & d & (a | b));
    64 * three_or_more.count_ones() as i32
}

/// Connectedness (Winands 2003): how many neighbors of its own side a piece has on average.
fn connectedness(pieces: Bitboard, number: i32) -> i32 {
    let bits = pieces.0;
    let pairs = [1, 10, 11, 12].map(|by| (bits & bits >> by).count_ones()).iter().sum::<u32>();
    128 * pairs as i32 / number
}

/// Uniformity (Winands 2003): the area of the smallest rectangle around the pieces; outliers cost.
fn spread(pieces: Bitboard) -> i32 {
    let first = pieces.0.trailing_zeros() / u32::from(Square::STRIDE);
    let last = (127 - pieces.0.leading_zeros()) / u32::from(Square::STRIDE);
    let mut files = pieces.0 | pieces.0 >> 88;
    files |= files >> 44;
    files |= files >> 22;
    files |= files >> 11;
    let files = (files & 0x7ff) as u32;
    let width = 32 - files.leading_zeros() - files.trailing_zeros();
    16 * (width * (last - first + 1)) as i32
}

/// The squares at most so many king's moves away, by square and distance.
static DISKS: [[Bitboard; 9]; Square::COUNT] = disks();

const fn disks() -> [[Bitboard; 9]; Square::COUNT] {
    let board = Shape::new(Square::MAX_SIDE, Square::MAX_SIDE).mask().0;
    let mut disks = [[Bitboard::EMPTY; 9]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut disk = Bitboard(1 << square & board);
        let mut distance = 0;
        while distance < 9 {
            disks[square][distance] = disk;
            disk = Bitboard(disk.grown().0 & board);
            distance += 1;
        }
        square += 1;
    }
    disks
}

//! A set of squares as one 128-bit number.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::Square;

/// A set of squares; bit `n` stands for [`Square::from_index`]`(n)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u128);

/// One of the eight ways to a neighboring square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Direction {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];
    /// The four along files and ranks.
    pub const ORTHOGONAL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The way back.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }

    /// How many files to the right and ranks up one step goes.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::North => (0, 1),
            Self::NorthEast => (1, 1),
            Self::East => (1, 0),
            Self::SouthEast => (1, -1),
            Self::South => (0, -1),
            Self::SouthWest => (-1, -1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, 1),
        }
    }

    /// What one step adds to a square's number.
    pub const fn delta(self) -> i32 {
        let (files, ranks) = self.step();
        files as i32 + ranks as i32 * Square::STRIDE as i32
    }
}

impl Bitboard {
    pub const EMPTY: Self = Self(0);

    /// The set of one square.
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// Whether no square is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares are in it.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether a square is in it.
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The same set and a square, which may be in it already.
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square.index())
    }

    /// The same set but for a square, which need not be in it.
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square.index()))
    }

    /// The square with the lowest number.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as usize)) }
    }

    /// Every square moved one step. What leaves the board must be masked away by the caller.
    pub const fn shifted(self, direction: Direction) -> Self {
        self.shifted_by(direction.delta())
    }

    /// Every square moved so far in numbers. What leaves the board must be masked away by the caller.
    pub const fn shifted_by(self, delta: i32) -> Self {
        Self(if delta > 0 { self.0 << delta } else { self.0 >> -delta })
    }

    /// The squares and their eight neighbors; what lies off the board must be masked away by the caller.
    pub const fn grown(self) -> Self {
        let row = self.0 | self.0 << 1 | self.0 >> 1;
        Self(row | row << Square::STRIDE | row >> Square::STRIDE)
    }

    /// Whether its squares form one group of neighbors (diagonals count). The empty set does.
    pub const fn is_connected(self) -> bool {
        let mut group = Self(self.0 & self.0.wrapping_neg());
        loop {
            let next = Self(group.grown().0 & self.0);
            if next.0 == group.0 {
                return group.0 == self.0;
            }
            group = next;
        }
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Takes out the square with the lowest number.
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count() as usize, Some(self.count() as usize))
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl std::fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Bitboard {
        text.split_whitespace().map(|it| it.parse::<Square>().unwrap()).collect()
    }

    #[test]
    fn neighbors_touch_also_diagonally_and_never_around_the_edge() {
        for (text, connected) in [
            ("", true),
            ("e4", true),
            ("a1 b2 c3", true),
            ("a1 c3", false),
            ("j1 a2", false),
            ("j1 a3", false),
            ("a1 j10", false),
            ("a10 b10 c10 j10", false),
        ] {
            assert_eq!(set(text).is_connected(), connected, "{text}");
        }
    }

    #[test]
    fn a_set_gives_back_its_squares() {
        let squares: Vec<String> = set("j10 a1 f3").map(|it| it.to_string()).collect();
        assert_eq!(squares, ["a1", "f3", "j10"]);
    }
}

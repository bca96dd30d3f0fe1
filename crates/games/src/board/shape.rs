//! The size of a board and the squares it has.

use std::{fmt, str::FromStr};

use super::{Bitboard, Square};

/// A rectangle of squares with `a1` at its lower left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Shape {
    /// Number of files, 1 to 10.
    pub width: u8,
    /// Number of ranks, 1 to 10.
    pub height: u8,
}

impl Shape {
    /// A board of `width` files and `height` ranks, both 1 to 10.
    pub const fn new(width: u8, height: u8) -> Self {
        assert!(width >= 1 && width <= Square::MAX_SIDE && height >= 1 && height <= Square::MAX_SIDE);
        Self { width, height }
    }

    /// All its squares.
    pub const fn mask(self) -> Bitboard {
        let row: u128 = (1 << self.width) - 1;
        let (mut all, mut rank) = (0, 0);
        while rank < self.height {
            all |= row << (rank * Square::STRIDE);
            rank += 1;
        }
        Bitboard(all)
    }

    /// Whether a square lies on the board.
    pub const fn contains(self, square: Square) -> bool {
        square.file() < self.width && square.rank() < self.height
    }

    /// Its squares from `a1` along the ranks upward.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.mask()
    }

    /// The square turned half around the middle of the board.
    pub fn rotated(self, square: Square) -> Square {
        Square::new(self.width - 1 - square.file(), self.height - 1 - square.rank())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// The text is no board size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a size is files x ranks, each from 1 to 10, like 8x8")]
pub struct ParseShapeError;

impl FromStr for Shape {
    type Err = ParseShapeError;

    fn from_str(text: &str) -> Result<Self, ParseShapeError> {
        let side = |it: &str| -> Result<u8, ParseShapeError> {
            let number = it.parse().map_err(|_| ParseShapeError)?;
            if (1..=Square::MAX_SIDE).contains(&number) { Ok(number) } else { Err(ParseShapeError) }
        };
        let (width, height) = text.split_once(['x', 'X', '×']).ok_or(ParseShapeError)?;
        Ok(Self::new(side(width)?, side(height)?))
    }
}

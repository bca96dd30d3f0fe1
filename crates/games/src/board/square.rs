//! A square of any board up to 10×10, named like `f3`.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// A square, numbered `rank * STRIDE + file` whatever the size of the board.
///
/// The stride is one wider than the widest board, so that a step off the right or left edge always lands in a column
/// that belongs to no board, and never wraps around.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Square(u8);

impl Square {
    /// Distance in numbers between a square and the one above it.
    pub const STRIDE: u8 = 11;
    /// Most files or ranks that a board has.
    pub const MAX_SIDE: u8 = 10;
    /// One more than the highest number of a square.
    pub const COUNT: usize = (Self::STRIDE as usize) * (Self::MAX_SIDE as usize);

    /// The square at a file and a rank, both counted from 0.
    ///
    /// # Panics
    /// If either is 10 or more.
    pub const fn new(file: u8, rank: u8) -> Self {
        assert!(file < Self::MAX_SIDE && rank < Self::MAX_SIDE);
        Self(rank * Self::STRIDE + file)
    }

    /// The square with that number, which must come from [`Square::index`].
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// Its number, below [`Square::COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its file, counted from 0 (`a`).
    pub const fn file(self) -> u8 {
        self.0 % Self::STRIDE
    }

    /// Its rank, counted from 0 (the lowest).
    pub const fn rank(self) -> u8 {
        self.0 / Self::STRIDE
    }

    /// The square `files` to the right and `ranks` up, or `None` where no board has one.
    pub fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        let on = |it: i8| (0..Self::MAX_SIDE as i8).contains(&it);
        (on(file) && on(rank)).then(|| Self::new(file as u8, rank as u8))
    }

    /// The letter of a file counted from 0.
    pub const fn file_letter(file: u8) -> char {
        (b'a' + file) as char
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.0
    }
}

impl TryFrom<u8> for Square {
    type Error = ParseSquareError;

    fn try_from(number: u8) -> Result<Self, ParseSquareError> {
        let square = Self(number);
        let is_on_board = square.file() < Self::MAX_SIDE && square.rank() < Self::MAX_SIDE;
        is_on_board.then_some(square).ok_or(ParseSquareError)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Self::file_letter(self.file()), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a square is a letter from a to j and a number from 1 to 10, like f3")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let (letter, number) = text.split_at_checked(1).ok_or(ParseSquareError)?;
        let file = letter.as_bytes()[0].to_ascii_lowercase().wrapping_sub(b'a');
        let canonical = number.bytes().all(|it| it.is_ascii_digit()) && !number.starts_with('0');
        let rank: u8 = number.parse().map_err(|_| ParseSquareError)?;
        let on = |it: u8| it < Self::MAX_SIDE;
        if canonical && on(file) && on(rank.wrapping_sub(1)) {
            Ok(Self::new(file, rank - 1))
        } else {
            Err(ParseSquareError)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for (text, file, rank) in [("a1", 0, 0), ("f3", 5, 2), ("J10", 9, 9)] {
            let square: Square = text.parse().unwrap();
            assert_eq!((square.file(), square.rank()), (file, rank));
            assert_eq!(square.to_string(), text.to_lowercase());
        }
    }

    #[test]
    fn nonsense_is_no_square() {
        for text in ["", "a", "3f", "k1", "a0", "a11", "a01", "a+1", "é1", "a1 "] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }
}

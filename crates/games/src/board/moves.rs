//! A move of a grid game: one square to another.

use std::fmt;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::Square;

/// A move from a square to another (of a domino: its two cells), or a pass.
///
/// All games of Parlor are played by naming two squares, so one plain type serves them all; the search tables index by
/// it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

/// The moves of one position. No position of any game comes near its capacity.
pub type MoveList = ArrayVec<Move, 1024>;

impl Move {
    /// The move of a player who has none. No piece can move to where it stands, so this is free.
    pub const PASS: Self = Self { from: Square::new(0, 0), to: Square::new(0, 0) };

    /// A move between two squares; legal or not is for the game to say.
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }

    /// Whether it is [`Move::PASS`].
    pub fn is_pass(self) -> bool {
        self == Self::PASS
    }

    /// The move as 14 bits, for tables.
    pub const fn to_bits(self) -> u16 {
        (self.from.index() as u16) << 7 | self.to.index() as u16
    }

    /// The move of [`Move::to_bits`].
    pub const fn from_bits(bits: u16) -> Self {
        Self::new(Square::from_index((bits >> 7) as usize), Square::from_index((bits & 127) as usize))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() { f.write_str("pass") } else { write!(f, "{}-{}", self.from, self.to) }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

//! The way of a move over the board, leg by leg.

use crate::board::Square;

/// A part of a move's way, from where the part before it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leg {
    /// Straight to a square.
    Straight(Square),
    /// Off the board, around a corner, the long way, and back onto the board on a square as far from that corner.
    Loop { around: Square, to: Square },
}

impl Leg {
    /// Where it ends.
    pub fn to(self) -> Square {
        match self {
            Self::Straight(to) | Self::Loop { to, .. } => to,
        }
    }

    /// The corner that it goes around, if any.
    pub fn around(self) -> Option<Square> {
        match self {
            Self::Straight(_) => None,
            Self::Loop { around, .. } => Some(around),
        }
    }
}

/// Whether a way leads by squares in this order: some of those on it.
pub fn leads_by(way: impl IntoIterator<Item = Square>, squares: &[Square]) -> bool {
    let mut way = way.into_iter();
    squares.iter().all(|square| way.any(|it| it == *square))
}

//! The two players of a game.

/// A player, named by who moves first; colors belong to the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first, 1 for the second: an index into arrays by side.
    pub const fn index(self) -> usize {
        self as usize
    }
}

//! How to search.

use crate::base::{INFINITE, Limits};

/// What a player of some level overlooks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Nothing.
    Full,
    /// Wins in one and threats, beyond what the plain search comes upon.
    Threats,
}

/// Which moves of the root get values of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Valued {
    /// The best one.
    Best,
    /// Those that are at most so much worse than the best.
    Within(i32),
    All,
}

impl Valued {
    /// How much worse than the best a move with a value of its own may be, if there is any other than the best.
    pub(super) fn margin(self) -> Option<i32> {
        match self {
            Self::Best => None,
            Self::Within(margin) => Some(margin),
            Self::All => Some(2 * INFINITE),
        }
    }
}

/// How to search, besides the limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchOptions {
    pub(crate) limits: Limits,
    pub(crate) sight: Sight,
    pub(crate) valued: Valued,
    /// Whether a clear move is played before the time is up.
    pub(crate) hurries: bool,
    /// Whether a proof is all that is wanted, and not the shortest way to the end.
    pub(crate) proves: bool,
}

impl SearchOptions {
    /// The plain search for the best move.
    pub(crate) fn best(limits: Limits) -> Self {
        Self { limits, sight: Sight::Full, valued: Valued::Best, hurries: false, proves: false }
    }
}

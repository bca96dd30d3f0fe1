//! How a game has ended.

use std::fmt;

use super::SideInfo;
use crate::board::Side;

/// The end of a game: who has won, if anyone, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Side>,
    pub reason: Reason,
}

impl Outcome {
    /// The outcome in words, as the command line and records tell it: `Black won: connected`.
    pub fn in_words(self, sides: [SideInfo; 2]) -> String {
        match self.winner {
            Some(winner) => format!("{} won: {}", sides[winner.index()].name, self.reason),
            None => format!("draw: {}", self.reason),
        }
    }
}

/// Why a game has ended, in the words of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Reason {
    Connected,
    BothConnected,
    HomeRowReached,
    AllCaptured,
    CannotMove,
    NeitherCanMove,
    Repetition,
    NoProgress,
    MoveLimit,
    CampFilled,
    CountAtTheEnd,
    Stragglers,
    Resigned,
    Agreed,
    OutOfTime,
}

impl Reason {
    pub const ALL: [Self; 15] = [
        Self::Connected,
        Self::BothConnected,
        Self::HomeRowReached,
        Self::AllCaptured,
        Self::CannotMove,
        Self::NeitherCanMove,
        Self::Repetition,
        Self::NoProgress,
        Self::MoveLimit,
        Self::CampFilled,
        Self::CountAtTheEnd,
        Self::Stragglers,
        Self::Resigned,
        Self::Agreed,
        Self::OutOfTime,
    ];

    /// Its words: in JSON, in records and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Connected => "connected",
            Self::BothConnected => "both connected",
            Self::HomeRowReached => "home row reached",
            Self::AllCaptured => "all captured",
            Self::CannotMove => "cannot move",
            Self::NeitherCanMove => "neither can move",
            Self::Repetition => "third repetition",
            Self::NoProgress => "no progress",
            Self::MoveLimit => "move limit",
            Self::CampFilled => "camp filled",
            Self::CountAtTheEnd => "count at the end",
            Self::Stragglers => "men left in the own camp",
            Self::Resigned => "resigned",
            Self::Agreed => "agreed",
            Self::OutOfTime => "out of time",
        }
    }

    /// The reason of [`Reason::as_str`].
    pub fn from_words(words: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == words)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

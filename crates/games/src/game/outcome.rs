//! How a game has ended.

use std::fmt;

use super::SideInfo;
use crate::board::Side;

/// The end of a game: who has won, if anyone, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Outcome {
    /// `None` is a draw, or no result at all where the game was [aborted](Reason::Aborted).
    pub winner: Option<Side>,
    pub reason: Reason,
}

impl Outcome {
    /// The end of a game that was given up before it had really begun.
    pub const ABORTED: Self = Self { winner: None, reason: Reason::Aborted };

    /// Whether it is a result: a game that was aborted is neither won nor drawn.
    pub fn counts(self) -> bool {
        self.reason != Reason::Aborted
    }

    /// The outcome in words, as the command line and records tell it: `Black won: connected`.
    pub fn in_words(self, sides: [SideInfo; 2]) -> String {
        match self.winner {
            Some(winner) => format!("{} won: {}", sides[winner.index()].name, self.reason),
            None if self.counts() => format!("draw: {}", self.reason),
            None => self.reason.to_string(),
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
    /// Given up before both sides had moved twice: nobody has won or lost.
    Aborted,
}

impl Reason {
    pub const ALL: [Self; 16] = [
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
        Self::Aborted,
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
            Self::Aborted => "aborted",
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

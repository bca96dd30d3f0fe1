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

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Reason {
    HomeRowReached,
    AllCaptured,
    CannotMove,
    Repetition,
    NoProgress,
    MoveLimit,
    /// A reason that only one game has.
    Own(&'static OwnReason),
    Resigned,
    Agreed,
    OutOfTime,
    /// Lost by a rule outside the game, as records of tournaments say.
    Forfeit,
    /// Somebody has won, as a record says that doesn't say why.
    NotGiven,
    /// Given up before both sides had moved twice: nobody has won or lost.
    Aborted,
}

/// A reason to end that only one game has. It stands in that game's folder, in the list of its
/// [`Info`](super::Info::reasons), and its sentence in that game's texts.
#[derive(PartialEq, Eq, Debug, Hash)]
pub struct OwnReason {
    words: &'static str,
    by_counter: bool,
}

impl OwnReason {
    /// A reason in those words.
    pub const fn new(words: &'static str) -> Self {
        Self { words, by_counter: false }
    }

    /// The same, brought about by a counter of moves.
    pub const fn by_counter(self) -> Self {
        Self { by_counter: true, ..self }
    }
}

impl Reason {
    /// The reasons that are not of one game only; [`reasons`](crate::reasons) are all.
    pub const COMMON: [Self; 12] = [
        Self::HomeRowReached,
        Self::AllCaptured,
        Self::CannotMove,
        Self::Repetition,
        Self::NoProgress,
        Self::MoveLimit,
        Self::Resigned,
        Self::Agreed,
        Self::OutOfTime,
        Self::Forfeit,
        Self::NotGiven,
        Self::Aborted,
    ];

    /// Its words: in JSON, in records and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::HomeRowReached => "home row reached",
            Self::AllCaptured => "all captured",
            Self::CannotMove => "cannot move",
            Self::Repetition => "third repetition",
            Self::NoProgress => "no progress",
            Self::MoveLimit => "move limit",
            Self::Own(own) => own.words,
            Self::Resigned => "resigned",
            Self::Agreed => "agreed",
            Self::OutOfTime => "out of time",
            Self::Forfeit => "forfeit",
            Self::NotGiven => "reason not given",
            Self::Aborted => "aborted",
        }
    }

    /// Whether a counter of moves brings it about, so that it comes whatever the position is.
    pub const fn is_by_counter(self) -> bool {
        match self {
            Self::NoProgress | Self::MoveLimit => true,
            Self::Own(own) => own.by_counter,
            _ => false,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

//! What can be wrong with a record, and what to do instead.

use std::fmt;

use super::record::{MAX_BYTES, MAX_PLIES, MAX_VALUE, one_line};
use crate::game::{PositionError, ReadMove, RulesetError};

/// A record that cannot be read, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("game {game}, line {line}: {problem}")]
pub struct RecordError {
    /// Which game of the text, counted from 1.
    pub game: usize,
    /// Counted from 1.
    pub line: usize,
    pub problem: RecordErrorKind,
}

/// What is wrong with a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordErrorKind {
    #[error("it isn't UTF-8 text; save it as UTF-8")]
    NotText,
    #[error("the text is longer than {} KiB; split it into smaller ones", MAX_BYTES / 1024)]
    TooLong,
    #[error("there's no game here; start with a tag, like [Game \"loa\"]")]
    Nothing,
    #[error("this tag can't be read: {0}; write it on one line, like [Game \"loa\"]")]
    Tag(String),
    #[error("the value of {0} is longer than {MAX_VALUE} characters; shorten it")]
    LongValue(String),
    #[error("{0} is there twice; leave one out")]
    Twice(String),
    #[error("{0} and {1} contradict each other; correct one of them")]
    Contradictory(String, String),
    #[error("the tag SetUp says that the game starts from a position of its own; give it in a tag, like [FEN \"…\"]")]
    NoPosition,
    #[error("{0} is a position; if the game starts from it, call the tag Position, and otherwise leave it out")]
    UnknownPosition(String),
    #[error("the variant “{0}” isn't known; write the ruleset like [Rules \"{1}\"]")]
    Variant(String, String),
    #[error("“{0}” isn't a size; write it like 8x8")]
    Size(String),
    #[error("“{0}” is never closed; add its other half")]
    Unclosed(char),
    #[error("the game has no name; start with a tag, like [Game \"loa\"], or say which game it is with --game")]
    NoGame,
    #[error("there's no game called “{0}”; `parlor games` lists them")]
    UnknownGame(String),
    #[error("the rules can't be read: {0}")]
    Ruleset(Box<RulesetError>),
    #[error("the position can't be read: {0}")]
    Position(#[from] PositionError),
    #[error("“{0}” isn't a result; write 1-0 (the first player won), 0-1, 1/2-1/2, or * while the game goes on")]
    Result(String),
    #[error("“{0}” isn't a reason; leave it out, or write one like “resigned”, “agreed” or “out of time”")]
    Reason(String),
    #[error("the result is {tag} at the top and {end} at the end; correct one of them")]
    TwoResults { tag: String, end: String },
    #[error("{place} isn't a legal move")]
    Move { place: WrittenMove, reason: ReadMove },
    #[error("{place} comes after the end: {end}; remove it and everything after it")]
    AfterEnd { place: WrittenMove, end: String },
    #[error("{place} is out of turn: {to_move} is to move")]
    OutOfTurn { place: WrittenMove, to_move: &'static str },
    #[error("there are more than {MAX_PLIES} moves, too many for one game")]
    TooManyMoves,
    #[error("the record says {claimed}, but its moves say {end}; correct the result, or leave it out")]
    Contradiction { claimed: String, end: String },
    #[error(
        "the record says {claimed}, but after its moves the game goes on; if a player gave up, say so with the \
         reason “resigned”, “agreed” or “out of time”"
    )]
    GoesOn { claimed: String },
    #[error("this isn't SGF: {0}; a game is written like (;FF[4]GM[9];B[b1-b3];W[a2-c2])")]
    NoSgf(&'static str),
    #[error("GM[{0}] isn't a game that Parlor plays; `parlor games` lists them")]
    SgfGame(String),
    #[error(
        "“{0}” isn't a result in SGF; write it like RE[B+], RE[W+R] (resigned), RE[B+T] (out of time) or RE[0] (drawn)"
    )]
    SgfResult(String),
    #[error("the start SU[{0}] isn't known; give the ruleset in RU, or the pieces in AB and AW")]
    SgfStart(String),
    #[error("“{0}” isn't a board size in SGF; write it like SZ[8], or SZ[8:6] for files and ranks")]
    SgfSize(String),
    #[error(
        "{0} changes the position after the first move, which only a puzzle or a lesson does; begin a record with that \
         position, and leave the moves before it out"
    )]
    SgfSetupLater(String),
    #[error("PL[{0}] isn't a side; write PL[B] or PL[W]")]
    SgfSide(String),
    #[error("“{0}” isn't a square of this board; write it like b1")]
    SgfPoint(String),
}

impl From<RulesetError> for RecordErrorKind {
    fn from(error: RulesetError) -> Self {
        Self::Ruleset(Box::new(error))
    }
}

/// A move of a record as its reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenMove {
    /// The number that it has in the record; both sides' moves share one.
    pub number: usize,
    /// Who makes it.
    pub side: &'static str,
    /// What is written, shortened.
    pub text: String,
}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of {} ({})", self.number, self.side, self.text)
    }
}

/// A piece of what is written, short enough to be quoted.
pub(super) fn shorten(text: &str) -> String {
    let text = one_line(text);
    if text.chars().count() <= 40 { text } else { text.chars().take(39).chain(['…']).collect() }
}

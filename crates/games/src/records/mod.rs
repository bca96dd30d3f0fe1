//! A match written down: ruleset, players, moves, result. It is read only under the referee, so a [`Record`] that
//! exists is right.
//!
//! Two forms are read and written: [`pgn`], which holds everything of every game, and [`sgf`] for the games that have a
//! number there. What is written reads back as the same record.
//!
//! ```
//! use parlor_games::records::{self, Form};
//!
//! let text = "[Game \"clobber\"]\n[Rules \"clobber:standard size=2x2\"]\n\n1. a1xa2 b1xb2 2. a2xb2 0-1\n";
//! assert!(records::read(text).is_err(), "nobody can claim what the referee does not see");
//! let all = records::read(&text.replace("0-1", "1-0")).expect("a record");
//! assert_eq!(all[0].plies.len(), 3);
//! let written = records::write(&all[0], Form::Pgn).expect("every game has this form");
//! assert_eq!(records::read(&written), Ok(all));
//! ```

mod claim;
mod error;
mod form;
pub mod pgn;
mod replay;
pub mod sgf;

use std::fmt;

pub use error::{RecordError, RecordErrorKind, WrittenMove};
pub use form::{Form, decode, of_match, read, read_each, write};
pub use replay::Replay;
pub use sgf::NotInSgf;

use crate::board::{Move, Shape, Side};
use crate::game::{Outcome, Ruleset, SideInfo};

/// Longest text that is read, in bytes: some thousand games.
pub const MAX_BYTES: usize = 1 << 20;
/// Most plies of one record.
pub const MAX_PLIES: usize = 10_000;
/// Longest value of a tag, in characters.
pub const MAX_VALUE: usize = 1_000;

/// A match written down. It is made by a [`Replay`], so the moves are legal and the outcome fits them.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    pub ruleset: Ruleset,
    /// The start as text, where it is not the usual one.
    pub position: Option<String>,
    /// Who plays the first ply: the second player may, from a position of its own.
    pub begins: Side,
    /// The names of the players by [`Side::index`], where they are known.
    pub players: [Option<String>; 2],
    pub plies: Vec<Ply>,
    /// How it has ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// Everything else that is told of it, such as `Date` and `Site`, in order.
    pub tags: Vec<(String, String)>,
}

/// One move of a record, written `f3-d5`, or `f3xd5` where it captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    pub mv: Move,
    pub captures: bool,
}

impl Record {
    /// Who plays first and second.
    pub fn sides(&self) -> [SideInfo; 2] {
        self.ruleset.sides()
    }

    /// The value of a tag that has no field of its own.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    /// The side that plays a ply, counted from 0.
    pub fn side_of(&self, ply: usize) -> Side {
        if ply.is_multiple_of(2) { self.begins } else { self.begins.other() }
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.captures { write!(f, "{}x{}", self.mv.from, self.mv.to) } else { self.mv.fmt(f) }
    }
}

/// The number that a ply has in a record, counted from 0 on: both sides' moves share one.
fn move_number(begins: Side, ply: usize) -> usize {
    (ply + begins.index()) / 2 + 1
}

/// A value as one line without blanks around it, which is all that a tag can hold.
fn one_line(value: &str) -> String {
    let line: String = value.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    line.trim().to_owned()
}

/// A board's size in a ruleset's spelling, of one number, or of two with `:` or `x` between; whether there is such a board
/// is not asked here.
fn read_size(text: &str) -> Option<String> {
    let text = text.trim();
    let (width, height) = text.split_once([':', 'x', 'X', '×']).unwrap_or((text, text));
    let is_number = |it: &str| (1..4).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_digit());
    (is_number(width) && is_number(height)).then(|| format!("{width}x{height}"))
}

/// Whether the words of a ruleset name the size of the board, be it the preset's own.
fn names_size(words: &str) -> bool {
    let is_size = |it: &str| it.strip_prefix("size=").unwrap_or(it).parse::<Shape>().is_ok();
    words.to_lowercase().split_whitespace().any(is_size)
}

/// Sets the size of the board, unless another one was named, in the ruleset or before.
fn set_size(ruleset: &mut Ruleset, is_named: bool, written: &str, size: &str) -> Result<(), RecordErrorKind> {
    let named = ruleset.to_string();
    let is_named = is_named || ruleset.size != ruleset.preset.size;
    let before = ruleset.size;
    ruleset.set("size", size)?;
    match is_named && ruleset.size != before {
        true => Err(RecordErrorKind::Contradictory(named, written.to_owned())),
        false => Ok(()),
    }
}

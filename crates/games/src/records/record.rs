//! What a record holds.

use std::fmt;

use crate::board::{Move, Side};
use crate::game::{Outcome, Ruleset, SideInfo};

/// Longest text that is read, in bytes: some thousand games.
pub const MAX_BYTES: usize = 1 << 20;
/// Most plies of one record.
pub const MAX_PLIES: usize = 10_000;
/// Longest value of a tag, in characters.
pub const MAX_VALUE: usize = 1_000;

/// A match written down. It is made by a [`Replay`](super::Replay), so the moves are legal and the outcome fits them.
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
pub(super) fn move_number(begins: Side, ply: usize) -> usize {
    (ply + begins.index()) / 2 + 1
}

/// A value as one line without blanks around it, which is all that a tag can hold.
pub(super) fn one_line(value: &str) -> String {
    let line: String = value.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    line.trim().to_owned()
}

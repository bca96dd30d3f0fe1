//! What somebody explores in a match, for themselves alone: lines of moves of both sides, and where they are in them.

use std::hash::{DefaultHasher, Hash, Hasher as _};

use games::{AnyPosition, Refusal};
use serde::{Deserialize, Serialize};

use super::{Board, Match};

/// What one person has explored in a match. Stored as JSON.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Exploration {
    /// The lines that are kept, the newest last. None is the beginning of another.
    pub lines: Vec<ExploredLine>,
    /// Where the person is: in one of the lines, or at a position of the match.
    pub current: ExploredLine,
}

/// Moves that leave the record of a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct ExploredLine {
    /// After how many plies of the match it leaves the record.
    pub ply: u32,
    /// In the game's notation.
    pub moves: Vec<String>,
}

impl Exploration {
    /// How many lines are kept of one person in one match.
    pub const MAX_LINES: usize = 30;

    /// What of it fits the match as it is now. Where the match has followed a line, the line leaves it later; what a takeback
    /// has made impossible is dropped.
    pub(crate) fn fitting(&self, board: &Board) -> Self {
        let fitting = |line: &ExploredLine| Some(line.along(&board.current)).filter(|it| it.position(board).is_ok());
        let current = fitting(&self.current).unwrap_or_else(|| ExploredLine::at(board.current.plies()));
        let mut next = Self { lines: Vec::new(), current };
        self.lines.iter().filter_map(fitting).for_each(|it| next.keep(&it));
        next
    }

    /// Keeps a line, in place of those that are its beginning.
    pub(crate) fn keep(&mut self, line: &ExploredLine) {
        if line.moves.is_empty() || self.lines.iter().any(|it| it.begins_with(line)) {
            return;
        }
        self.lines.retain(|it| !line.begins_with(it));
        self.lines.push(line.clone());
    }
}

impl ExploredLine {
    /// How many moves a line may have.
    pub const MAX_MOVES: usize = 60;

    /// A position of the match itself.
    pub fn at(ply: u32) -> Self {
        Self { ply, moves: Vec::new() }
    }

    /// Whether this line begins with all moves of another one.
    pub fn begins_with(&self, other: &Self) -> bool {
        self.ply == other.ply && self.moves.starts_with(&other.moves)
    }

    /// The same line without the moves that the match has made, too.
    pub(crate) fn along(&self, current: &Match) -> Self {
        let record = current.moves.iter().skip(self.ply as usize);
        let made = self.moves.iter().zip(record).take_while(|(explored, made)| explored == made).count();
        Self { ply: self.ply + made as u32, moves: self.moves[made..].to_vec() }
    }

    /// The position at its end.
    pub fn position(&self, board: &Board) -> Result<Box<dyn AnyPosition>, Refusal> {
        let gone = || Refusal::new("explored-gone");
        let played = board.position.played();
        let plies = self.ply as usize;
        let mut position = match plies == played.len() {
            true => board.position.clone(),
            false => board.current.open().map_err(|_| gone())?,
        };
        let before = played.get(..plies).ok_or_else(gone)?;
        before.iter().skip(position.played().len()).try_for_each(|it| position.play(*it))?;
        for text in &self.moves {
            let chosen = position.read(text).map_err(|_| gone())?;
            position.play(chosen)?;
        }
        Ok(position)
    }
}

/// A match as somebody explores it.
pub struct Explored {
    pub board: Board,
    /// The position where the person is.
    pub position: Box<dyn AnyPosition>,
    pub exploration: Exploration,
}

impl Explored {
    /// Stands for the position of the match and everything that is explored: controls with another mark are out of date.
    pub fn mark(&self) -> u32 {
        let mut hasher = DefaultHasher::new();
        (self.board.current.version(), &self.exploration).hash(&mut hasher);
        hasher.finish() as u32
    }

    /// The moves that begin at the present position of the match, if the person is in such a line.
    pub fn from_here(&self) -> Option<&[String]> {
        let ExploredLine { ply, moves } = &self.exploration.current;
        (*ply == self.board.current.plies() && !moves.is_empty()).then_some(moves)
    }
}

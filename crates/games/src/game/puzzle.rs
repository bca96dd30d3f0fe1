//! Puzzles: positions in which exactly one move does what is asked, with the play that follows, as lines of a table.

use std::fmt;
use std::str::FromStr;

use super::{AnyPosition, Info, Ruleset};
use crate::board::{Bitboard, Move, Side, Symmetry};

/// A position of a game in which exactly one move wins, or saves the draw: proven, see `docs/puzzles.md`.
#[derive(Clone, PartialEq, Debug)]
pub struct Puzzle {
    /// What it is called by, unique among the puzzles of its game: it comes from the position.
    pub id: PuzzleId,
    pub ruleset: Ruleset,
    /// The position as its game writes it.
    pub position: String,
    pub goal: PuzzleGoal,
    /// The only move, the answer to it, the only move then, and so on: it begins and ends with a move to be found.
    pub line: Vec<Move>,
    pub themes: Vec<PuzzleTheme>,
    /// How hard it is taken to be, on the scale of players' ratings, before anybody has tried it.
    pub rating: u16,
}

/// Names a puzzle among those of its game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PuzzleId(pub u32);

/// What is asked of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PuzzleGoal {
    /// One move wins, every other does not.
    Win,
    /// One move draws, every other loses.
    Draw,
}

/// What a puzzle is about, as a program sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PuzzleTheme {
    /// Nothing is taken, and the other side would win if it were a move ahead.
    Race,
    /// The move prevents a win that threatens at once.
    Block,
    /// The piece that moves can be taken, and that loses, too.
    Sacrifice,
    /// If the other side could pass, the win would be gone.
    Zugzwang,
    /// The move threatens to win at once.
    Tempo,
    /// The move takes a third of the other side's moves away, and no other move takes more.
    CutOff,
    /// The move threatens to win at once in two ways.
    DoubleThreat,
    /// However both go on, the moves that are left come out right.
    Parity,
}

impl PuzzleTheme {
    pub const ALL: [Self; 8] = [
        Self::Race,
        Self::Block,
        Self::Sacrifice,
        Self::Zugzwang,
        Self::Tempo,
        Self::CutOff,
        Self::DoubleThreat,
        Self::Parity,
    ];

    /// Its word in tables, commands and the keys of texts.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Race => "race",
            Self::Block => "block",
            Self::Sacrifice => "sacrifice",
            Self::Zugzwang => "zugzwang",
            Self::Tempo => "tempo",
            Self::CutOff => "cut-off",
            Self::DoubleThreat => "double-threat",
            Self::Parity => "parity",
        }
    }

    /// The theme of that word.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == word)
    }
}

impl PuzzleGoal {
    pub const ALL: [Self; 2] = [Self::Win, Self::Draw];

    /// Its word in tables and the keys of texts.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
        }
    }
}

impl PuzzleId {
    /// The name of a position that is the same under symmetry as all that it looks like (FNV-1a).
    pub fn of(position: &dyn AnyPosition) -> Self {
        let (first, second, side) = canonical(position);
        let bytes = [first.0, second.0].into_iter().flat_map(u128::to_le_bytes);
        let shape = position.shape();
        let rest = [side.index() as u8, shape.width, shape.height];
        Self(bytes.chain(rest).fold(0x811c_9dc5, |hash, it| (hash ^ u32::from(it)).wrapping_mul(0x0100_0193)))
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl FromStr for PuzzleId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u32::from_str_radix(text.trim(), 16).map(Self)
    }
}

/// Pieces of both sides and the side to move, alike for positions that can be turned or mirrored into each other.
fn canonical(position: &dyn AnyPosition) -> (Bitboard, Bitboard, Side) {
    let shape = position.shape();
    let [first, second] = [Side::First, Side::Second].map(|it| position.pieces(it));
    let turned = |symmetry: &Symmetry| {
        let turn = |pieces: Bitboard| pieces.map(|it| symmetry.square(shape, it)).collect::<Bitboard>();
        (turn(first), turn(second))
    };
    let symmetries = position.ruleset().info.symmetries.iter().filter(|it| it.fits(shape));
    let least = symmetries.map(turned).chain([(first, second)]).min_by_key(|(first, second)| (first.0, second.0));
    let (first, second) = least.unwrap_or((first, second));
    (first, second, position.to_move())
}

/// `id`, ruleset, position, goal, moves, themes (`-`: none), rating; tabs between them.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line: Vec<String> = self.line.iter().map(ToString::to_string).collect();
        let themes: Vec<&str> = self.themes.iter().map(|it| it.as_str()).collect();
        let themes = if themes.is_empty() { "-".to_owned() } else { themes.join(" ") };
        let Self { id, ruleset, position, goal, rating, .. } = self;
        let goal = goal.as_str();
        write!(f, "{id}\t{ruleset}\t{position}\t{goal}\t{}\t{themes}\t{rating}", line.join(" "))
    }
}

/// What is wrong with a line of a table of puzzles.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("not a puzzle ({what}): {row}")]
pub struct ParsePuzzleError {
    what: &'static str,
    row: String,
}

impl Puzzle {
    /// Reads a line of the table of a game. Only the form is read; that the moves are legal and what they are said to be is for
    /// tests.
    fn read(info: &'static Info, row: &str) -> Result<Self, ParsePuzzleError> {
        let wrong = |what| ParsePuzzleError { what, row: row.to_owned() };
        let columns: Vec<&str> = row.split('\t').collect();
        let [id, ruleset, position, goal, line, themes, rating] = columns[..] else { return Err(wrong("columns")) };
        let ruleset = Ruleset::parse(info, ruleset).map_err(|_| wrong("ruleset"))?;
        let line: Option<Vec<Move>> = line.split(' ').map(read_move).collect();
        let themes: Option<Vec<PuzzleTheme>> =
            themes.split(' ').filter(|it| *it != "-").map(PuzzleTheme::read).collect();
        Ok(Self {
            id: id.parse().map_err(|_| wrong("id"))?,
            ruleset,
            position: position.to_owned(),
            goal: PuzzleGoal::ALL.into_iter().find(|it| it.as_str() == goal).ok_or_else(|| wrong("goal"))?,
            line: line.filter(|it| it.len() % 2 == 1).ok_or_else(|| wrong("moves"))?,
            themes: themes.ok_or_else(|| wrong("themes"))?,
            rating: rating.parse().map_err(|_| wrong("rating"))?,
        })
    }
}

fn read_move(text: &str) -> Option<Move> {
    if text == "pass" {
        return Some(Move::PASS);
    }
    let (from, to) = text.split_once('-')?;
    Some(Move::new(from.parse().ok()?, to.parse().ok()?))
}

/// The puzzles of a game, in the order of its table, in which lines that begin with `#` are comments.
///
/// # Errors
/// A line is none of this game's.
pub fn read_puzzles(info: &'static Info) -> Result<Vec<Puzzle>, ParsePuzzleError> {
    let rows = info.puzzles.lines().filter(|it| !it.starts_with('#') && !it.is_empty());
    rows.map(|it| Puzzle::read(info, it)).collect()
}

//! The common part of the text form of positions: ranks from the top, side to move, then named counters.

use crate::board::{Bitboard, Shape, Side, Square};

use super::SideInfo;

/// The text is no position of the game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    #[error("a position is its ranks from the top with / between them, a space, and the side to move")]
    Incomplete,
    #[error("the board is {expected}, but the position has {found} ranks")]
    RankCount { expected: Shape, found: usize },
    #[error("rank {rank} has {found} squares, but the board has {expected} files")]
    RankWidth { rank: usize, expected: u8, found: usize },
    #[error("“{found}” isn't a piece of this game; its letters are {letters}")]
    Letter { found: char, letters: String },
    #[error("“{found}” can't be the side to move; it's {letters}")]
    SideToMove { found: String, letters: String },
    #[error("“{0}” isn't a counter of this game's positions")]
    Counter(String),
    #[error("{0}")]
    Impossible(String),
}

/// A position's text cut into its fields.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    /// The ranks from the top.
    pub ranks: &'a str,
    /// Who moves next.
    pub to_move: &'a str,
    /// What follows.
    counters: &'a str,
}

impl<'a> Fields<'a> {
    /// Cuts a text at its first two spaces; an error if it has no space. What the fields say is not looked at.
    pub fn cut(text: &'a str) -> Result<Self, PositionError> {
        let (ranks, rest) = text.trim().split_once(char::is_whitespace).ok_or(PositionError::Incomplete)?;
        let (to_move, counters) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
        Ok(Self { ranks, to_move, counters })
    }

    /// The same with another side to move, by its letter.
    pub fn with_turn_of(self, letter: &'a str) -> Self {
        Self { to_move: letter, ..self }
    }

    /// The size of the board, by the number of ranks and the length of the first; `None` if no board is of that size.
    pub fn shape(&self) -> Option<Shape> {
        let width = cells(self.ranks.split('/').next()?).len();
        let height = self.ranks.split('/').count();
        format!("{width}x{height}").parse().ok()
    }

    /// The values of these counters, written `name=7`; one that is not written is 0, any other name an error.
    pub fn counters<const N: usize>(&self, names: [&str; N]) -> Result<[u16; N], PositionError> {
        let mut values = [0; N];
        for word in self.counters.split_whitespace() {
            let value = word
                .split_once('=')
                .and_then(|(name, value)| Some((names.iter().position(|it| *it == name)?, value.parse().ok()?)));
            let (index, value) = value.ok_or_else(|| PositionError::Counter(word.to_owned()))?;
            values[index] = value;
        }
        Ok(values)
    }

    /// The side whose letter stands in the field.
    pub fn side(&self, sides: [SideInfo; 2]) -> Result<Side, PositionError> {
        let is = |side: &Side| self.to_move.eq_ignore_ascii_case(&sides[side.index()].letter.to_string());
        Side::BOTH.into_iter().find(is).ok_or_else(|| PositionError::SideToMove {
            found: self.to_move.to_owned(),
            letters: format!("{} or {}", sides[0].letter, sides[1].letter),
        })
    }
}

/// The squares of each letter, in the order of `letters`.
pub fn read_ranks<const N: usize>(
    text: &str,
    shape: Shape,
    letters: [char; N],
) -> Result<[Bitboard; N], PositionError> {
    let mut sets = [Bitboard::EMPTY; N];
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(shape.height) {
        return Err(PositionError::RankCount { expected: shape, found: ranks.len() });
    }
    for (index, text) in ranks.into_iter().enumerate() {
        let rank = shape.height - 1 - index as u8;
        let cells = read_rank(text, letters)?;
        if cells.len() != usize::from(shape.width) {
            let (rank, expected, found) = (usize::from(rank) + 1, shape.width, cells.len());
            return Err(PositionError::RankWidth { rank, expected, found });
        }
        for (file, cell) in cells.into_iter().enumerate() {
            if let Some(letter) = cell {
                sets[letter] = sets[letter].with(Square::new(file as u8, rank));
            }
        }
    }
    Ok(sets)
}

/// The cells of a rank from the left: an index into `letters`, or nothing.
fn read_rank<const N: usize>(text: &str, letters: [char; N]) -> Result<Vec<Option<usize>>, PositionError> {
    let index = |found: char| {
        letters.iter().position(|it| *it == found.to_ascii_lowercase()).ok_or_else(|| {
            let letters: Vec<String> = letters.iter().map(char::to_string).collect();
            PositionError::Letter { found, letters: letters.join(" and ") }
        })
    };
    cells(text).into_iter().map(|it| it.map(index).transpose()).collect()
}

/// The cells of a rank from the left: a letter, or nothing. Of far too long a rank only the beginning.
fn cells(text: &str) -> Vec<Option<char>> {
    let mut cells = Vec::new();
    let mut run = 0_usize;
    for found in text.chars() {
        if let Some(digit) = found.to_digit(10) {
            run = (run * 10 + digit as usize).min(99);
            continue;
        }
        cells.resize(cells.len() + std::mem::take(&mut run), None);
        cells.push(Some(found));
        if cells.len() > usize::from(Square::MAX_SIDE) * 2 {
            break;
        }
    }
    cells.resize(cells.len() + run, None);
    cells
}

/// The ranks of a board from the top, with the letter that `letter_at` gives for each square.
pub fn write_ranks(shape: Shape, letter_at: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..shape.height).rev() {
        let mut run = 0;
        for file in 0..shape.width {
            match letter_at(Square::new(file, rank)) {
                Some(letter) => {
                    push_run(&mut text, std::mem::take(&mut run));
                    text.push(letter);
                }
                None => run += 1,
            }
        }
        push_run(&mut text, run);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// The counters that are not 0, each after a space, as [`Fields::counters`] reads them.
pub fn write_counters<const N: usize>(counters: [(&str, u16); N]) -> String {
    let written = counters.iter().filter(|(_, value)| *value > 0);
    written.map(|(name, value)| format!(" {name}={value}")).collect()
}

fn push_run(text: &mut String, run: u8) {
    if run > 0 {
        text.push_str(&run.to_string());
    }
}

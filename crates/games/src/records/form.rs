//! Records of the games of the registry: which form a text has, and which game it is of.

use super::{NotInSgf, Record, RecordError, RecordErrorKind, Replay, pgn, sgf};
use crate::game::{AnyGame, Outcome, Ruleset};
use crate::{GAMES, find};

/// A form in which records are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// See [`pgn`].
    Pgn,
    /// See [`sgf`].
    Sgf,
}

impl Form {
    /// The form that a text seems to have: SGF begins with a bracket.
    pub fn of(text: &str) -> Self {
        if text.trim_start_matches('\u{feff}').trim_start().starts_with('(') { Self::Sgf } else { Self::Pgn }
    }
}

/// Reads all games of a text of either form, and plays them again under the referee.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    match Form::of(text) {
        Form::Pgn => pgn::read(text, find),
        Form::Sgf => sgf::read(text, find_sgf),
    }
}

/// Writes a record in a form.
pub fn write(record: &Record, form: Form) -> Result<String, NotInSgf> {
    match form {
        Form::Pgn => Ok(pgn::write(record)),
        Form::Sgf => sgf::write(record),
    }
}

/// The record of a match: its moves from the usual start, and how it has ended if it has. Players and tags are the
/// caller's to fill in.
pub fn of_match<'a>(
    ruleset: &Ruleset,
    moves: impl IntoIterator<Item = &'a str>,
    outcome: Option<Outcome>,
) -> Result<Record, RecordErrorKind> {
    let key = ruleset.info.key;
    let game = find(key).ok_or_else(|| RecordErrorKind::UnknownGame(key.to_owned()))?;
    let mut replay = Replay::open(game, ruleset, None)?;
    for text in moves {
        replay.play_text(text)?;
    }
    replay.finish(outcome)
}

/// The game of a number in SGF.
fn find_sgf(number: u32) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|it| it.info().sgf == Some(number))
}

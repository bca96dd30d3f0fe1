//! Records of the games of the registry: which form a text has, and which game it is of.

use super::{MAX_BYTES, NotInSgf, Record, RecordError, RecordErrorKind, Replay, pgn, sgf};
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

/// Reads all games of a text of either form, and plays them again under the referee. The first one that can't be read is
/// the error.
pub fn read(text: &str) -> Result<Vec<Record>, RecordError> {
    read_each(text, None).into_iter().collect()
}

/// Reads each game of a text of either form: one that can't be read doesn't hide the others. `usual` is the game of those
/// that don't say which they are. There's at least one result.
pub fn read_each(text: &str, usual: Option<&'static dyn AnyGame>) -> Vec<Result<Record, RecordError>> {
    let fail = |problem| vec![Err(RecordError { game: 1, line: 1, problem })];
    if text.len() > MAX_BYTES {
        return fail(RecordErrorKind::TooLong);
    }
    let records = match Form::of(text) {
        Form::Pgn => pgn::read(text, find, usual),
        Form::Sgf => sgf::read(text, GAMES, usual),
    };
    if records.is_empty() { fail(RecordErrorKind::Nothing) } else { records }
}

/// The text of a file: UTF-8, or Latin-1 where an SGF file says so.
pub fn decode(bytes: Vec<u8>) -> Result<String, RecordErrorKind> {
    String::from_utf8(bytes).or_else(|error| {
        let bytes = error.into_bytes();
        if says_latin1(&bytes) {
            Ok(bytes.into_iter().map(char::from).collect())
        } else {
            Err(RecordErrorKind::NotText)
        }
    })
}

/// Whether SGF's property `CA` says that the text is Latin-1.
fn says_latin1(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let charset = text.split_once("CA[").and_then(|(_, rest)| rest.split_once(']')).map(|it| it.0);
    let charset = charset.map(|it| it.trim().to_ascii_lowercase().replace(['-', '_'], ""));
    charset.is_some_and(|it| ["iso88591", "latin1"].contains(&it.as_str()))
}

/// Writes a record in a form.
pub fn write(record: &Record, form: Form) -> Result<String, NotInSgf> {
    match form {
        Form::Pgn => Ok(pgn::write(record)),
        Form::Sgf => sgf::write(record),
    }
}

/// The record of a match: its moves from a position, or from the usual start, and how it has ended if it has. Players and tags are the
/// caller's to fill in.
pub fn of_match<'a>(
    ruleset: &Ruleset,
    position: Option<&str>,
    moves: impl IntoIterator<Item = &'a str>,
    outcome: Option<Outcome>,
) -> Result<Record, RecordErrorKind> {
    let key = ruleset.info.key;
    let game = find(key).ok_or_else(|| RecordErrorKind::UnknownGame(key.to_owned()))?;
    let mut replay = Replay::open(game, ruleset, position)?;
    for text in moves {
        replay.play_text(text)?;
    }
    replay.finish(outcome)
}

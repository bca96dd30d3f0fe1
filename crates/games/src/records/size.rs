//! The size of the board, as records write it.

use super::RecordErrorKind;
use crate::board::Shape;
use crate::game::Ruleset;

/// A board's size in a ruleset's spelling, of one number, or of two with `:` or `x` between; whether there is such a board
/// is not asked here.
pub(super) fn read_size(text: &str) -> Option<String> {
    let text = text.trim();
    let (width, height) = text.split_once([':', 'x', 'X', '×']).unwrap_or((text, text));
    let is_number = |it: &str| (1..4).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_digit());
    (is_number(width) && is_number(height)).then(|| format!("{width}x{height}"))
}

/// Whether the words of a ruleset name the size of the board, be it the preset's own.
pub(super) fn names_size(words: &str) -> bool {
    let is_size = |it: &str| it.strip_prefix("size=").unwrap_or(it).parse::<Shape>().is_ok();
    words.to_lowercase().split_whitespace().any(is_size)
}

/// Sets the size of the board, unless another one was named, in the ruleset or before.
pub(super) fn set_size(
    ruleset: &mut Ruleset,
    is_named: bool,
    written: &str,
    size: &str,
) -> Result<(), RecordErrorKind> {
    let named = ruleset.to_string();
    let is_named = is_named || ruleset.size != ruleset.preset.size;
    let before = ruleset.size;
    ruleset.set("size", size)?;
    match is_named && ruleset.size != before {
        true => Err(RecordErrorKind::Contradictory(named, written.to_owned())),
        false => Ok(()),
    }
}

//! What properties are called, and how SGF writes sides and dates.

use crate::board::Side;
use crate::game::{SideInfo, Tone};

/// Properties that are tags of a record, and the tags' names.
pub(super) const TAGS: &[(&str, &str)] = &[
    ("EV", "Event"),
    ("RO", "Round"),
    ("DT", "Date"),
    ("PC", "Site"),
    ("GN", "Name"),
    ("AN", "Annotator"),
    ("SO", "Source"),
    ("CP", "Copyright"),
];

/// `B` for the side with the dark pieces, `W` for the other.
pub(super) fn color(side: Side, sides: [SideInfo; 2]) -> char {
    match sides[side.index()].tone {
        Tone::Dark => 'B',
        Tone::Light => 'W',
    }
}

/// A date in the other form's spelling: PGN has dots in it, SGF hyphens.
pub(super) fn convert_date(date: &str, from: char, to: char) -> String {
    let parts: Vec<&str> = date.split(from).collect();
    let is_number = |it: &&str, length: usize| it.len() == length && it.bytes().all(|it| it.is_ascii_digit());
    match parts.as_slice() {
        [year, month, day] if is_number(year, 4) && is_number(month, 2) && is_number(day, 2) => {
            date.replace(from, &to.to_string())
        }
        _ => date.to_owned(),
    }
}

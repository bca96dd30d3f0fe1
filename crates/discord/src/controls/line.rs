//! A line of moves, as a `custom_id` contains it.

use std::fmt;
use std::str::FromStr;

use games::board::Move;

use super::UnknownControl;

/// Moves in sequence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Line(pub Vec<Move>);

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&moves.join("."))
    }
}

impl FromStr for Line {
    type Err = UnknownControl;

    fn from_str(text: &str) -> Result<Self, UnknownControl> {
        let read = |text: &str| match text.split_once('-') {
            Some((from, to)) => Some(Move::new(from.parse().ok()?, to.parse().ok()?)),
            None => (text == "pass").then_some(Move::PASS),
        };
        let moves = text.split('.').filter(|it| !it.is_empty()).map(read).collect::<Option<Vec<Move>>>();
        moves.map(Self).ok_or(UnknownControl)
    }
}

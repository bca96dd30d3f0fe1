//! What people see, as pure functions from facts to [`View`]s.

pub(super) mod advice;
pub(super) mod board;
pub(super) mod cards;
pub(super) mod clock;
mod conversion;
pub(super) mod help;
pub(super) mod lists;
pub(super) mod menus;
pub(super) mod notices;
pub(super) mod panel;
pub(super) mod plans;
pub(super) mod settings;
#[cfg(test)]
mod snapshots;
#[cfg(test)]
pub(super) mod test_positions;
mod view;

pub(super) use self::conversion::{Rendering, controls_in, option_text};
pub(super) use self::view::{
    Button, Embed, Form, MAX_CONTENT_CHARS, MAX_OPTIONS, Picture, SelectMenu, SelectOption, Style, View,
};
use self::view::{MAX_LISTED_CHARS, MAX_OPTION_CHARS};
use games::Ruleset;
use games::board::Side;
use play::decide::{self, Rival, WhyCasual};
use play::{Board, MatchId, Seat, SideChoice};
use texts::{Text, say};

/// A fact of a sentence.
pub(super) type SentenceFact = (&'static str, Text);

/// Which match a sentence is about.
pub(super) fn numbered(id: MatchId) -> SentenceFact {
    ("match", id.to_string().into())
}

/// The sentence of a key that quotes nothing but the number of a match.
pub(super) fn say_of(key: &str, id: MatchId) -> Text {
    say(key, &[numbered(id)])
}

/// What sentences about a match quote, from the point of view of one side: `player` plays it, `other` the other one.
pub(super) fn facts(board: &Board, side: Side) -> Vec<SentenceFact> {
    let current = &board.current;
    vec![
        numbered(current.id),
        ("game", current.ruleset.info.name.into()),
        ("player", seat_name(current.seat(side))),
        ("other", seat_name(current.seat(side.other()))),
        ("side", side_name(board, side)),
        ("plies", current.plies().into()),
    ]
}

/// The sentence of a key about a match, with further facts.
pub(super) fn say_about(board: &Board, side: Side, key: &str, more: &[SentenceFact]) -> Text {
    say(key, &[&facts(board, side), more].concat())
}

/// The player on a seat, for use in a sentence.
pub(super) fn seat_name(seat: Seat) -> Text {
    match seat {
        Seat::User(user) => user.mention().into(),
        Seat::Engine(level) => say("seat-engine", &[("level", level.into())]),
    }
}

/// Why a match on these terms is not rated, as a key for the texts: `rated` if it is, `asked` if somebody wanted it
/// casual.
pub(super) fn why_casual(wish: Option<bool>, ruleset: &Ruleset, side: SideChoice, rival: Rival) -> &'static str {
    match decide::why_casual(ruleset, side, rival) {
        Some(WhyCasual::OwnRules) => "rules",
        Some(WhyCasual::ChosenSide) => "side",
        Some(WhyCasual::Hints) => "hints",
        None if wish == Some(false) => "asked",
        None => "rated",
    }
}

/// The name of a side in its game.
pub(super) fn side_name(board: &Board, side: Side) -> Text {
    texts::side_name(board.position.sides()[side.index()].name)
}

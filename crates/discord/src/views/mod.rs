//! What people see, as pure functions from facts to [`View`]s.

pub(super) mod advice;
pub(super) mod board;
pub(super) mod challenge;
pub(super) mod clock;
pub(super) mod data;
pub(super) mod help;
pub(super) mod lists;
pub(super) mod menus;
pub(super) mod more;
pub(super) mod notices;
pub(super) mod overview;
pub(super) mod plans;
pub(super) mod refusal;
pub(super) mod server;
pub(super) mod settings;
#[cfg(test)]
mod snapshots;
#[cfg(test)]
pub(super) mod test_positions;
pub(super) mod threads;
mod view;
pub(super) mod which;

pub(super) use self::view::{Button, Embed, MAX_OPTIONS, Picture, SelectMenu, SelectOption, Style, View, controls_in};
use games::Ruleset;
use games::board::Side;
use play::decide::{self, Rival, WhyCasual};
use play::{Board, Seat, SideChoice};
use texts::say;

/// The player on a seat, for use in a sentence.
pub(super) fn seat_name(seat: Seat) -> String {
    match seat {
        Seat::User(user) => user.mention(),
        Seat::Engine(level) => say("seat-engine", &[("level", i64::from(level).into())]),
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
pub(super) fn side_name(board: &Board, side: Side) -> &'static str {
    board.position.sides()[side.index()].name
}

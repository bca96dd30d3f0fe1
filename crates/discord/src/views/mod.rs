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

use poise::serenity_prelude::{ActionRowComponent, ButtonKind};

pub(super) use self::view::{MAX_OPTIONS, Picture, View};
use super::controls::Control;
use games::Ruleset;
use games::board::Side;
use play::decide::{self, Rival, WhyCasual};
use play::{Board, DatabaseId, Seat, SideChoice};
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

/// Whether a part of a message is the button of that control, for that database.
pub(super) fn is_button(part: &ActionRowComponent, control: &Control, database: DatabaseId) -> bool {
    let ActionRowComponent::Button(button) = part else { return false };
    let ButtonKind::NonLink { custom_id, .. } = &button.data else { return false };
    Control::read(custom_id, database).is_ok_and(|it| it == *control)
}

/// The name of a side in its game.
pub(super) fn side_name(board: &Board, side: Side) -> &'static str {
    board.position.sides()[side.index()].name
}

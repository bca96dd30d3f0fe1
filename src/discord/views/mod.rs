//! What people see, as pure functions from facts to [`View`](super::view::View)s.

pub(super) mod advice;
pub(super) mod board;
pub(super) mod challenge;
pub(super) mod help;
pub(super) mod lists;
pub(super) mod menus;

use crate::board::Side;
use crate::game::Table;
use crate::i18n::say;
use crate::play::Seat;

/// Who sits on a seat, in a sentence.
pub(super) fn seat_name(seat: Seat) -> String {
    match seat {
        Seat::User(user) => user.mention(),
        Seat::Engine(level) => say("seat-engine", &[("level", i64::from(level).into())]),
    }
}

/// What a side is called in its game.
pub(super) fn side_name(table: &dyn Table, side: Side) -> &'static str {
    table.sides()[side.index()].name
}

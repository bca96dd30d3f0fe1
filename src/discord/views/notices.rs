//! What is said about a board besides it: reminders, and that a win can be claimed.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use super::seat_name;
use crate::discord::controls::Control;
use crate::discord::view::View;
use crate::i18n::say;
use crate::play::Board;
use crate::play::deadlines;

/// Reminds the player to move.
pub fn reminder(board: &Board) -> View {
    let current = &board.current;
    let mover = current.seat(current.to_move());
    let Some(deadline) = deadlines::deadline(board) else { return View::default() };
    let facts = [
        ("player", seat_name(mover).into()),
        ("match", current.id.to_string().into()),
        ("game", current.ruleset.info.name.into()),
        ("other", seat_name(current.seat(current.to_move().other())).into()),
        ("time", deadline.over_at.as_second().to_string().into()),
        ("hard", if deadline.is_hard { "yes" } else { "no" }.into()),
    ];
    View { pings: mover.user().into_iter().collect(), ..View::text(say("reminder", &facts)) }
}

/// Tells the other player that the win can be claimed.
pub fn claimable(board: &Board) -> View {
    let current = &board.current;
    let waiting = current.seat(current.to_move().other());
    let facts = [
        ("player", seat_name(waiting).into()),
        ("match", current.id.to_string().into()),
        ("other", seat_name(current.seat(current.to_move())).into()),
    ];
    let control = Control::Claim(current.id, current.version());
    let button = CreateButton::new(control.to_string()).label(say("button-claim", &[])).style(ButtonStyle::Primary);
    View {
        pings: waiting.user().into_iter().collect(),
        rows: vec![CreateActionRow::Buttons(vec![button])],
        ..View::text(say("claimable", &facts))
    }
}

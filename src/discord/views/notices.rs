//! What is said about a board besides it: reminders, that somebody has left, and that a win can be claimed.

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
    to_who_waits(board, "claimable")
}

/// Tells the other player that the one to move has left the server.
pub fn left(board: &Board) -> View {
    to_who_waits(board, "opponent-left")
}

/// Something that the player who waits for a move is told, with the button by which the win is claimed.
fn to_who_waits(board: &Board, key: &str) -> View {
    let current = &board.current;
    let waiting = current.seat(current.to_move().other());
    let claimable_at = deadlines::claimable_at(board).map_or(0, |it| it.as_second());
    let facts = [
        ("player", seat_name(waiting).into()),
        ("match", current.id.to_string().into()),
        ("other", seat_name(current.seat(current.to_move())).into()),
        ("time", claimable_at.to_string().into()),
    ];
    let control = Control::Claim(current.id, current.version());
    let button = CreateButton::new(control.to_string()).label(say("button-claim", &[])).style(ButtonStyle::Primary);
    View {
        pings: waiting.user().into_iter().collect(),
        rows: vec![CreateActionRow::Buttons(vec![button])],
        ..View::text(say(key, &facts))
    }
}

//! `open`, the button *Open Board*, and the entry in the context menu of a message: give somebody a link of their own to a
//! match on a page.

use super::declare::{Offered, by_number, on_messages};
use super::session::{Acted, Answer, Session};
use super::which_match::in_match;
use crate::bot::Command;
use crate::controls::{Control, MatchAction, MatchRequest};
use crate::views::{Button, Style, View, say_of};
use play::MatchChoice;
use texts::say;

pub(super) fn command() -> Command {
    let command = by_number("open", Offered::All, |session, number| {
        Box::pin(in_match(session, number, MatchRequest::Open, |which| show(session, which)))
    });
    on_messages(command, |session, which| Box::pin(show(session, which)))
}

/// Shows the link, only to the person who may open it.
pub(super) async fn show(session: &Session<'_>, which: MatchChoice) -> Acted {
    let host = &session.bot.host;
    // Everybody who can read a message can read the answer to it.
    if session.is_public() {
        let id = host.find(session.asker, which).await?.current.id;
        let button = Button::new(Control::of_match(id, MatchAction::OpenBoard), "button-open-board", Style::Primary);
        return Ok(Answer::Show(View::text(say_of("open-hidden", id)).with_buttons([button])));
    }
    let link = host.link_to_board(session.asker, which).await?;
    Ok(Answer::Show(View::text(say("open-board", &[])).with_buttons([Button::link(link, "button-open-link")])))
}

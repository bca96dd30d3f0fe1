//! The button *Open board*: gives whoever presses it a link of their own to the board on a page.

use super::session::{Acted, Answer, Session};
use crate::views::{Button, View};
use play::MatchChoice;
use texts::say;

/// Shows the link, only to the person who may open it.
pub(super) async fn show(session: &Session<'_>, which: MatchChoice) -> Acted {
    let link = session.bot.host.link_to_board(session.asker, which).await?;
    let button = Button::link(link, "button-open-link");
    Ok(Answer::Show(View::text(say("open-board", &[])).with_buttons([button])))
}

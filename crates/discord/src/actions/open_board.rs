//! `open`, the button *Open Board*, and the entry in the context menu of a message: give somebody a link of their own to a
//! match on a page. Where the application has Activities, the button opens the board inside Discord, and only the commands
//! give links.

use super::declare::{Offered, by_number, on_messages};
use super::session::{Acted, Answer, LOOK_FIRST, Session};
use super::which_match::in_match;
use crate::bot::Command;
use crate::controls::{Control, MatchAction, MatchRequest};
use crate::errors::{code_of, guarded, without_address};
use crate::views::{Button, Style, View, say_of};
use play::{MatchChoice, MatchId};
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

/// Opens a board inside Discord, as the first answer to the button. `false` if that can't be: then there is a link, or a
/// refusal.
pub(super) async fn launch(session: &Session<'_>, id: MatchId) -> bool {
    let host = &session.bot.host;
    if !session.bot.has_activity {
        return false;
    }
    let look = guarded(async {
        session.check_control().await?;
        Ok(host.find(session.asker, MatchChoice::Number(id)).await?)
    });
    if !matches!(tokio::time::timeout(LOOK_FIRST, look).await, Ok(Ok(_))) {
        return false;
    }
    match session.launch_activity().await {
        Ok(instance) => {
            if let Err(error) = host.launched(&instance, id).await {
                tracing::error!(%error, "an Activity doesn't know its match");
            }
            tracing::info!(user = session.asker.user.0, match.id = id.0, "an Activity was launched");
            true
        }
        Err(error) => {
            let is_lost = code_of(&error).is_none();
            tracing::warn!(error = without_address(&error), is_lost, "an Activity could not be launched");
            // Discord may have done it, and then takes no other answer.
            is_lost
        }
    }
}

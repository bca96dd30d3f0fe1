//! `hint`, and the button: what the engine would play; only for the player whose turn it is.

use super::declare::{Offered, by_number};
use super::session::{Acted, Answer, Session};
use super::which_match::in_match;
use crate::bot::Command;
use crate::controls::MatchRequest;
use crate::views::advice;
use play::MatchChoice;

pub(super) fn command() -> Command {
    by_number("hint", Offered::UnderWay, |session, number| {
        Box::pin(in_match(session, number, MatchRequest::Hint, |which| show(session, which)))
    })
}

pub(super) async fn show(session: &Session<'_>, which: MatchChoice) -> Acted {
    let host = &session.bot.host;
    // Everybody who can read a message can read the answer to it.
    if session.is_public() {
        return Ok(Answer::Show(advice::hidden_hint(&host.may_have_hint(session.asker, which).await?)));
    }
    session.show_typing().await;
    let (board, assessment) = host.hint(session.asker, which).await?;
    Ok(Answer::Show(advice::hint(&board, &assessment, session.appearance(&board).await?)?))
}

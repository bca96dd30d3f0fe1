//! `analyze`, the button, and the entry in the context menu of a message: the engine's opinion of a match, on all its moves
//! if it is over, otherwise on its position.

use super::declare::{Offered, by_number, on_messages};
use super::session::{Acted, Answer, Session};
use super::which_match::in_match;
use crate::bot::Command;
use crate::controls::MatchRequest;
use crate::views::advice;
use games::Refusal;
use play::{Advice, MatchChoice, MatchId};

pub(super) fn command() -> Command {
    let command = by_number("analyze", Offered::All, |session, number| Box::pin(analyze(session, number)));
    let aliases = ["analyse", "review"].map(Into::into).to_vec().into();
    on_messages(Command { aliases, ..command }, |session, which| Box::pin(show(session, which)))
}

async fn analyze(session: &Session<'_>, number: Option<i64>) -> Acted {
    in_match(session, number, MatchRequest::Analyze, |which| show(session, which)).await
}

pub(super) async fn show(session: &Session<'_>, which: MatchChoice) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    session.show_typing().await;
    let board = match which {
        MatchChoice::Here => host.find_to_advise(asker).await?,
        which => host.find(asker, which).await?,
    };
    let advice = host.advise(asker.user, &board).await?;
    let (appearance, locale) = (session.appearance(&board).await?, session.locale(session.reader().is_some()));
    Ok(Answer::Show(advice::advice(&board, &advice, appearance, locale)?))
}

/// Shows a turning point of a match that is over.
pub(super) async fn step(session: &Session<'_>, id: MatchId, place: Option<u8>) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let board = host.find(asker, MatchChoice::Shown(id)).await?;
    let Advice::Review(review) = host.advise(asker.user, &board).await? else {
        return Err(Refusal::new("share-goes-on").with("match", id.to_string()).into());
    };
    let appearance = session.appearance(&board).await?;
    let view = advice::step(&board, &review, usize::from(place.unwrap_or(0)), appearance)?;
    Ok(if place.is_none() { Answer::Show(view) } else { Answer::Page(view) })
}

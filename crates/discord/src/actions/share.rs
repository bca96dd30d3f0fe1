//! `share`, and the buttons: the review of a match on one picture, for everybody.

use super::declare::{Offered, by_number};
use super::session::{Acted, Answer, Session};
use super::which_match::in_match;
use crate::bot::Command;
use crate::controls::MatchRequest;
use crate::effort::at_length;
use crate::views::share::shared;
use games::Refusal;
use play::{Advice, MatchChoice, Seat};

pub(super) fn command() -> Command {
    by_number("share", Offered::Ended, |session, number| {
        Box::pin(async move { in_match(session, number, MatchRequest::Share, |which| share(session, which)).await })
    })
}

/// Shows everybody how a match went.
pub(super) async fn share(session: &Session<'_>, which: MatchChoice) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let board = match which {
        MatchChoice::Here => host.find_to_advise(asker).await?,
        which => host.find(asker, which).await?,
    };
    if board.current.outcome.is_none() {
        return Err(Refusal::new("share-goes-on").with("match", board.current.id.to_string()).into());
    }
    session.show_typing().await;
    let Advice::Review(review) = host.advise(asker.user, &board).await? else { return Ok(Answer::Nothing) };
    let players: Vec<_> = board.current.seats.into_iter().filter_map(Seat::user).collect();
    let (names, appearance) = (host.player_names(&players).await?, session.appearance(&board).await?);
    let locale = session.locale(false);
    session.publish(at_length(move || shared(&board, &review, &names, appearance, locale)).await??).await
}

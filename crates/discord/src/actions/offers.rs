//! `draw`, `takeback` and `pause`: make an offer to the other player, or agree to one; `resume` and `claim`. And their
//! buttons.

use super::declare::{Offered, by_number};
use super::session::{Acted, Answer, Session};
use super::which_match::in_match;
use crate::bot::Command;
use crate::controls::MatchRequest;
use crate::views::{self, View};
use play::{Board, MatchChoice, OfferKind};
use texts::say;

pub(super) fn commands() -> Vec<Command> {
    let offers = OfferKind::ALL.map(|kind| {
        by_number(kind.name(), Offered::UnderWay, move |session, number| {
            let request = MatchRequest::Offer(kind);
            Box::pin(in_match(session, number, request, move |which| offer(session, which, kind)))
        })
    });
    let resume = by_number("resume", Offered::UnderWay, |session, number| {
        Box::pin(in_match(session, number, MatchRequest::Resume, |which| resume(session, which)))
    });
    let claim = by_number("claim", Offered::UnderWay, |session, number| {
        Box::pin(in_match(session, number, MatchRequest::Claim, |which| claim(session, which)))
    });
    let mut commands: Vec<Command> = offers.into_iter().chain([resume, claim]).collect();
    for takeback in commands.iter_mut().filter(|it| it.name == OfferKind::Takeback.name()) {
        takeback.aliases = vec!["undo".into()].into();
    }
    commands
}

pub(super) async fn offer(session: &Session<'_>, which: MatchChoice, kind: OfferKind) -> Acted {
    let host = &session.bot.host;
    // The other player must be told.
    if let Err(refusal) = session.may_post_here()
        && host.find(session.asker, which.clone()).await?.current.place.channel == session.asker.channel
    {
        return Err(refusal.into());
    }
    let board = host.offer(session.asker, which, kind).await?;
    Ok(done(session, &board, views::panel::offered(&board, kind)))
}

/// Accepts an offer by its button, or declines it or takes it back.
pub(super) async fn answer(session: &Session<'_>, which: MatchChoice, kind: OfferKind, accepts: bool) -> Acted {
    session.bot.host.answer_offer(session.asker, which, Some(kind), accepts).await?;
    Ok(Answer::Nothing)
}

pub(super) async fn resume(session: &Session<'_>, which: MatchChoice) -> Acted {
    let board = session.bot.host.resume(session.asker, which).await?;
    Ok(done(session, &board, View::text(say("resumed", &[]))))
}

pub(super) async fn claim(session: &Session<'_>, which: MatchChoice) -> Acted {
    let board = session.bot.host.claim(session.asker, which).await?;
    Ok(done(session, &board, View::text(say("claimed", &[]))))
}

/// With a message, the board that follows is the answer.
fn done(session: &Session<'_>, board: &Board, told: View) -> Answer {
    if session.sees(board.current.place) { Answer::Board } else { Answer::Done(told) }
}

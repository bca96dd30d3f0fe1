//! `rematch`, and the buttons: the same players again.

use super::declare::{Offered, by_number};
use super::session::{Acted, Answer, Session, Source};
use crate::bot::Command;
use crate::views::{View, say_of};
use play::decide::RematchTerms;
use play::{MatchId, Place, Rematch};
use texts::say;

pub(super) fn command() -> Command {
    by_number("rematch", Offered::Ended, |session, number| {
        Box::pin(rematch(session, number.map(MatchId), RematchTerms::AsBefore))
    })
}

/// Plays a match again, or the asker's last one in the channel.
pub(super) async fn rematch(session: &Session<'_>, id: Option<MatchId>, again: RematchTerms) -> Acted {
    session.may_play_here().await?;
    let (host, asker) = (&session.bot.host, session.asker);
    let id = match id {
        Some(id) => id,
        None => host.last_ended(asker).await?,
    };
    // With a message or a button, the card or the board that follows is the answer, where it comes to the same place.
    let is_told = |place: Place| !session.sees(place) && !matches!(session.source, Source::Control(_));
    match host.rematch(asker, id, again).await? {
        Rematch::Offered(offered) => {
            session.bot.delivery.show_challenge(&offered).await?;
            Ok(match is_told(offered.offer.place) {
                true => Answer::Done(View::text(say("rematch-asked", &[]))),
                false => Answer::Nothing,
            })
        }
        Rematch::Begun(begun, place) => {
            let told = is_told(place).then(|| say_of("rematch-started", begun));
            Ok(session.begun(begun, told).await)
        }
    }
}

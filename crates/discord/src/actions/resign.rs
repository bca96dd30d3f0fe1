//! `resign`, and the button: gives a match up, after a confirmation. `abort`: the same, but only where nobody loses by it.

use super::declare::{Offered, by_number};
use super::session::{Acted, Answer, Session};
use super::which_match::in_match;
use crate::bot::Command;
use crate::controls::MatchRequest;
use crate::views::View;
use crate::views::panel::{confirm_abandoning, confirm_resigning};
use play::{HostError, MatchChoice, MatchId};
use texts::say;

pub(super) fn commands() -> [Command; 2] {
    [("resign", MatchRequest::Resign), ("abort", MatchRequest::Abort)].map(|(name, request)| {
        by_number(name, Offered::UnderWay, move |session, number| {
            Box::pin(in_match(session, number, request, move |which| ask(session, which, request)))
        })
    })
}

/// Asks whether somebody really wants to give a match up. Matches that are set aside can be ended in this way, too.
pub(super) async fn ask(session: &Session<'_>, which: MatchChoice, ask: MatchRequest) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let board = match ask {
        MatchRequest::Abort => host.may_abort(asker, which).await,
        _ => host.may_resign(asker, which).await,
    };
    Ok(Answer::Question(match board {
        Err(HostError::SetAside { id, .. }) => {
            host.may_abandon(asker.user, id).await?;
            confirm_abandoning(id, asker.user)
        }
        board => confirm_resigning(&board?.current, asker.user),
    }))
}

/// Resigns, once that is confirmed.
pub(super) async fn resign(session: &Session<'_>, which: MatchChoice) -> Acted {
    let board = session.bot.host.resign(session.asker, which).await?;
    let done = if board.current.has_really_begun() { "resigned" } else { "aborted" };
    Ok(Answer::Replace(View::text(say(done, &[]))))
}

/// Ends a match that is set aside, once that is confirmed.
pub(super) async fn abandon(session: &Session<'_>, id: MatchId) -> Acted {
    session.bot.host.abandon(session.asker, id).await?;
    Ok(Answer::Replace(View::text(say("aborted", &[]))))
}

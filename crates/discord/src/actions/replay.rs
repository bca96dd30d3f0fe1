//! `replay`, the buttons, and the entry in the context menu of a message: a match once more, move by move, for whoever looks
//! at it.

use super::declare::{Offered, by_number, on_messages};
use super::explore;
use super::session::{Acted, Answer, Session, unknown_control};
use super::try_position;
use super::which_match::in_match;
use crate::bot::Command;
use crate::controls::{MatchRequest, ReplayAction, ReplayPlace};
use crate::errors::CommandError;
use crate::views::View;
use crate::views::replay::replayed;
use play::{Board, MatchChoice, MatchId};

pub(super) fn command() -> Command {
    let command = by_number("replay", Offered::All, |session, number| {
        Box::pin(async move { in_match(session, number, MatchRequest::Replay, |which| open(session, which)).await })
    });
    on_messages(command, |session, which| Box::pin(open(session, which)))
}

/// Shows how a match began.
pub(super) async fn open(session: &Session<'_>, which: MatchChoice) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let board = match which {
        MatchChoice::Here => host.find_to_advise(asker).await?,
        which => host.find(asker, which).await?,
    };
    Ok(Answer::Show(view(session, &board, ReplayPlace::default()).await?))
}

/// Shows how the match began that was chosen from a list.
pub(super) async fn open_chosen(session: &Session<'_>) -> Acted {
    let number = session.value()?.parse().map_err(|_| unknown_control())?;
    open(session, MatchChoice::Number(MatchId(number))).await
}

/// Goes on from a position that was shown.
pub(super) async fn act(session: &Session<'_>, id: MatchId, place: ReplayPlace, action: ReplayAction) -> Acted {
    let which = MatchChoice::Shown(id);
    let to = |ply| ReplayPlace { ply, ..place };
    let next = match action {
        ReplayAction::Start => to(0),
        ReplayAction::Back => to(place.ply.saturating_sub(1)),
        ReplayAction::Forward => to(place.ply.saturating_add(1)),
        ReplayAction::End => to(u32::MAX),
        ReplayAction::Jump => to(session.value()?.parse().map_err(|_| unknown_control())?),
        ReplayAction::Flip => ReplayPlace { is_turned: !place.is_turned, ..place },
        ReplayAction::Explore => return explore::open_at(session, which, place.ply).await,
        ReplayAction::Try => return try_position::begin(session, which, Some(place.ply)).await,
    };
    let board = session.bot.host.find(session.asker, which).await?;
    Ok(Answer::Page(view(session, &board, next).await?))
}

/// A position of a match, or its last one where it is shorter by now.
pub(super) async fn view(session: &Session<'_>, board: &Board, place: ReplayPlace) -> Result<View, CommandError> {
    let place = ReplayPlace { ply: place.ply.min(board.current.plies()), ..place };
    Ok(replayed(board, place, session.appearance(board).await?)?)
}

//! `explore`, the buttons, and the entry in the context menu of a message: trying moves of both sides of a match on a board
//! that only one person sees.

use super::declare::{Offered, by_number, on_messages};
use super::moves::played_in;
use super::session::{Acted, Answer, Session, unknown_control};
use super::which_match::in_match;
use crate::bot::Command;
use crate::controls::{ExploreAction, MatchRequest, MenuResult, MoveSoFar};
use crate::errors::CommandError;
use crate::views::View;
use crate::views::explored::exploring;
use crate::views::plans::prepared;
use games::Refusal;
use games::board::Move;
use play::decide::{ExplorationStep, MoveInput};
use play::{Explored, ExploredLine, MatchChoice, MatchId};

pub(super) fn command() -> Command {
    let command = by_number("explore", Offered::All, |session, number| {
        Box::pin(async move {
            // Everybody can read the answer to a message.
            if session.is_public() {
                return Err(Refusal::new("explore-in-private").into());
            }
            in_match(session, number, MatchRequest::Explore, |which| open(session, which)).await
        })
    });
    on_messages(command, |session, which| Box::pin(open(session, which)))
}

/// Shows where the asker is: in what they explored from the present position, or else at that position.
pub(super) async fn open(session: &Session<'_>, which: MatchChoice) -> Acted {
    let explored = session.bot.host.explore(session.asker, which, None, &ExplorationStep::Open).await?;
    Ok(Answer::Show(view(session, &explored, MoveSoFar::Nothing).await?))
}

/// Shows the position after so many plies of the match.
pub(super) async fn open_at(session: &Session<'_>, which: MatchChoice, ply: u32) -> Acted {
    let step = ExplorationStep::Keep(ExploredLine::at(ply));
    let explored = session.bot.host.explore(session.asker, which, None, &step).await?;
    Ok(Answer::Show(view(session, &explored, MoveSoFar::Nothing).await?))
}

async fn view(session: &Session<'_>, explored: &Explored, chosen: MoveSoFar) -> Result<View, CommandError> {
    let appearance = session.appearance(&explored.board).await?;
    Ok(exploring(explored, session.asker.user, chosen, appearance)?)
}

/// Does what a control says that was shown with `mark`. If something has changed since, it only shows that.
pub(super) async fn act(session: &Session<'_>, id: MatchId, mark: u32, action: ExploreAction) -> Acted {
    let (host, asker, which) = (&session.bot.host, session.asker, MatchChoice::Shown(id));
    let step = match action {
        ExploreAction::Choose(menu) => match session.menu_result(menu).ok_or_else(unknown_control)? {
            MenuResult::Play(chosen) => ExplorationStep::Move(MoveInput::Move(chosen)),
            MenuResult::Show(chosen) => {
                let explored = host.exploration(asker, which).await?;
                let chosen = if explored.mark() == mark { chosen } else { MoveSoFar::Nothing };
                return Ok(Answer::Replace(view(session, &explored, chosen).await?));
            }
        },
        ExploreAction::Pass => ExplorationStep::Move(MoveInput::Move(Move::PASS)),
        ExploreAction::Back => ExplorationStep::Back,
        ExploreAction::Present => ExplorationStep::Present,
        ExploreAction::Show => ExplorationStep::Show(session.value()?.parse().map_err(|_| unknown_control())?),
        ExploreAction::Forget => ExplorationStep::Forget,
        ExploreAction::Play | ExploreAction::Prepare => {
            let explored = host.exploration(asker, which.clone()).await?;
            let Some(line) = explored.from_here().filter(|_| explored.mark() == mark) else {
                return Ok(Answer::Replace(view(session, &explored, MoveSoFar::Nothing).await?));
            };
            return Ok(Answer::Replace(match action {
                ExploreAction::Play => played_in(&host.play_move(asker, which, MoveInput::typed(&line[0])).await?),
                _ => prepared(&host.prepare(asker, which, &line.join(" ")).await?, asker.user)?,
            }));
        }
    };
    let explored = host.explore(asker, which, Some(mark), &step).await?;
    Ok(Answer::Replace(view(session, &explored, MoveSoFar::Nothing).await?))
}

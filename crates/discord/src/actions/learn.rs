//! `learn`, and what is below a lesson: a game is taught on small boards, and then by a first match.

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use crate::bot::{Command, Context, Done};
use crate::controls::{LessonAction, MenuResult, MoveSoFar};
use crate::errors::CommandError;
use crate::request::MatchOptions;
use crate::views::menus::MOVE;
use crate::views::{View, lessons, numbered};
use games::{Info, Refusal};
use play::decide::MoveInput;
use play::{LessonPage, LessonPlace, ServerSettings};
use texts::say;

pub(super) fn command() -> Command {
    by_text(slash(), |session, game| Box::pin(async move { learn(session, &game).await }))
}

#[poise::command(slash_command, rename = "learn")]
async fn slash(ctx: Context<'_>, #[autocomplete = "complete::games"] game: Option<String>) -> Done {
    carry_out(ctx, move |session| Box::pin(async move { learn(session, &game.unwrap_or_default()).await })).await
}

/// Opens the next lesson of the game that is named; without one, shows what there is to learn.
async fn learn(session: &Session<'_>, game: &str) -> Acted {
    let host = &session.bot.host;
    let request = MatchOptions::read(game)?.settle(&ServerSettings::default())?;
    if request.says_nothing {
        return Ok(Answer::Show(lessons::courses(&host.study(session.asker).await?, session.asker.user)));
    }
    open_next(session, request.terms.ruleset.info.key).await
}

/// Opens the next lesson of the game of a key.
pub(super) async fn open_next(session: &Session<'_>, key: &str) -> Acted {
    let page = session.bot.host.next_lesson(session.asker, game(key)?).await?;
    Ok(Answer::Show(view(session, &page, MoveSoFar::Nothing).await?))
}

async fn view(session: &Session<'_>, page: &LessonPage, chosen: MoveSoFar) -> Result<View, CommandError> {
    Ok(lessons::lesson(page, session.asker.user, chosen, session.plain_appearance().await?)?)
}

/// Opens the next lesson of the game that was chosen from a menu.
pub(super) async fn open_chosen(session: &Session<'_>) -> Acted {
    let page = session.bot.host.next_lesson(session.asker, game(session.value()?)?).await?;
    Ok(Answer::Replace(view(session, &page, MoveSoFar::Nothing).await?))
}

/// Does what a control below a lesson says.
pub(super) async fn act(session: &Session<'_>, place: LessonPlace, action: LessonAction) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let (page, chosen) = match action {
        LessonAction::Choose(menu) => match session.menu_result(menu).ok_or_else(unknown_control)? {
            MenuResult::Play(chosen) => {
                (host.try_lesson(asker, place, &MoveInput::Move(chosen)).await?, MoveSoFar::Nothing)
            }
            MenuResult::Show(chosen) => (host.open_lesson(asker, place).await?, chosen),
        },
        LessonAction::Open | LessonAction::Type => (host.open_lesson(asker, place).await?, MoveSoFar::Nothing),
    };
    Ok(Answer::Replace(view(session, &page, chosen).await?))
}

/// Tries what was typed into the form.
pub(super) async fn try_form(session: &Session<'_>, place: LessonPlace) -> Acted {
    let typed = MoveInput::typed(session.typed(MOVE));
    let page = session.bot.host.try_lesson(session.asker, place, &typed).await?;
    Ok(Answer::Replace(view(session, &page, MoveSoFar::Nothing).await?))
}

/// Tries a typed move in a lesson.
pub(super) async fn try_typed(session: &Session<'_>, place: LessonPlace, typed: &MoveInput) -> Acted {
    let page = session.bot.host.try_lesson(session.asker, place, typed).await?;
    Ok(Answer::Show(view(session, &page, MoveSoFar::Nothing).await?))
}

/// Begins the match that follows the lessons of a game.
pub(super) async fn begin_first_match(session: &Session<'_>, key: &str) -> Acted {
    session.may_play_here().await?;
    let info = game(key)?;
    let id = session.bot.host.begin_guided(session.asker, session.place, info).await?;
    let told = say("first-match-begun", &[numbered(id), ("game", info.name.into())]);
    Ok(session.begun(id, Some(told)).await)
}

fn game(key: &str) -> Result<&'static Info, Refusal> {
    games::find(key).map(|it| it.info()).ok_or_else(unknown_control)
}

//! `prepare`, and the buttons: conditional moves, which only the person who prepares them sees.

use std::ops::ControlFlow::{Break, Continue};

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use super::which_match::{cut_number, find_meant, which};
use crate::bot::{Command, Context, Done};
use crate::controls::{Line, MatchRequest, Menu, MenuResult, MoveSoFar};
use crate::views::plans::{planning, prepared};
use games::Refusal;
use play::{Board, MatchChoice, lines};

/// What somebody wants with the moves that they prepare.
pub(super) enum Preparation {
    Show,
    Add(String),
    /// Drops the lines that begin like that.
    Drop(String),
    Clear,
}

pub(super) fn command() -> Command {
    by_text(slash(), |session, text| Box::pin(prepare_typed(session, text)))
}

#[poise::command(slash_command, rename = "prepare")]
async fn slash(
    ctx: Context<'_>,
    lines: Option<String>,
    drop: Option<String>,
    clear: Option<bool>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    let preparation = match (lines, drop, clear == Some(true)) {
        (None, None, true) => Ok(Preparation::Clear),
        (None, Some(beginning), false) => Ok(Preparation::Drop(beginning)),
        (Some(lines), None, false) => Ok(read(&lines)),
        (None, None, false) => Ok(Preparation::Show),
        _ => Err(Refusal::new("prepare-one-thing")),
    };
    carry_out(ctx, move |session| Box::pin(async move { prepare(session, number, preparation?).await })).await
}

async fn prepare_typed(session: &Session<'_>, text: String) -> Acted {
    // Everybody can read a message, and the opponent will.
    if session.is_public() {
        return Err(Refusal::new("prepare-in-private").into());
    }
    let (number, words) = cut_number(&text);
    prepare(session, number, read(words)).await
}

/// Reads `clear`, `drop` and the moves that follow it, or lines of moves.
fn read(text: &str) -> Preparation {
    let text = text.trim();
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word.to_lowercase().as_str() {
        "" => Preparation::Show,
        "clear" => Preparation::Clear,
        "drop" => Preparation::Drop(rest.to_owned()),
        _ => Preparation::Add(text.to_owned()),
    }
}

async fn prepare(session: &Session<'_>, number: Option<i64>, preparation: Preparation) -> Acted {
    // A menu could not keep what is to be prepared, so then the number must be said.
    let ask = matches!(preparation, Preparation::Show).then_some(MatchRequest::Prepared);
    match find_meant(session, session.asker, which(number), MatchRequest::Prepared.wish(), ask).await? {
        Continue(which) => change(session, which, preparation).await,
        Break(question) => Ok(question),
    }
}

async fn change(session: &Session<'_>, which: MatchChoice, preparation: Preparation) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let board = match preparation {
        Preparation::Show => host.find(asker, which).await?,
        Preparation::Clear => host.drop_prepared(asker, which).await?,
        Preparation::Drop(beginning) => host.drop_prepared_beginning(asker, which, &beginning).await?,
        Preparation::Add(lines) => host.prepare(asker, which, &lines).await?,
    };
    Ok(Answer::Show(prepared(&board, asker.user)?))
}

/// Shows what is prepared.
pub(super) async fn show(session: &Session<'_>, which: MatchChoice) -> Acted {
    change(session, which, Preparation::Show).await
}

/// Changes what is prepared by a control, which then shows it.
pub(super) async fn change_above(session: &Session<'_>, which: MatchChoice, preparation: Preparation) -> Acted {
    match change(session, which, preparation).await? {
        Answer::Show(view) => Ok(Answer::Replace(view)),
        answer => Ok(answer),
    }
}

/// Continues a line that is being prepared, on a board that shows its end.
pub(super) async fn plan(session: &Session<'_>, which: MatchChoice, mut line: Line, menu: Option<Menu>) -> Acted {
    let board: Board = session.bot.host.find(session.asker, which).await?;
    lines::may_prepare(&board, session.asker.user)?;
    let chosen = match menu {
        None => MoveSoFar::Nothing,
        Some(menu) => match session.menu_result(menu).ok_or_else(unknown_control)? {
            MenuResult::Show(chosen) => chosen,
            MenuResult::Play(next) => {
                line.0.push(next);
                MoveSoFar::Nothing
            }
        },
    };
    let at_its_end = lines::follow(&board, &line.0)?;
    Ok(Answer::Replace(planning(&at_its_end, &line, chosen, session.appearance(&board).await?)?))
}

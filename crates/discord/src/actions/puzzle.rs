//! `puzzle`, and what is below one: positions in which one move alone wins, solved in private.

use poise::serenity_prelude as serenity;
use serenity::{AutocompleteChoice, CreateAutocompleteResponse};

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use crate::bot::{Command, Context, Done};
use crate::controls::{MenuResult, MoveSoFar, PuzzleAction};
use crate::errors::CommandError;
use crate::request::MatchOptions;
use crate::views::board::Appearance;
use crate::views::menus::MOVE;
use crate::views::{View, numbered, puzzles};
use games::{Info, PuzzleTheme, Refusal};
use play::decide::MoveInput;
use play::puzzles::{PuzzlePage, PuzzlePlace};
use play::{GuildId, OpenExercise, PuzzleStep};
use texts::say;

pub(super) fn command() -> Command {
    by_text(slash(), |session, words| Box::pin(async move { puzzle(session, &words).await }))
}

#[poise::command(slash_command, rename = "puzzle")]
async fn slash(
    ctx: Context<'_>,
    #[autocomplete = "complete::games"] game: Option<String>,
    #[autocomplete = "themes"] about: Option<String>,
) -> Done {
    let words = [game, about].into_iter().flatten().collect::<Vec<_>>().join(" ");
    carry_out(ctx, move |session| Box::pin(async move { puzzle(session, &words).await })).await
}

async fn themes<'a>(_: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    let typed = partial.trim().to_lowercase();
    let fitting = PuzzleTheme::ALL.into_iter().map(PuzzleTheme::as_str).filter(|it| it.contains(&typed));
    CreateAutocompleteResponse::new().set_choices(fitting.map(|it| AutocompleteChoice::new(it, it)).collect())
}

/// Reads a game and a theme, in any order; what isn't a theme is the game.
fn read(words: &str) -> (String, Option<PuzzleTheme>) {
    let plain = words.to_lowercase().replace("double threat", "double-threat").replace("cut off", "cut-off");
    let (themes, rest): (Vec<&str>, Vec<&str>) =
        plain.split_whitespace().partition(|it| PuzzleTheme::read(it).is_some());
    (rest.join(" "), themes.first().and_then(|it| PuzzleTheme::read(it)))
}

/// Shows a puzzle that suits the asker: of the game that is named, or of the one of their last puzzle, or the usual one here.
async fn puzzle(session: &Session<'_>, words: &str) -> Acted {
    let host = &session.bot.host;
    let (game, theme) = read(words);
    let request = MatchOptions::read(&game)?.settle(&host.server(session.place.guild).await?)?;
    let last = match host.study(session.asker).await?.open {
        Some(OpenExercise::Puzzle(open)) => open.place.find().ok().map(|it| it.0),
        _ => None,
    };
    let usual = request.terms.ruleset.info;
    let info = last.filter(|_| request.says_nothing).unwrap_or(usual);
    let page = host.puzzle(session.asker, info, theme).await?;
    Ok(Answer::Show(view(session, &page, MoveSoFar::Nothing).await?))
}

/// Opens the puzzle of the day in the server, for the presser alone.
pub(super) async fn open_daily(session: &Session<'_>, day: i64) -> Acted {
    let guild = session.guild().ok_or_else(|| Refusal::new("only-in-a-server"))?;
    let page = session.bot.host.daily_puzzle(session.asker, GuildId(guild.get()), day).await?;
    Ok(Answer::Show(view(session, &page, MoveSoFar::Nothing).await?))
}

/// Lets the presser be pinged for the puzzles of the day of the server, or no longer.
pub(super) async fn toggle_daily_ping(session: &Session<'_>) -> Acted {
    let guild = session.guild().ok_or_else(|| Refusal::new("only-in-a-server"))?;
    let is_pinged = session.bot.host.toggle_daily_ping(session.asker, GuildId(guild.get())).await?;
    Ok(Answer::Show(View::text(say("daily-ping-set", &[("pinged", is_pinged.into())]))))
}

async fn view(session: &Session<'_>, page: &PuzzlePage, chosen: MoveSoFar) -> Result<View, CommandError> {
    let preferences = session.bot.host.preferences(session.asker.user).await?;
    let appearance = Appearance::of(&preferences, Some((page.info, puzzles::solver(page))));
    Ok(puzzles::puzzle(page, session.asker.user, chosen, appearance)?)
}

/// Does what a control below a puzzle says.
pub(super) async fn act(session: &Session<'_>, place: PuzzlePlace, action: PuzzleAction) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let mut chosen = MoveSoFar::Nothing;
    let step = match action {
        PuzzleAction::Choose(menu) => match session.menu_result(menu).ok_or_else(unknown_control)? {
            MenuResult::Play(chosen) => PuzzleStep::Move(MoveInput::Move(chosen)),
            MenuResult::Show(so_far) => {
                chosen = so_far;
                PuzzleStep::Open
            }
        },
        PuzzleAction::Type => PuzzleStep::Open,
        PuzzleAction::Hint => PuzzleStep::Hint,
        PuzzleAction::Solution => PuzzleStep::Solution,
        PuzzleAction::Next => {
            let info: &'static Info = place.find()?.0;
            let page = host.puzzle(asker, info, None).await?;
            return Ok(Answer::Replace(view(session, &page, chosen).await?));
        }
        PuzzleAction::Vote(vote) => {
            host.vote_on_puzzle(asker, &place, vote).await?;
            let name: &str = vote.into();
            return Ok(Answer::Show(View::text(say("puzzle-voted", &[("vote", name.into())]))));
        }
        PuzzleAction::Play => {
            session.may_play_here().await?;
            let (id, level) = host.play_puzzle(asker, session.place, &place).await?;
            let told = say("puzzle-begun", &[numbered(id), ("level", level.into())]);
            return Ok(session.begun(id, Some(told)).await);
        }
    };
    let page = host.puzzle_step(asker, place, &step).await?;
    Ok(Answer::Replace(view(session, &page, chosen).await?))
}

/// Tries what was typed into the form.
pub(super) async fn try_form(session: &Session<'_>, place: PuzzlePlace) -> Acted {
    let step = PuzzleStep::Move(MoveInput::typed(session.typed(MOVE)));
    let page = session.bot.host.puzzle_step(session.asker, place, &step).await?;
    Ok(Answer::Replace(view(session, &page, MoveSoFar::Nothing).await?))
}

/// Tries a typed move in the puzzle at which the asker is.
pub(super) async fn try_typed(session: &Session<'_>, place: PuzzlePlace, typed: &MoveInput) -> Acted {
    let page = session.bot.host.puzzle_step(session.asker, place, &PuzzleStep::Move(typed.clone())).await?;
    Ok(Answer::Show(view(session, &page, MoveSoFar::Nothing).await?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_and_a_theme_are_named_in_any_order() {
        for words in ["loa race", "race loa", "LOA Race"] {
            assert_eq!(read(words), ("loa".to_owned(), Some(PuzzleTheme::Race)), "{words}");
        }
        assert_eq!(read("double threat"), (String::new(), Some(PuzzleTheme::DoubleThreat)));
        assert_eq!(read("cut off clobber"), ("clobber".to_owned(), Some(PuzzleTheme::CutOff)));
        assert_eq!(read(""), (String::new(), None));
    }
}

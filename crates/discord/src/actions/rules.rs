//! `rules`: the rules of a game as they apply under a ruleset, of a match, or of a challenge; and all games.

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use crate::bot::{Command, Context, Done};
use crate::request::{MatchOptions, SlashOptions};
use crate::views::help::{self, TimeRules, all_games};
use games::{Refusal, Ruleset};
use play::{ChallengeId, MatchChoice, MatchId, ServerSettings};

pub(super) fn command() -> Command {
    by_text(slash(), |session, words| Box::pin(async move { show(session, MatchOptions::read(&words)?).await }))
}

#[poise::command(slash_command, rename = "rules")]
async fn slash(
    ctx: Context<'_>,
    #[autocomplete = "complete::games"] game: Option<String>,
    #[autocomplete = "complete::rules"] rules: Option<String>,
) -> Done {
    let options = SlashOptions { game, rules, ..SlashOptions::default() };
    carry_out(ctx, move |session| Box::pin(async move { show(session, options.read()?).await })).await
}

/// Shows the rules of a game as somebody wants to play it; of all games, if nothing was said.
pub(super) async fn show(session: &Session<'_>, options: MatchOptions) -> Acted {
    let request = options.settle(&ServerSettings::default())?;
    if request.says_nothing {
        return all(session).await;
    }
    let time = if request.says_clock { TimeRules::People(request.terms.agreement.clock) } else { TimeRules::Open };
    of(session, &request.terms.ruleset, time).await
}

/// Shows all games.
pub(super) async fn all(session: &Session<'_>) -> Acted {
    let theme = session.plain_appearance().await?.theme;
    Ok(Answer::Show(all_games("", session.prefix().await, theme)?))
}

async fn of(session: &Session<'_>, ruleset: &Ruleset, time: TimeRules) -> Acted {
    Ok(Answer::Show(help::rules(ruleset, time, session.plain_appearance().await?)?))
}

/// Shows the rules of the game that was chosen from a menu.
pub(super) async fn of_chosen_game(session: &Session<'_>) -> Acted {
    let game = games::find(session.value()?).ok_or_else(unknown_control)?;
    of(session, &Ruleset::default_of(game.info()), TimeRules::Open).await
}

/// Shows the rules of the ruleset of a text.
pub(super) async fn of_ruleset(session: &Session<'_>, text: &str) -> Acted {
    of(session, &games::read_ruleset(text).ok_or_else(unknown_control)?, TimeRules::Open).await
}

pub(super) async fn of_match(session: &Session<'_>, id: MatchId) -> Acted {
    let board = session.bot.host.find(session.asker, MatchChoice::Number(id)).await?;
    let rules = help::rules(&board.current.ruleset, TimeRules::of(&board.current), session.appearance(&board).await?)?;
    Ok(Answer::Show(rules))
}

pub(super) async fn of_challenge(session: &Session<'_>, id: ChallengeId) -> Acted {
    let challenge = session.bot.host.challenge_in(session.asker, id).await?;
    of(session, &challenge.offer.ruleset, TimeRules::People(challenge.offer.agreement.clock)).await
}

/// Shows the presets and options of a game.
pub(super) fn variants(game: &str) -> Result<Answer, Refusal> {
    Ok(Answer::Show(help::variants(games::find(game).ok_or_else(unknown_control)?.info())))
}

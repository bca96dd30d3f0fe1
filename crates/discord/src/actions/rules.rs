//! `rules`: the rules of a game as they apply under a ruleset, of a match, or of a challenge; and all games.

use super::complete;
use super::declare::both;
use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use crate::bot::{Command, Context, Done};
use crate::request;
use crate::views::help::{self, TimeRules, all_games};
use games::{Refusal, Ruleset};
use play::{ChallengeId, MatchChoice, MatchId};

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "rules")]
async fn slash(
    ctx: Context<'_>,
    #[autocomplete = "complete::games"] game: Option<String>,
    #[autocomplete = "complete::rules"] rules: Option<String>,
) -> Done {
    let words: Vec<String> = [game, rules].into_iter().flatten().collect();
    carry_out(ctx, move |session| Box::pin(show(session, words.join(" ")))).await
}

#[poise::command(prefix_command, rename = "rules")]
async fn prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    carry_out(ctx, move |session| Box::pin(show(session, words.unwrap_or_default()))).await
}

pub(super) async fn show(session: &Session<'_>, words: String) -> Acted {
    if words.trim().is_empty() {
        return all(session).await;
    }
    let request = request::read(&words)?;
    let time = if request.says_clock() { TimeRules::People(request.terms.agreement.clock) } else { TimeRules::Open };
    of(session, &request.terms.ruleset, time).await
}

/// Shows all games.
pub(super) async fn all(session: &Session<'_>) -> Acted {
    let theme = session.plain_appearance().await?.theme;
    Ok(Answer::Show(all_games("", &session.bot.prefix, theme)?))
}

async fn of(session: &Session<'_>, ruleset: &Ruleset, time: TimeRules) -> Acted {
    Ok(Answer::Show(help::rules(ruleset, time, session.plain_appearance().await?)?))
}

/// Shows the rules of the game that was chosen from a menu.
pub(super) async fn of_chosen_game(session: &Session<'_>) -> Acted {
    let game = games::find(session.value()?).ok_or_else(unknown_control)?;
    of(session, &Ruleset::default_of(game.info()), TimeRules::Open).await
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

//! `rules`: the rules of a game as they apply under a ruleset.

use super::{Command, Context, Done, acknowledge, answer, both, complete, plain_appearance};
use crate::request;
use crate::views;
use crate::views::help::Time;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "rules")]
async fn slash(
    ctx: Context<'_>,
    #[autocomplete = "complete::games"] game: Option<String>,
    #[autocomplete = "complete::rules"] rules: Option<String>,
) -> Done {
    acknowledge(ctx).await?;
    let words: Vec<String> = [game, rules].into_iter().flatten().collect();
    show(ctx, &words.join(" ")).await
}

#[poise::command(prefix_command, rename = "rules")]
async fn prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    show(ctx, words.as_deref().unwrap_or_default()).await
}

pub(super) async fn show(ctx: Context<'_>, words: &str) -> Done {
    if words.trim().is_empty() {
        let theme = plain_appearance(ctx).await?.theme;
        return answer(ctx, views::overview::all_games("", &ctx.data().prefix, theme)?, true).await;
    }
    let request = request::read(words)?;
    let appearance = plain_appearance(ctx).await?;
    let time = if request.says_clock() { Time::People(request.terms.agreement.clock) } else { Time::Open };
    answer(ctx, views::help::rules(&request.terms.ruleset, time, appearance)?, true).await
}

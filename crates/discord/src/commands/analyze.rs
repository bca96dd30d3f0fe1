//! `analyze`: the engine's opinion of a match: on all its moves if it is over, otherwise on its position.

use super::{Command, Context, Done, acknowledge, answer, appearance, asker, both, complete, only_number, which_match};
use crate::controls::Ask;
use crate::views;
use games::Refusal;
use play::Which;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "analyze", aliases("analyse", "review", "replay"))]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::all_matches_of"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    acknowledge(ctx).await?;
    show(ctx, number).await
}

#[poise::command(prefix_command, rename = "analyze")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    // That is to come, and must not show the best moves of a match that goes on.
    if ctx.invoked_command_name().eq_ignore_ascii_case("replay") {
        return Err(Refusal::new("no-replay").with("prefix", ctx.data().prefix.to_string()).into());
    }
    let number = only_number(ctx, text.as_deref())?;
    ctx.defer().await?;
    show(ctx, number).await
}

async fn show(ctx: Context<'_>, number: Option<i64>) -> Done {
    let host = &ctx.data().host;
    let Some(which) = which_match(ctx, number, Ask::Analyze.wish(), Some(Ask::Analyze)).await? else { return Ok(()) };
    let board = match which {
        Which::Here => host.find_to_advise(asker(ctx)).await?,
        which => host.find(asker(ctx), which).await?,
    };
    let advice = host.advise(asker(ctx).user, &board).await?;
    let view = views::advice::advice(&board, &advice, appearance(ctx, &board).await?)?;
    answer(ctx, view, true).await
}

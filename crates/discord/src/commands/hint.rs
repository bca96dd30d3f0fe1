//! `hint`: what the engine would play; only for the player whose turn it is.

use super::{Command, Context, Done, acknowledge, answer, appearance, asker, both, complete, only_number, which_match};
use crate::controls::Ask;
use crate::views;
use play::Which;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "hint")]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    acknowledge(ctx).await?;
    let Some(which) = which_match(ctx, number, Ask::Hint.wish(), Some(Ask::Hint)).await? else { return Ok(()) };
    show(ctx, which).await
}

#[poise::command(prefix_command, rename = "hint")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let number = only_number(ctx, text.as_deref())?;
    let Some(which) = which_match(ctx, number, Ask::Hint.wish(), Some(Ask::Hint)).await? else { return Ok(()) };
    // Everybody who can read a message can read the answer to it.
    if ctx.guild_id().is_some() {
        let board = ctx.data().host.may_have_hint(asker(ctx), which).await?;
        return answer(ctx, views::advice::hidden_hint(&board), true).await;
    }
    ctx.defer().await?;
    show(ctx, which).await
}

async fn show(ctx: Context<'_>, which: Which) -> Done {
    let (board, assessment) = ctx.data().host.hint(asker(ctx), which).await?;
    let appearance = appearance(ctx, &board).await?;
    answer(ctx, views::advice::hint(&board, &assessment, appearance)?, true).await
}

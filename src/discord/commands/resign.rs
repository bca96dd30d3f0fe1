//! `resign`: give a match up, after a question.

use super::{Command, Context, Done, answer, asker, both, complete, cut_number, which_match};
use crate::discord::ask::Ask;
use crate::discord::views;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "resign")]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    ctx.defer_ephemeral().await?;
    ask(ctx, number).await
}

#[poise::command(prefix_command, rename = "resign")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    ask(ctx, cut_number(text.as_deref().unwrap_or_default()).0).await
}

async fn ask(ctx: Context<'_>, number: Option<i64>) -> Done {
    let Some(which) = which_match(ctx, number, Ask::Resign.wish(), Some(Ask::Resign)).await? else { return Ok(()) };
    let board = ctx.data().host.may_resign(asker(ctx), which).await?;
    answer(ctx, views::board::confirm_resigning(&board.current, asker(ctx).user), true).await
}

//! `resign`: give a match up, after a question.

use super::{Command, Context, Done, answer, asker, by_number, which_match};
use crate::discord::ask::Ask;
use crate::discord::views;

pub(super) fn command() -> Command {
    by_number::command("resign", |ctx, number| Box::pin(ask(ctx, number)))
}

async fn ask(ctx: Context<'_>, number: Option<i64>) -> Done {
    let Some(which) = which_match(ctx, number, Ask::Resign.wish(), Some(Ask::Resign)).await? else { return Ok(()) };
    let board = ctx.data().host.may_resign(asker(ctx), which).await?;
    answer(ctx, views::board::confirm_resigning(&board.current, asker(ctx).user), true).await
}

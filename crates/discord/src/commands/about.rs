//! `about`: what this bot is.

use super::{Command, Context, Done, answer};
use crate::views;

pub(super) fn command() -> Command {
    about()
}

#[poise::command(slash_command, prefix_command)]
async fn about(ctx: Context<'_>) -> Done {
    answer(ctx, views::help::about(), true).await
}

//! `games`: my matches, those in which it is my turn first.

use super::{Command, Context, Done, answer, asker};
use crate::discord::views;
use crate::i18n::say;

pub(super) fn command() -> Command {
    games()
}

#[poise::command(slash_command, prefix_command)]
async fn games(ctx: Context<'_>) -> Done {
    ctx.defer_ephemeral().await?;
    let user = asker(ctx).user;
    let boards = ctx.data().host.matches_of(user).await?;
    if boards.is_empty() {
        // Whoever has none may have asked for what can be played.
        return answer(ctx, views::overview::all_games(say("games-none", &[]), &ctx.data().prefix)?, true).await;
    }
    answer(ctx, views::lists::matches(&boards, user), true).await
}

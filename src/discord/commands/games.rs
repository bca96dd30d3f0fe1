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
    let host = &ctx.data().host;
    let (boards, set_aside) = (host.matches_of(user).await?, host.set_aside_of(user).await?);
    if boards.is_empty() && set_aside.is_empty() {
        // Whoever has none may have asked for what can be played.
        return answer(ctx, views::overview::all_games(say("games-none", &[]), &ctx.data().prefix)?, true).await;
    }
    answer(ctx, views::lists::matches(&boards, &set_aside, user), true).await
}

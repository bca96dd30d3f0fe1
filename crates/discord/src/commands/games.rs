//! `games`: the asker's matches, those where it is their turn first.

use super::{Command, Context, Done, acknowledge, answer, asker, is_public, plain_appearance};
use crate::bot::labels::names;
use crate::views;
use play::{Board, threads};
use texts::say;

pub(super) fn command() -> Command {
    games()
}

#[poise::command(slash_command, prefix_command)]
async fn games(ctx: Context<'_>) -> Done {
    acknowledge(ctx).await?;
    let asker = asker(ctx);
    let host = &ctx.data().host;
    let (boards, set_aside) = (host.matches_of(asker.user).await?, host.set_aside_of(asker.user).await?);
    if boards.is_empty() && set_aside.is_empty() {
        // A person without matches may have asked which games can be played.
        let theme = plain_appearance(ctx).await?.theme;
        return answer(ctx, views::overview::all_games(say("games-none", &[]), &ctx.data().prefix, theme)?, true).await;
    }
    let names = names(host, &boards).await?;
    if !is_public(ctx) {
        return answer(ctx, views::lists::matches(&boards, &set_aside, 0, asker.user, &names), true).await;
    }
    // People here need not know about matches in other places, nor about unreadable ones, which may be anywhere.
    let (listed, elsewhere): (Vec<Board>, Vec<Board>) =
        boards.into_iter().partition(|it| threads::is_played_in(&it.current, asker.channel));
    let unlisted = elsewhere.len() + set_aside.len();
    answer(ctx, views::lists::matches(&listed, &[], unlisted, asker.user, &names), true).await
}

//! `rematch`: the same players again.

use super::{
    Command, Context, Done, acknowledge, asker, both, complete, confirm, confirm_begun, may_play_here, only_number,
};
use crate::replies;
use crate::views::View;
use play::decide::Again;
use play::{MatchId, Rematch};
use texts::say;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "rematch")]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::ended_matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    acknowledge(ctx).await?;
    rematch(ctx, number).await
}

#[poise::command(prefix_command, rename = "rematch")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    rematch(ctx, only_number(ctx, text.as_deref())?).await
}

async fn rematch(ctx: Context<'_>, number: Option<i64>) -> Done {
    may_play_here(ctx).await?;
    let (host, asker) = (&ctx.data().host, asker(ctx));
    let id = match number {
        Some(number) => MatchId(number),
        None => host.last_ended(asker).await?,
    };
    // With the prefix, the card or the board that follows is the answer, where it comes to the same place.
    let is_told = |place| matches!(ctx, poise::Context::Application(_)) || replies::is_elsewhere(asker, place);
    match host.rematch(asker, id, Again::AsBefore).await? {
        Rematch::Offered(offered) => {
            ctx.data().delivery.show_challenge(&offered).await?;
            match is_told(offered.offer.place) {
                true => confirm(ctx, View::text(say("rematch-asked", &[]))).await,
                false => Ok(()),
            }
        }
        Rematch::Begun(begun, place) => {
            let started = || say("rematch-started", &[("match", begun.to_string().into())]);
            confirm_begun(ctx, begun, |_| is_told(place).then(started)).await
        }
    }
}

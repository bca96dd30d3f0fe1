//! `move`: play a move.

use super::{Command, Context, Done, acknowledge, asker, both, complete, confirm, cut_number, which_match};
use crate::discord::controls::{Ask, TypedMove};
use crate::discord::replies;
use crate::discord::views::View;
use crate::i18n::say;
use crate::play::Wish;
use crate::play::decide::{Said, cut_draw};

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "move", aliases("m"))]
async fn slash(
    ctx: Context<'_>,
    #[rename = "move"]
    #[autocomplete = "complete::moves"]
    text: String,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    acknowledge(ctx).await?;
    // An entry offered by the autocompletion may begin with the number of its match.
    let (before, text) = cut_number(&text);
    play_move(ctx, text, number.or(before)).await
}

#[poise::command(prefix_command, rename = "move")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let text = text.unwrap_or_default();
    let (number, text) = cut_number(&text);
    play_move(ctx, text, number).await
}

async fn play_move(ctx: Context<'_>, text: &str, number: Option<i64>) -> Done {
    let bot = ctx.data();
    let ask = TypedMove::read(text).map(Ask::Move);
    let Some(which) = which_match(ctx, number, Wish::Move(cut_draw(text).0), ask).await? else { return Ok(()) };
    let played = bot.host.play_move(asker(ctx), which, Said::Text(text)).await?;
    // With the prefix, the new board is the answer, if it is here.
    if let poise::Context::Prefix(_) = ctx {
        if let Some(told) = replies::played_elsewhere(asker(ctx), &played) {
            confirm(ctx, told).await?;
        }
    } else {
        confirm(ctx, View::text(say("move-played", &[("move", played.chosen.to_string().into())]))).await?;
    }
    Ok(())
}

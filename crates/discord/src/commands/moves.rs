//! `move`: play a move.

use super::{Command, Context, Done, acknowledge, asker, both, complete, confirm, cut_number, which_match_of};
use crate::controls::{Ask, TypedMove};
use crate::replies;
use crate::spoken_move::clear_move;
use crate::views::View;
use play::decide::{Said, cut_draw};
use play::{Asker, Wish};
use texts::say;

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
    // Only the asker sees the answer, and the board is shown where the match is played.
    let asker = Asker { is_alone: true, ..asker(ctx) };
    // An entry offered by the autocompletion may begin with the number of its match.
    let (before, text) = cut_number(&text);
    play_move(ctx, asker, text, number.or(before)).await
}

#[poise::command(prefix_command, rename = "move")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let text = text.unwrap_or_default();
    let (number, text) = cut_number(&text);
    play_move(ctx, asker(ctx), text, number).await
}

async fn play_move(ctx: Context<'_>, asker: Asker, text: &str, number: Option<i64>) -> Done {
    let bot = ctx.data();
    // What can't be read is refused as it was typed.
    let text = &*clear_move(text).unwrap_or_else(|| text.to_owned());
    let ask = TypedMove::read(text).map(Ask::Move);
    let Some(which) = which_match_of(ctx, asker, number, Wish::Move(cut_draw(text).0), ask).await? else {
        return Ok(());
    };
    let played = bot.host.play_move(asker, which, Said::Text(text)).await?;
    let told = match (replies::played_elsewhere(asker, &played), ctx) {
        (Some(told), _) => told,
        // With the prefix, the new board is the answer.
        (None, poise::Context::Prefix(_)) => return Ok(()),
        (None, poise::Context::Application(_)) => {
            View::text(say("move-played", &[("move", played.chosen.to_string().into())]))
        }
    };
    confirm(ctx, told).await
}

//! `legal`: the legal moves, all or those of one piece.

use super::chosen_match::may_list;
use super::{Command, Context, Done, acknowledge, answer, appearance, asker, both, complete, cut_number, which_match};
use crate::controls::Ask;
use crate::views;
use games::Refusal;
use games::board::Square;
use play::Which;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "legal")]
async fn slash(
    ctx: Context<'_>,
    square: Option<String>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    acknowledge(ctx).await?;
    show(ctx, square.as_deref().unwrap_or_default(), number).await
}

#[poise::command(prefix_command, rename = "legal")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let text = text.unwrap_or_default();
    let (number, square) = cut_number(&text);
    show(ctx, square, number).await
}

async fn show(ctx: Context<'_>, square: &str, number: Option<i64>) -> Done {
    let from: Option<Square> = match square.trim() {
        "" | "moves" | "all" => None,
        text => Some(games::compact(text).parse().map_err(|_| Refusal::new("bad-square").with("text", text))?),
    };
    let host = &ctx.data().host;
    let ask = Ask::Legal(from);
    let Some(which) = which_match(ctx, number, ask.wish(), Some(ask)).await? else { return Ok(()) };
    let board = match which {
        Which::Here => host.find_to_show(asker(ctx)).await?,
        which => host.find(asker(ctx), which).await?,
    };
    may_list(&board, from, asker(ctx).user)?;
    let view = views::board::legal(&board, from, appearance(ctx, &board).await?)?;
    answer(ctx, view, true).await
}

//! `legal`: the legal moves, all or of one man.

use super::{Command, Context, Done, answer, asker, both, cut_number, which};
use crate::discord::views;
use games::Refusal;
use games::board::Square;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "legal")]
async fn slash(
    ctx: Context<'_>,
    square: Option<String>,
    #[rename = "match"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    ctx.defer_ephemeral().await?;
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
        "" => None,
        text => Some(text.parse().map_err(|_| Refusal::new("bad-square").with("text", text))?),
    };
    let host = &ctx.data().host;
    let board = match number {
        Some(_) => host.find(asker(ctx), which(number)).await?,
        None => host.find_to_show(asker(ctx)).await?,
    };
    if board.current.outcome.is_some() {
        return Err(Refusal::new("match-has-ended").with("match", board.current.id.to_string()).into());
    }
    if let Some(square) = from
        && board.position.legal().iter().all(|it| it.from != square)
    {
        return Err(board.position.refuse_from(square).into());
    }
    answer(ctx, views::board::legal(&board, from)?, true).await
}

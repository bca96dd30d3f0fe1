//! `prepare`: conditional moves, which only the person who prepares them sees.

use super::{Command, Context, Done, acknowledge, answer, asker, both, complete, cut_number, which_match};
use crate::discord::controls::Ask;
use crate::discord::views;
use games::Refusal;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "prepare")]
async fn slash(
    ctx: Context<'_>,
    lines: Option<String>,
    clear: Option<bool>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    acknowledge(ctx).await?;
    let lines = if clear == Some(true) { "clear".to_owned() } else { lines.unwrap_or_default() };
    prepare(ctx, &lines, number).await
}

#[poise::command(prefix_command, rename = "prepare")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    // Everybody can read a message, and the opponent will.
    if ctx.guild_id().is_some() {
        return Err(Refusal::new("prepare-in-private").into());
    }
    let text = text.unwrap_or_default();
    let (number, lines) = cut_number(&text);
    prepare(ctx, lines, number).await
}

async fn prepare(ctx: Context<'_>, lines: &str, number: Option<i64>) -> Done {
    let ask = Ask::Prepared;
    let Some(which) = which_match(ctx, number, ask.wish(), Some(ask)).await? else { return Ok(()) };
    let (host, asker) = (&ctx.data().host, asker(ctx));
    let board = match lines.trim() {
        "" => host.find(asker, which).await?,
        "clear" => host.drop_prepared(asker, which).await?,
        lines => host.prepare(asker, which, lines).await?,
    };
    answer(ctx, views::plans::prepared(&board, asker.user)?, true).await
}

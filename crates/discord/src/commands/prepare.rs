//! `prepare`: conditional moves, which only the person who prepares them sees.

use super::{Command, Context, Done, acknowledge, answer, asker, both, complete, cut_number, which_match};
use crate::controls::Ask;
use crate::views;
use games::Refusal;

/// The words that drop lines: all, or those that begin with the moves that follow.
const CLEAR: &str = "clear";
const DROP: &str = "drop";

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "prepare")]
async fn slash(
    ctx: Context<'_>,
    lines: Option<String>,
    drop: Option<String>,
    clear: Option<bool>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    acknowledge(ctx).await?;
    let text = match (lines, drop, clear == Some(true)) {
        (None, None, true) => CLEAR.to_owned(),
        (None, Some(beginning), false) => format!("{DROP} {beginning}"),
        (lines, None, false) => lines.unwrap_or_default(),
        _ => return Err(Refusal::new("prepare-one-thing").into()),
    };
    prepare(ctx, &text, number).await
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

async fn prepare(ctx: Context<'_>, text: &str, number: Option<i64>) -> Done {
    // A menu could not keep what is to be prepared, so then the number must be said.
    let ask = text.trim().is_empty().then_some(Ask::Prepared);
    let Some(which) = which_match(ctx, number, Ask::Prepared.wish(), ask).await? else { return Ok(()) };
    let (host, asker) = (&ctx.data().host, asker(ctx));
    let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let board = match word.to_lowercase().as_str() {
        "" => host.find(asker, which).await?,
        CLEAR => host.drop_prepared(asker, which).await?,
        DROP => host.drop_prepared_beginning(asker, which, rest).await?,
        _ => host.prepare(asker, which, text).await?,
    };
    answer(ctx, views::plans::prepared(&board, asker.user)?, true).await
}

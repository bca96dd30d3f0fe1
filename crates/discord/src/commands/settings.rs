//! `settings`: a person's preferences, in one private panel.

use super::{Command, Context, Done, acknowledge, answer, asker, both, is_public};
use crate::errors::shorten;
use crate::views;
use games::Refusal;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "settings")]
async fn slash(ctx: Context<'_>) -> Done {
    acknowledge(ctx).await?;
    show(ctx).await
}

#[poise::command(prefix_command, rename = "settings")]
async fn prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    // Everybody could see the answer to a message, and try its panel.
    if is_public(ctx) {
        return Err(Refusal::new("settings-in-private").into());
    }
    match words {
        Some(words) => Err(Refusal::new("settings-by-panel").with("text", shorten(&words)).into()),
        None => show(ctx).await,
    }
}

async fn show(ctx: Context<'_>) -> Done {
    let user = asker(ctx).user;
    let preferences = ctx.data().host.preferences(user).await?;
    answer(ctx, views::settings::panel(&preferences, user)?, true).await
}

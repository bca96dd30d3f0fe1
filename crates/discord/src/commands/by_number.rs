//! Commands whose only argument is the number of one of the asker's own matches.

use futures::future::BoxFuture;

use super::{Command, Context, Done, acknowledge, both, complete, named, only_number};

/// What such a command does in the match with that number, or in the match that is meant.
pub(super) type Act = for<'a> fn(Context<'a>, Option<i64>) -> BoxFuture<'a, Done>;

/// The command of that name.
pub(super) fn command(name: &'static str, act: Act) -> Command {
    Command { custom_data: Box::new(act), ..named(name, both(slash(), prefix())) }
}

#[poise::command(slash_command)]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    acknowledge(ctx).await?;
    act(ctx, number).await
}

#[poise::command(prefix_command)]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    act(ctx, only_number(ctx, text.as_deref())?).await
}

async fn act(ctx: Context<'_>, number: Option<i64>) -> Done {
    // Every command in this file is created with one.
    let Some(act) = ctx.command().custom_data.downcast_ref::<Act>() else { return Ok(()) };
    act(ctx, number).await
}

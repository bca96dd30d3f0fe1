//! `watch` and `unwatch`: be told of a match that others play.

use super::{Command, Context, Done, answer, asker, both, cut_number, which};
use crate::discord::views;

pub(super) fn commands() -> Vec<Command> {
    let named =
        |name: &'static str| Command { name: name.into(), qualified_name: name.into(), ..both(slash(), prefix()) };
    vec![named("watch"), named("unwatch")]
}

#[poise::command(slash_command)]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    ctx.defer_ephemeral().await?;
    act(ctx, number).await
}

#[poise::command(prefix_command)]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    act(ctx, cut_number(text.as_deref().unwrap_or_default()).0).await
}

async fn act(ctx: Context<'_>, number: Option<i64>) -> Done {
    let (host, asker, which) = (&ctx.data().host, asker(ctx), which(number));
    let view = match ctx.command().name == "watch" {
        true => views::more::watching(host.watch(asker, which).await?.current.id, true),
        false => views::more::watching(host.unwatch(asker, which).await?, false),
    };
    answer(ctx, view, true).await
}

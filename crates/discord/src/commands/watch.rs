//! `watch` and `unwatch`: be notified of a match that others play.

use super::{
    Command, Context, Done, acknowledge, answer, asker, both, complete, cut_number, named, only_number, which,
};
use crate::request::read_switch;
use crate::views;
use games::Refusal;

pub(super) fn commands() -> Vec<Command> {
    vec![named("watch", both(watch_slash(), watch_prefix())), named("unwatch", both(unwatch_slash(), unwatch_prefix()))]
}

#[poise::command(slash_command)]
async fn watch_slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::matches_of_others"]
    #[min = 1]
    number: Option<i64>,
    pings: Option<bool>,
) -> Done {
    acknowledge(ctx).await?;
    watch(ctx, number, pings.unwrap_or(true)).await
}

#[poise::command(prefix_command)]
async fn watch_prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let (number, rest) = cut_number(text.as_deref().unwrap_or_default());
    let lower = rest.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().filter(|it| *it != "with").collect();
    let pings = read_switch(&words, &["pings", "ping"]).filter(|it| it.1 == words.len());
    match (pings, words.is_empty()) {
        (Some((pings, _)), _) => watch(ctx, number, pings).await,
        (None, true) => watch(ctx, number, true).await,
        (None, false) => Err(Refusal::new("bad-watch-word").with("text", rest).into()),
    }
}

async fn watch(ctx: Context<'_>, number: Option<i64>, pings: bool) -> Done {
    let (host, asker) = (&ctx.data().host, asker(ctx));
    let view = match pings {
        true => views::more::watching(host.watch(asker, which(number)).await?.current.id, true),
        false => views::more::following(&host.follow(asker, which(number)).await?),
    };
    answer(ctx, view, true).await
}

#[poise::command(slash_command)]
async fn unwatch_slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::watched_matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    acknowledge(ctx).await?;
    unwatch(ctx, number).await
}

#[poise::command(prefix_command)]
async fn unwatch_prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    unwatch(ctx, only_number(ctx, text.as_deref())?).await
}

async fn unwatch(ctx: Context<'_>, number: Option<i64>) -> Done {
    let id = ctx.data().host.unwatch(asker(ctx), which(number)).await?;
    answer(ctx, views::more::watching(id, false), true).await
}

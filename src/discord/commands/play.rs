//! `play`: a match against the engine.

use super::{Command, Context, Done, asker, both, complete, confirm, may_post_here};
use crate::discord::bot::place_of;
use crate::discord::request::{self, Request};
use crate::discord::view::View;
use crate::discord::views;
use crate::i18n::say;
use games::Refusal;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "play")]
async fn slash(
    ctx: Context<'_>,
    #[autocomplete = "complete::games"] game: Option<String>,
    #[autocomplete = "complete::levels"] level: Option<String>,
    #[autocomplete = "complete::sides"] side: Option<String>,
    #[autocomplete = "complete::rules"] rules: Option<String>,
    rated: Option<bool>,
) -> Done {
    ctx.defer_ephemeral().await?;
    let level = level.map(|it| format!("level={it}"));
    let rated = rated.map(|it| if it { "rated" } else { "casual" }.to_owned());
    let words: Vec<String> = [game, rules, level, side, rated].into_iter().flatten().collect();
    play(ctx, &words.join(" ")).await
}

#[poise::command(prefix_command, rename = "play")]
async fn prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    play(ctx, words.as_deref().unwrap_or_default()).await
}

async fn play(ctx: Context<'_>, words: &str) -> Done {
    let Request { opponent, level, terms } = request::read(words)?;
    if opponent.is_some() {
        return Err(Refusal::new("play-is-against-parlor").into());
    }
    may_post_here(ctx).await?;
    let (bot, user) = (ctx.data(), asker(ctx).user);
    let level = bot.host.level(level, user, terms.ruleset.info).await?;
    let casual = views::why_casual(terms.rated, &terms.ruleset, terms.side, true);
    let id = bot.host.play_engine(place_of(ctx), user, level, terms).await?;
    if matches!(ctx, poise::Context::Application(_)) {
        let facts = [("match", id.to_string().into()), ("level", i64::from(level).into()), ("casual", casual.into())];
        confirm(ctx, View::text(say("play-begun", &facts))).await?;
    }
    Ok(())
}

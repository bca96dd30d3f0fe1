//! `play`: a match against the engine.

use super::{Command, Context, Done, asker, both, complete, confirm, may_post_here};
use crate::discord::bot::place_of;
use crate::discord::terms::{self, Terms};
use crate::discord::view::View;
use crate::game::Refusal;
use crate::i18n::say;

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
    let Terms { opponent, ruleset, side, rated, level } = terms::read(words)?;
    if opponent.is_some() {
        return Err(Refusal::new("play-is-against-parlor").into());
    }
    may_post_here(ctx).await?;
    let bot = ctx.data();
    let level = bot.host.level(level, asker(ctx), ruleset.info).await?;
    let id = bot.host.play_engine(place_of(ctx), asker(ctx), ruleset, level, side, rated).await?;
    bot.settle(id);
    if matches!(ctx, poise::Context::Application(_)) {
        let facts = [("match", id.to_string().into()), ("level", i64::from(level).into())];
        confirm(ctx, View::text(say("play-begun", &facts))).await?;
    }
    Ok(())
}

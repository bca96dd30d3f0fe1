//! `play`: a match against the engine.

use super::{
    Command, Context, Done, acknowledge, as_usual_in_forums, asker, both, challenge, complete, confirm_begun,
    may_play_here, rules,
};
use crate::bot::{Bot, place_of};
use crate::errors::CommandError;
use crate::request::{self, Request, game_names, labelled};
use crate::views;
use games::Refusal;
use play::decide::Rival;
use play::{Asker, FirstBoard, MatchId, Place, Terms};
use poise::serenity_prelude::{ChannelId, Mentionable};
use texts::say;

/// With the prefix, the name of a game is a command, too.
pub(super) fn command() -> Command {
    let command = both(slash(), prefix());
    Command { aliases: game_names().into_iter().map(Into::into).collect(), ..command }
}

#[poise::command(slash_command, rename = "play")]
async fn slash(
    ctx: Context<'_>,
    #[autocomplete = "complete::games"] game: Option<String>,
    #[autocomplete = "complete::levels"] level: Option<String>,
    #[autocomplete = "complete::sides"] side: Option<String>,
    #[autocomplete = "complete::rules"] rules: Option<String>,
    rated: Option<bool>,
    thread: Option<bool>,
) -> Done {
    acknowledge(ctx).await?;
    // People also write the word itself: "level 3".
    let level = level.map(|it| if it.starts_with(['l', 'L']) { it } else { format!("level={it}") });
    let (rated, thread) = (labelled("rated", rated), labelled("thread", thread));
    let words: Vec<String> = [game, rules, level, side, rated, thread].into_iter().flatten().collect();
    play(ctx, &words.join(" ")).await
}

#[poise::command(prefix_command, rename = "play")]
async fn prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    let words = words.unwrap_or_default();
    let name = ctx.invoked_command_name().to_lowercase();
    if !game_names().contains(&name) {
        return play(ctx, &words).await;
    }
    // Whoever names a person beside the game wants to play that person.
    let me = ctx.framework().bot_id().get();
    let names_somebody = words.split_whitespace().filter_map(request::mentioned).any(|it| it.0 != me);
    let all = format!("{name} {words}");
    match words.trim().to_lowercase().as_str() {
        "rules" => rules::show(ctx, &name).await,
        _ if names_somebody => challenge::typed(ctx, &all).await,
        _ => play(ctx, &all).await,
    }
}

async fn play(ctx: Context<'_>, words: &str) -> Done {
    let bot = ctx.data();
    let usual = bot.host.server(place_of(ctx).guild).await?;
    let mut request = request::read_for_play(words, &usual)?;
    if request.names_others_than(ctx.framework().bot_id().get()) {
        return Err(Refusal::new("play-is-against-parlor").into());
    }
    if request.terms.agreement.hints {
        return Err(Refusal::new("play-needs-no-hints").into());
    }
    let thread_of = may_play_here(ctx).await?;
    let forum = as_usual_in_forums(ctx, &mut request, thread_of).await;
    let begun = begin(bot, asker(ctx), place_of(ctx), request, words.trim().is_empty()).await?;
    // With the prefix, the board is the answer, where it comes to the same place.
    let is_told = matches!(ctx, poise::Context::Application(_)) || forum.is_some() || begun.is_gentle;
    confirm_begun(ctx, begun.id, |board| {
        let is_here = board == FirstBoard::Shown(place_of(ctx).channel);
        let in_post = |it: ChannelId| say("play-in-post", &[("forum", it.mention().to_string().into())]);
        let lines = [is_told.then_some(begun.told), forum.filter(|_| !is_here).map(in_post)];
        Some(lines.into_iter().flatten().collect::<Vec<_>>().join("\n")).filter(|it| !it.is_empty())
    })
    .await
}

/// A match against the engine that has begun.
pub(crate) struct Begun {
    pub id: MatchId,
    /// Whether it suits somebody who has not won yet.
    pub is_gentle: bool,
    /// What its player is told.
    pub told: String,
}

/// Begins the match that was asked for; if that is `any` match, one that suits the asker.
pub(crate) async fn begin(
    bot: &Bot,
    asker: Asker,
    place: Place,
    request: Request,
    any: bool,
) -> Result<Begun, CommandError> {
    let Request { level, terms: Terms { agreement, .. }, .. } = request;
    let suggested = if any { Some(bot.host.suggest(asker, request.terms.ruleset.info).await?) } else { None };
    let is_gentle = suggested.as_ref().is_some_and(|it| it.is_gentle);
    let (level, terms) = match suggested {
        Some(suits) => (suits.level, suits.terms),
        None => (bot.host.level(level, asker.user, &request.terms.ruleset).await?, request.terms),
    };
    let terms = Terms { agreement, origin: asker.origin, ..terms };
    let casual = views::why_casual(terms.rated, &terms.ruleset, terms.side, Rival::Engine);
    let info = terms.ruleset.info;
    let id = bot.host.play_engine(place, asker.user, level, terms).await?;
    let facts = [
        ("match", id.to_string().into()),
        ("level", i64::from(level).into()),
        ("casual", casual.into()),
        ("game", info.name.into()),
        ("key", info.key.into()),
        ("prefix", bot.prefix.to_string().into()),
    ];
    let told = say(if is_gentle { "play-begun-gently" } else { "play-begun" }, &facts);
    Ok(Begun { id, is_gentle, told })
}

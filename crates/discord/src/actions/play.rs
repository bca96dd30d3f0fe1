//! `play`, and the button: a match against the engine.

#![expect(clippy::too_many_arguments, reason = "a command has an argument for each of its options")]

use super::session::{Acted, Answer, Session, carry_out};
use super::where_to_play::as_usual_in_forums;
use super::{challenge, complete, rules, vote};
use crate::bot::{Command, Context, Done};
use crate::request::{MatchOptions, SlashOptions, game_names, mentioned};
use crate::views::{self, View};
use play::Terms;
use play::decide::Rival;
use poise::serenity_prelude::Mentionable;
use texts::{Text, say};

/// With the prefix, the name of a game is a command, too.
pub(super) fn command() -> Command {
    let aliases = game_names().into_iter().map(Into::into).collect();
    Command { aliases, prefix_action: prefix().prefix_action, ..slash() }
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
    #[autocomplete = "complete::votes"] vote: Option<String>,
) -> Done {
    let options = SlashOptions { game, level, side, rules, rated, thread, vote, ..SlashOptions::default() };
    carry_out(ctx, move |session| Box::pin(async move { play(session, options.read()?).await })).await
}

#[poise::command(prefix_command, rename = "play")]
async fn prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    let (words, name) = (words.unwrap_or_default(), ctx.invoked_command_name().to_lowercase());
    carry_out(ctx, move |session| {
        Box::pin(async move {
            if !game_names().contains(&name) {
                return play(session, MatchOptions::read_for_play(&words)?).await;
            }
            // Whoever names a person beside the game wants to play that person.
            let names_somebody = words.split_whitespace().filter_map(mentioned).any(|it| !session.is_me(it));
            let all = format!("{name} {words}");
            match words.trim().to_lowercase().as_str() {
                "rules" => rules::show(session, MatchOptions::read(&name)?).await,
                _ if names_somebody => challenge::challenge_typed(session, &all).await,
                _ => play(session, MatchOptions::read_for_play(&all)?).await,
            }
        })
    })
    .await
}

/// Begins the match that was asked for; if nothing was said about it, one that suits the asker.
pub(super) async fn play(session: &Session<'_>, options: MatchOptions) -> Acted {
    if options.is_vote() {
        return vote::begin(session, options).await;
    }
    let (bot, asker, place) = (session.bot, session.asker, session.place);
    let usual = bot.host.server(place.guild).await?;
    let mut request = options.for_play(&usual, |it| session.is_me(it))?;
    let thread_of = session.may_play_here().await?;
    let forum = as_usual_in_forums(session, &mut request, thread_of).await;
    let agreement = request.terms.agreement;
    let suggested = match request.says_nothing {
        true => Some(bot.host.suggest(asker, request.terms.ruleset.info).await?),
        false => None,
    };
    let (level, terms) = match suggested {
        Some(suits) => (suits.level, suits.terms),
        None => (bot.host.level(request.level, asker.user, &request.terms.ruleset).await?, request.terms),
    };
    let terms = Terms { agreement, origin: asker.origin, ..terms };
    let casual = views::why_casual(terms.rated, &terms.ruleset, terms.side, Rival::Engine);
    let id = bot.host.play_engine(place, asker.user, level, terms).await?;
    let begun = say("play-begun", &[views::numbered(id), ("level", level.into())]);
    let why_casual = ["rules", "side"].contains(&casual).then(|| say("play-casual", &[("casual", casual.into())]));
    let in_post = forum.map(|it| say("play-in-post", &[("forum", it.mention().to_string().into())]));
    if session.is_message() && in_post.is_none() {
        // The board is the answer.
        return Ok(session.begun(id, None).await);
    }
    let told = Text::lines([begun].into_iter().chain(why_casual.clone()).chain(in_post));
    Ok(match (session.begun(id, Some(told)).await, why_casual) {
        // Beside the board only what it doesn't say.
        (Answer::Nothing, Some(why)) => Answer::Done(View::text(why)),
        (begun, _) => begun,
    })
}

//! `challenge`: an offer to somebody, or to anyone.

#![expect(clippy::too_many_arguments, reason = "a command has an argument for each of its options")]

use poise::serenity_prelude as serenity;

use super::{
    Command, Context, Done, acknowledge, as_usual_in_forums, asker, both, complete, confirm, is_member_here,
    may_play_here,
};
use crate::bot::outside::is_given_outside;
use crate::bot::{place_of, user_id};
use crate::errors::CommandError;
use crate::request::{self, Request, labelled, mentioned};
use crate::views::View;
use games::Refusal;
use play::decide::{self, Invited};
use play::{Terms, UserId};
use texts::say;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "challenge")]
async fn slash(
    ctx: Context<'_>,
    opponent: Option<serenity::User>,
    #[autocomplete = "complete::games"] game: Option<String>,
    #[autocomplete = "complete::sides"] side: Option<String>,
    #[autocomplete = "complete::rules"] rules: Option<String>,
    rated: Option<bool>,
    #[autocomplete = "complete::clocks"] clock: Option<String>,
    hints: Option<bool>,
    thread: Option<bool>,
) -> Done {
    acknowledge(ctx).await?;
    is_member_here(ctx)?;
    let (rated, clock) = (labelled("rated", rated), labelled("clock", clock));
    let (hints, thread) = (labelled("hints", hints), labelled("thread", thread));
    let words: Vec<String> = [game, rules, side, rated, clock, hints, thread].into_iter().flatten().collect();
    let usual = ctx.data().host.server(place_of(ctx).guild).await?;
    challenge(ctx, request::read_in(&words.join(" "), &usual)?, opponent).await
}

#[poise::command(prefix_command, rename = "challenge")]
async fn prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    typed(ctx, words.as_deref().unwrap_or_default()).await
}

/// A challenge in typed words, which may name the opponent.
pub(super) async fn typed(ctx: Context<'_>, words: &str) -> Done {
    is_among_people(ctx)?;
    let usual = ctx.data().host.server(place_of(ctx).guild).await?;
    let request = request::read_in(words, &usual).map_err(|refusal| perhaps_a_person(refusal, words))?;
    let opponent = match request.opponent(asker(ctx).user)? {
        Some(id) => Some(known_user(ctx, id).await?),
        None => None,
    };
    challenge(ctx, request, opponent).await
}

/// An unknown word may be a name, if no opponent was mentioned.
fn perhaps_a_person(refusal: Refusal, words: &str) -> Refusal {
    let is_unknown = ["unknown-game", "unknown-rule-word"].contains(&refusal.code);
    let names_somebody = words.split_whitespace().any(|it| mentioned(it).is_some());
    let word = refusal.facts.iter().find(|it| ["name", "word"].contains(&it.0)).map(|it| it.1.clone());
    match word.filter(|_| is_unknown && !names_somebody) {
        Some(word) => Refusal::new("perhaps-a-person").with("name", word),
        None => refusal,
    }
}

/// The user that a mention means. Discord sends the users it knows along with the message.
async fn known_user(ctx: Context<'_>, id: UserId) -> Result<serenity::User, CommandError> {
    if let poise::Context::Prefix(prefix) = ctx
        && let Some(user) = prefix.msg.mentions.iter().find(|user| user.id.get() == id.0)
    {
        return Ok(user.clone());
    }
    match serenity::UserId::new(id.0).to_user(ctx.http()).await {
        Ok(user) => Ok(user),
        Err(error) if is_missing(&error) => Err(Refusal::new("unknown-user").with("name", id.to_string()).into()),
        Err(error) => Err(error.into()),
    }
}

/// Refuses a challenge in direct messages with the bot: nobody could accept it there.
fn is_among_people(ctx: Context<'_>) -> Result<(), Refusal> {
    let is_in_private = ctx.guild_id().is_none() && !is_given_outside(ctx);
    if is_in_private { Err(Refusal::new("challenge-in-private")) } else { Ok(()) }
}

/// Refuses a clock where the bot could not post what happens when time is up.
fn may_have_clock(ctx: Context<'_>, terms: &Terms) -> Result<(), Refusal> {
    let has_clock = terms.agreement.clock.is_some();
    if has_clock && is_given_outside(ctx) { Err(Refusal::new("no-clock-outside")) } else { Ok(()) }
}

/// Whether Discord says that something does not exist.
fn is_missing(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(response))
        if response.status_code == serenity::StatusCode::NOT_FOUND)
}

async fn challenge(ctx: Context<'_>, mut request: Request, opponent: Option<serenity::User>) -> Done {
    is_among_people(ctx)?;
    let thread_of = may_play_here(ctx).await?;
    may_have_clock(ctx, &request.terms)?;
    if request.says_level {
        return Err(Refusal::new("challenge-needs-no-level").into());
    }
    if request.names_engine {
        return Err(Refusal::new("challenge-parlor").into());
    }
    let me = ctx.framework().bot_id();
    let invited = opponent.as_ref().map(|it| Invited { user: user_id(it.id), is_bot: it.bot, is_parlor: it.id == me });
    if let Some(invited) = &invited {
        decide::may_challenge(asker(ctx).user, invited)?;
    }
    as_usual_in_forums(ctx, &mut request, thread_of).await;
    let bot = ctx.data();
    let terms = Terms { origin: asker(ctx).origin, ..request.terms };
    let offered = bot.host.challenge(place_of(ctx), asker(ctx).user, invited.as_ref(), terms).await?;
    if let Some(opponent) = &opponent {
        bot.meet_named(opponent).await;
    }
    bot.delivery.show_challenge(&offered).await?;
    if matches!(ctx, poise::Context::Application(_)) {
        confirm(ctx, View::text(say("challenge-sent", &[]))).await?;
    }
    Ok(())
}

//! `challenge`: an offer to somebody, or to anyone.

#![expect(clippy::too_many_arguments, reason = "a command has an argument for each of its options")]

use poise::serenity_prelude as serenity;

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Session, Source, carry_out};
use super::where_to_play::as_usual_in_forums;
use crate::bot::{Command, Context, Done, user_id};
use crate::errors::CommandError;
use crate::request::{MatchOptions, Request, SlashOptions};
use crate::views::View;
use games::Refusal;
use play::decide::Invited;
use play::{Terms, UserId};
use texts::say;

pub(super) fn command() -> Command {
    by_text(slash(), |session, words| Box::pin(async move { challenge_typed(session, &words).await }))
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
    let options = SlashOptions { game, side, rules, rated, clock, hints, thread, level: None };
    carry_out(ctx, move |session| {
        Box::pin(async move {
            session.require_membership()?;
            let usual = session.bot.host.server(session.place.guild).await?;
            challenge(session, options.read()?.for_challenge(&usual)?, opponent).await
        })
    })
    .await
}

/// A challenge in typed words, which may name the opponent.
pub(super) async fn challenge_typed(session: &Session<'_>, words: &str) -> Acted {
    is_among_people(session).await?;
    let usual = session.bot.host.server(session.place.guild).await?;
    let request = MatchOptions::read_for_challenge(words)?.for_challenge(&usual)?;
    let opponent = match request.opponent(session.asker.user)? {
        Some(id) => Some(known_user(session, id).await?),
        None => None,
    };
    challenge(session, request, opponent).await
}

/// The user that a mention means. Discord sends the users it knows along with the message.
async fn known_user(session: &Session<'_>, id: UserId) -> Result<serenity::User, CommandError> {
    if let Source::Message(asked) = session.source
        && let Some(user) = asked.mentions.iter().find(|user| user.id.get() == id.0)
    {
        return Ok(user.clone());
    }
    match serenity::UserId::new(id.0).to_user(session.http).await {
        Ok(user) => Ok(user),
        Err(error) if is_missing(&error) => Err(Refusal::new("unknown-user").with("name", id.to_string()).into()),
        Err(error) => Err(error.into()),
    }
}

/// Refuses a challenge in direct messages with the bot: nobody could accept it there.
async fn is_among_people(session: &Session<'_>) -> Result<(), Refusal> {
    let is_in_private = session.guild().is_none() && !session.is_outside().await;
    if is_in_private { Err(Refusal::new("challenge-in-private")) } else { Ok(()) }
}

/// Whether Discord says that something does not exist.
fn is_missing(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(response))
        if response.status_code == serenity::StatusCode::NOT_FOUND)
}

async fn challenge(session: &Session<'_>, mut request: Request, opponent: Option<serenity::User>) -> Acted {
    let (bot, asker) = (session.bot, session.asker);
    is_among_people(session).await?;
    let thread_of = session.may_play_here().await?;
    let invited = opponent.as_ref().map(|it| {
        let user = user_id(it.id);
        Invited { user, is_bot: it.bot, is_parlor: session.is_me(user) }
    });
    as_usual_in_forums(session, &mut request, thread_of).await;
    let terms = Terms { origin: asker.origin, ..request.terms };
    let offered = bot.host.challenge(session.place, asker.user, invited.as_ref(), terms).await?;
    if let Some(opponent) = &opponent {
        bot.meet_named(opponent).await;
    }
    bot.delivery.show_challenge(&offered).await?;
    Ok(match session.is_message() {
        true => Answer::Nothing,
        false => Answer::Done(View::text(say("challenge-sent", &[]))),
    })
}

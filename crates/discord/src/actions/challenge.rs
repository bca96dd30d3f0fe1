//! `challenge`: an offer to somebody, or to anyone; and the form in the context menu of a person.

#![expect(clippy::too_many_arguments, reason = "a command has an argument for each of its options")]

use poise::serenity_prelude as serenity;

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Session, Source, carry_out};
use super::where_to_play::as_usual_in_forums;
use crate::bot::{Command, Context, Done, user_id};
use crate::controls::{AnyonesAction, Control};
use crate::errors::{CommandError, without_address};
use crate::names::bare;
use crate::request::{MatchOptions, Request, SlashOptions, read_rated_answer};
use crate::views::{Form, FormField, View};
use games::Refusal;
use play::decide::{self, Invited};
use play::{Terms, UserId};
use texts::say;

pub(super) fn command() -> Command {
    let command = by_text(slash(), |session, words| Box::pin(async move { challenge_typed(session, &words).await }));
    Command { context_menu_action: on_person().context_menu_action, ..command }
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
    let options = SlashOptions { game, side, rules, rated, clock, hints, thread, ..SlashOptions::default() };
    carry_out(ctx, move |session| {
        Box::pin(async move {
            session.require_membership()?;
            let usual = session.bot.host.server(session.place.guild).await?;
            challenge(session, options.read()?.for_challenge(&usual)?, opponent).await
        })
    })
    .await
}

#[poise::command(context_menu_command = "about a person")]
async fn on_person(ctx: Context<'_>, opponent: serenity::User) -> Done {
    let Context::Application(application) = ctx else { return Ok(()) };
    let session = Session::new(ctx.data(), ctx.http(), Source::Slash(application.interaction));
    let control = Control::Anyone(AnyonesAction::Challenge(user_id(opponent.id))).custom_id(session.bot.database);
    let look = async { may_challenge_here(&session, &opponent).await.map(drop) };
    match session.open_form(&control, &form(&opponent), look).await {
        Ok(true) => Ok(()),
        Ok(false) => {
            carry_out(ctx, move |session| {
                Box::pin(async move {
                    may_challenge_here(session, &opponent).await?;
                    // By now there could be a form, but that has to be the first answer.
                    Err(Refusal::new("form-too-late").into())
                })
            })
            .await
        }
        Err(error) => {
            tracing::error!(error = without_address(&error), "a form could not be opened");
            Ok(())
        }
    }
}

/// The fields of the form for a challenge, by the names of the options that they stand for.
const FIELDS: [&str; 4] = ["game", "side", "clock", "rated"];

/// The longest text in one of them.
const MAX_FIELD_CHARS: u16 = 100;

fn form(opponent: &serenity::User) -> Form {
    let field = |name| FormField {
        name,
        label: say(&format!("challenge-form-{name}"), &[]),
        placeholder: say(&format!("challenge-form-{name}-example"), &[("games", games::keys().into())]),
        max_chars: MAX_FIELD_CHARS,
        is_required: false,
    };
    let title = say("challenge-form-title", &[("name", bare(opponent.display_name()).into())]);
    Form { title, fields: FIELDS.map(field).to_vec() }
}

/// A challenge on the terms that were filled into the form. What was filled in stands below a refusal, so that it isn't lost.
pub(super) async fn challenge_by_form(session: &Session<'_>, opponent: UserId) -> Acted {
    let filled = |name| Some(session.typed(name).trim().to_owned()).filter(|it| !it.is_empty());
    let challenged = async {
        let [game, side, clock, rated] = FIELDS.map(filled);
        let rated = rated.map(|it| read_rated_answer(&it)).transpose()?;
        let options = SlashOptions { game, side, clock, rated, ..SlashOptions::default() };
        let usual = session.bot.host.server(session.place.guild).await?;
        let request = options.read()?.for_challenge(&usual)?;
        challenge(session, request, Some(known_user(session, opponent).await?)).await
    };
    let challenged: Acted = challenged.await;
    challenged.map_err(|error| {
        let given = FIELDS.into_iter().filter_map(|name| Some((name, filled(name)?)));
        error.with_form(given.collect())
    })
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

/// Whom a challenge is for.
fn invited(session: &Session<'_>, opponent: &serenity::User) -> Invited {
    let user = user_id(opponent.id);
    Invited { user, is_bot: opponent.bot, is_parlor: session.is_me(user) }
}

/// Refuses a challenge that can't be made here, to this person, on whatever terms.
async fn may_challenge_here(session: &Session<'_>, opponent: &serenity::User) -> Result<(), CommandError> {
    decide::may_challenge(session.asker.user, &invited(session, opponent))?;
    is_among_people(session).await?;
    session.may_play_here().await.map(drop)
}

async fn challenge(session: &Session<'_>, mut request: Request, opponent: Option<serenity::User>) -> Acted {
    let (bot, asker) = (session.bot, session.asker);
    is_among_people(session).await?;
    let thread_of = session.may_play_here().await?;
    let invited = opponent.as_ref().map(|it| invited(session, it));
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

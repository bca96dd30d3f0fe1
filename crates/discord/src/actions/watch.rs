//! `watch` and `unwatch`, and their buttons: be notified of a match that others play. And the button that mutes notices.

use super::complete;
use super::declare::{Offered, by_number, by_text};
use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use super::which_match::{cut_number, which};
use crate::bot::{Command, Context, Done};
use crate::request::read_switch;
use crate::views::{View, panel, say_of};
use games::Refusal;
use play::{MatchChoice, MatchId};

pub(super) fn commands() -> [Command; 2] {
    [
        by_text(slash(), |session, text| Box::pin(watch_typed(session, text))),
        by_number("unwatch", Offered::Watched, |session, number| Box::pin(unwatch(session, which(number)))),
    ]
}

#[poise::command(slash_command, rename = "watch")]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::matches_of_others"]
    #[min = 1]
    number: Option<i64>,
    pings: Option<bool>,
) -> Done {
    carry_out(ctx, move |session| Box::pin(watch(session, which(number), pings.unwrap_or(true)))).await
}

async fn watch_typed(session: &Session<'_>, text: String) -> Acted {
    let (number, rest) = cut_number(&text);
    let lower = rest.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().filter(|it| *it != "with").collect();
    let pings = read_switch(&words, &["pings", "ping"]).filter(|it| it.1 == words.len());
    match (pings, words.is_empty()) {
        (Some((pings, _)), _) => watch(session, which(number), pings).await,
        (None, true) => watch(session, which(number), true).await,
        (None, false) => Err(Refusal::new("bad-watch-word").with("text", rest).into()),
    }
}

pub(super) async fn watch(session: &Session<'_>, which: MatchChoice, pings: bool) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    Ok(Answer::Done(match pings {
        true => View::text(say_of("watching", host.watch(asker, which).await?.current.id)),
        false => panel::following(&host.follow(asker, which).await?),
    }))
}

pub(super) async fn unwatch(session: &Session<'_>, which: MatchChoice) -> Acted {
    Ok(Answer::Done(View::text(say_of("unwatched", session.bot.host.unwatch(session.asker, which).await?))))
}

/// Mutes further notices of this turn for the player to move.
pub(super) async fn hush(session: &Session<'_>, which: MatchChoice) -> Acted {
    let board = session.bot.host.hush(session.asker, which).await?;
    Ok(Answer::Show(View::text(say_of("hushed", board.current.id))))
}

/// The same for the match chosen in a reminder of several.
pub(super) async fn hush_chosen(session: &Session<'_>) -> Acted {
    let (id, version) = session.value()?.split_once(':').ok_or_else(unknown_control)?;
    let (id, version) = (id.parse().map_err(|_| unknown_control())?, version.parse().map_err(|_| unknown_control())?);
    hush(session, MatchChoice::Control(MatchId(id), version)).await
}

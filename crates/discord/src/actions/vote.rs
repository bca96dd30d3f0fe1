//! `vote`, and `play … vote`: the people of a channel vote on the moves of a match; and what one of them voted for.

use super::complete;
use super::declare::by_text;
use super::moves::play_typed;
use super::session::{Acted, Answer, Session, carry_out};
use super::where_to_play::as_usual_in_forums;
use super::which_match::{cut_number, which};
use crate::bot::{Command, Context, Done};
use crate::request::{MatchOptions, SpokenRival};
use crate::views::votes;
use play::{MatchChoice, Terms, VoteRival};

pub(super) fn command() -> Command {
    by_text(slash(), |session, text| {
        Box::pin(async move {
            let (number, text) = cut_number(&text);
            vote(session, number, text).await
        })
    })
}

#[poise::command(slash_command, rename = "vote", aliases("votes"))]
async fn slash(
    ctx: Context<'_>,
    #[rename = "move"]
    #[autocomplete = "complete::moves"]
    text: Option<String>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    carry_out(ctx, move |session| {
        Box::pin(async move {
            let text = text.unwrap_or_default();
            let (before, text) = cut_number(&text);
            vote(session, number.or(before), text).await
        })
    })
    .await
}

/// Votes for a move; without one, shows what the asker has voted for.
async fn vote(session: &Session<'_>, number: Option<i64>, text: &str) -> Acted {
    let host = &session.bot.host;
    let which = match number {
        None => host.find_voted(session.asker).await?,
        number => which(number),
    };
    match text.is_empty() {
        true => show(session, which).await,
        false => play_typed(session, which, text).await,
    }
}

/// Shows what the asker has voted for in a match.
pub(super) async fn show(session: &Session<'_>, which: MatchChoice) -> Acted {
    session.show_typing().await;
    Ok(Answer::Show(votes::own(&session.bot.host.own_votes(session.asker, which).await?)))
}

/// Begins a match on whose moves the channel votes.
pub(super) async fn begin(session: &Session<'_>, options: MatchOptions) -> Acted {
    let (bot, asker, place) = (session.bot, session.asker, session.place);
    let usual = bot.host.server(place.guild).await?;
    let (mut request, rival) = options.for_vote(&usual, |it| session.is_me(it))?;
    let thread_of = session.may_play_here().await?;
    as_usual_in_forums(session, &mut request, thread_of).await;
    let rival = match rival {
        SpokenRival::Code(code) => {
            let begun = bot.host.join_votes(place, asker, &code).await?;
            return Ok(session.begun(begun.id, Some(votes::joined())).await);
        }
        SpokenRival::Others => VoteRival::Channel,
        SpokenRival::Engine => {
            VoteRival::Engine(bot.host.level(request.level, asker.user, &request.terms.ruleset).await?)
        }
    };
    let terms = Terms { origin: asker.origin, ..request.terms };
    let begun = bot.host.begin_votes(place, asker, rival, terms).await?;
    Ok(session.begun(begun.id, Some(votes::begun(&begun, bot.prefix.as_ref()))).await)
}

//! `games`: the asker's matches, those where it is their turn first.

use super::session::{Acted, Answer, Session, carry_out};
use crate::bot::{Command, Context, Done, names};
use crate::views::{help, lists};
use play::{Board, threads};
use texts::say;

pub(super) fn command() -> Command {
    games()
}

#[poise::command(slash_command, prefix_command)]
async fn games(ctx: Context<'_>) -> Done {
    carry_out(ctx, |session| Box::pin(list(session))).await
}

async fn list(session: &Session<'_>) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let (boards, set_aside) = (host.matches_of(asker.user).await?, host.set_aside_of(asker.user).await?);
    if boards.is_empty() && set_aside.is_empty() {
        // A person without matches may have asked which games can be played.
        let theme = session.plain_appearance().await?.theme;
        return Ok(Answer::Show(help::all_games(say("games-none", &[]), session.prefix().await, theme)?));
    }
    let names = names(host, &boards).await?;
    if !session.is_public() {
        return Ok(Answer::Show(lists::matches(&boards, &set_aside, 0, asker.user, &names)));
    }
    // People here need not know about matches in other places, nor about unreadable ones, which may be anywhere.
    let (listed, elsewhere): (Vec<Board>, Vec<Board>) =
        boards.into_iter().partition(|it| threads::is_played_in(&it.current, asker.channel));
    let unlisted = elsewhere.len() + set_aside.len();
    Ok(Answer::Show(lists::matches(&listed, &[], unlisted, asker.user, &names)))
}

//! `stats`: what the matches of a server say about a game.

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Audience, Session, carry_out_for};
use crate::bot::{Command, Context, Done};
use crate::request::read_game;
use crate::views::standings::server_stats;
use games::{GAMES, Info, Refusal};

pub(super) fn command() -> Command {
    by_text(slash(), |session, words| Box::pin(async move { show(session, read_game(&words)?).await }))
}

#[poise::command(slash_command, rename = "stats")]
async fn slash(ctx: Context<'_>, #[autocomplete = "complete::games"] game: Option<String>) -> Done {
    let game = read_game(&game.unwrap_or_default());
    let audience = if game.is_ok() { Audience::Everybody } else { Audience::Asker };
    carry_out_for(ctx, audience, move |session| Box::pin(async move { show(session, game?).await })).await
}

async fn show(session: &Session<'_>, game: Option<&'static Info>) -> Acted {
    let guild = session.place.guild.ok_or_else(|| Refusal::new("stats-only-in-servers"))?;
    let info = game.unwrap_or(GAMES[0].info());
    Ok(Answer::Show(server_stats(info, &session.bot.host.server_stats(guild, info.key).await?)))
}

//! `leaderboard`, and its buttons: the best players of a game, of this server or of all.

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Audience, Session, carry_out_for, unknown_control};
use crate::bot::{Command, Context, Done};
use crate::controls::Ranking;
use crate::errors::contradiction;
use crate::request::read_game;
use crate::views::{View, standings};
use games::{GAMES, Info, Refusal};
use play::ports::Scope;
use texts::say;

pub(super) fn command() -> Command {
    by_text(slash(), |session, words| {
        Box::pin(async move {
            let (game, is_global) = read(&words)?;
            show(session, game, is_global).await
        })
    })
}

/// Which matches count, as a menu.
#[derive(poise::ChoiceParameter, Clone, Copy, PartialEq, Eq)]
enum Reach {
    #[name = "server"]
    Server,
    #[name = "global"]
    Global,
}

#[poise::command(slash_command, rename = "leaderboard", aliases("top", "lb"))]
async fn slash(
    ctx: Context<'_>,
    #[autocomplete = "complete::games"] game: Option<String>,
    scope: Option<Reach>,
) -> Done {
    let game = read_game(&game.unwrap_or_default());
    // Whatever is refused is nobody else's business.
    let audience = if game.is_ok() { Audience::Everybody } else { Audience::Asker };
    let is_global = scope == Some(Reach::Global);
    carry_out_for(ctx, audience, move |session| Box::pin(async move { show(session, game?, is_global).await })).await
}

/// Reads a game, and `server` or `global`, in any order.
fn read(words: &str) -> Result<(Option<&'static Info>, bool), Refusal> {
    let is_scope = |it: &&str| ["global", "server"].contains(&&*it.to_lowercase());
    let (scopes, name): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(is_scope);
    if scopes.iter().any(|it| !it.eq_ignore_ascii_case(scopes[0])) {
        return Err(contradiction("switch", vec!["`server`".to_owned(), "`global`".to_owned()], Vec::new()));
    }
    let is_global = scopes.first().is_some_and(|it| it.eq_ignore_ascii_case("global"));
    Ok((read_game(&name.join(" "))?, is_global))
}

async fn show(session: &Session<'_>, game: Option<&'static Info>, is_global: bool) -> Acted {
    session.show_typing().await;
    let game = game.unwrap_or(GAMES[0].info()).key.to_owned();
    page(session, Ranking { game, is_global }, 0).await
}

/// Shows a page of a leaderboard, or the first one where it has become shorter.
pub(super) async fn page(session: &Session<'_>, of: Ranking, page: u32) -> Acted {
    let (info, scope) = read_ranking(session, &of)?;
    let host = &session.bot.host;
    let mut found = host.leaderboard(info.key, scope, page).await?;
    if found.standings.is_empty() && page > 0 {
        found = host.leaderboard(info.key, scope, 0).await?;
    }
    Ok(Answer::Page(standings::leaderboard(info, scope, session.place.guild.is_some(), &found)))
}

/// Shows the page that the asker is on.
pub(super) async fn rank(session: &Session<'_>, of: Ranking) -> Acted {
    let (info, scope) = read_ranking(session, &of)?;
    let (host, user) = (&session.bot.host, session.asker.user);
    let Some(rank) = host.rank(user, info.key, scope).await? else {
        return Err(Refusal::new("leaderboard-without-you").with("game", info.name).into());
    };
    let found = host.leaderboard(info.key, scope, rank.page).await?;
    let view = standings::leaderboard(info, scope, session.place.guild.is_some(), &found);
    Ok(Answer::Page(View { content: say("leaderboard-rank", &[("rank", rank.place.to_string().into())]), ..view }))
}

/// Shows how strong the engine is at each level.
pub(super) fn levels(game: &str) -> Result<Answer, Refusal> {
    let game = games::find(game).ok_or_else(unknown_control)?;
    Ok(Answer::Show(standings::levels(game.info())))
}

/// The game of a leaderboard, and which matches count in it: outside of servers, those of all.
fn read_ranking(session: &Session<'_>, of: &Ranking) -> Result<(&'static Info, Scope), Refusal> {
    let game = games::find(&of.game).ok_or_else(unknown_control)?;
    let scope = session.place.guild.filter(|_| !of.is_global).map_or(Scope::Global, Scope::Server);
    Ok((game.info(), scope))
}

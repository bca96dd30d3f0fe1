//! `leaderboard`: the best players of a game, of this server or of all.

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Audience, Session, carry_out_for};
use crate::bot::{Command, Context, Done};
use crate::errors::contradiction;
use crate::request::read_game;
use crate::views::lists;
use games::{GAMES, Info, Refusal};
use play::ports::Scope;

/// How many players are shown.
const MAX_PLAYERS_SHOWN: u32 = 20;

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
    let game = game.unwrap_or(GAMES[0].info());
    let scope = match session.place.guild {
        Some(guild) if !is_global => Scope::Server(guild),
        _ => Scope::Global,
    };
    let standings = session.bot.host.leaderboard(game.key, scope, MAX_PLAYERS_SHOWN).await?;
    Ok(Answer::Show(lists::leaderboard(game, scope, &standings)))
}

//! `leaderboard`: the best players of a game, of this server or of all.

use super::complete;
use super::declare::both;
use super::session::{Answer, Audience, carry_out_for};
use crate::bot::{Command, Context, Done};
use crate::request::{contradiction, read_game};
use crate::views::lists;
use games::{GAMES, Info, Refusal};
use play::ports::Scope;

/// How many players are shown.
const MAX_PLAYERS_SHOWN: u32 = 20;

pub(super) fn command() -> Command {
    both(slash(), prefix())
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
    show(ctx, game.map(|game| (game, scope == Some(Reach::Global)))).await
}

#[poise::command(prefix_command, rename = "leaderboard")]
async fn prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    let words = words.unwrap_or_default();
    let is_scope = |it: &&str| ["global", "server"].contains(&&*it.to_lowercase());
    let (scopes, name): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(is_scope);
    let is_global = scopes.first().is_some_and(|it| it.eq_ignore_ascii_case("global"));
    let read = match scopes.iter().all(|it| it.eq_ignore_ascii_case(scopes[0])) {
        true => read_game(&name.join(" ")).map(|game| (game, is_global)),
        false => Err(contradiction("switch", vec!["`server`".to_owned(), "`global`".to_owned()], Vec::new())),
    };
    show(ctx, read).await
}

async fn show(ctx: Context<'_>, read: Result<(Option<&'static Info>, bool), Refusal>) -> Done {
    let audience = if read.is_ok() { Audience::Everybody } else { Audience::Asker };
    carry_out_for(ctx, audience, move |session| {
        Box::pin(async move {
            let (game, is_global) = read?;
            let game = game.unwrap_or(GAMES[0].info());
            let scope = match session.place.guild {
                Some(guild) if !is_global => Scope::Server(guild),
                _ => Scope::Global,
            };
            let standings = session.bot.host.leaderboard(game.key, scope, MAX_PLAYERS_SHOWN).await?;
            Ok(Answer::Show(lists::leaderboard(game, scope, &standings)))
        })
    })
    .await
}

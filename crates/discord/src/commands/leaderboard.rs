//! `leaderboard`: the best players of a game, of this server or of all.

use super::{Command, Context, Done, acknowledge_publicly, answer, both, complete};
use crate::bot::place_of;
use crate::request::{contradiction, read_game};
use crate::views;
use games::GAMES;
use play::ports::Scope;

/// How many players are shown.
const MAX_PLAYERS_SHOWN: u32 = 20;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

/// Which matches count, as a menu.
#[derive(poise::ChoiceParameter, Clone, Copy, PartialEq, Eq)]
enum Where {
    #[name = "server"]
    Server,
    #[name = "global"]
    Global,
}

#[poise::command(slash_command, rename = "leaderboard", aliases("top", "lb"))]
async fn slash(
    ctx: Context<'_>,
    #[autocomplete = "complete::games"] game: Option<String>,
    scope: Option<Where>,
) -> Done {
    let wanted = scope.map(|it| if it == Where::Global { "global" } else { "server" }.to_owned());
    let words: Vec<String> = [game, wanted].into_iter().flatten().collect();
    show(ctx, &words.join(" ")).await
}

#[poise::command(prefix_command, rename = "leaderboard")]
async fn prefix(ctx: Context<'_>, #[rest] words: Option<String>) -> Done {
    show(ctx, words.as_deref().unwrap_or_default()).await
}

async fn show(ctx: Context<'_>, words: &str) -> Done {
    let is_scope = |it: &&str| ["global", "server"].contains(&it.to_lowercase().as_str());
    let (scopes, name): (Vec<&str>, Vec<&str>) = words.split_whitespace().partition(is_scope);
    if scopes.iter().any(|it| !it.eq_ignore_ascii_case(scopes[0])) {
        let both = vec!["`server`".to_owned(), "`global`".to_owned()];
        return Err(contradiction("switch", both, Vec::new()).into());
    }
    let global = scopes.first().is_some_and(|it| it.eq_ignore_ascii_case("global"));
    let game = read_game(&name.join(" "))?.unwrap_or(GAMES[0].info());
    let scope = match place_of(ctx).guild {
        Some(guild) if !global => Scope::Server(guild),
        _ => Scope::Global,
    };
    acknowledge_publicly(ctx).await?;
    let standings = ctx.data().host.leaderboard(game.key, scope, MAX_PLAYERS_SHOWN).await?;
    answer(ctx, views::lists::leaderboard(game, scope, &standings), false).await
}

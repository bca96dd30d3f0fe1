//! `leaderboard`: the best players of a game, of this server or of all.

use super::{Command, Context, Done, answer, both, complete};
use crate::discord::bot::place_of;
use crate::discord::request::unknown_game;
use crate::discord::views;
use crate::play::ports::Scope;
use games::GAMES;

/// How many players are shown.
const MOST: u32 = 20;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

/// Whose matches count, as a menu.
#[derive(poise::ChoiceParameter, Clone, Copy, PartialEq, Eq)]
enum Where {
    #[name = "server"]
    Server,
    #[name = "global"]
    Global,
}

#[poise::command(slash_command, rename = "leaderboard", aliases("top"))]
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
    let (mut game, mut global) = (GAMES[0], false);
    for word in words.split_whitespace() {
        match word.to_lowercase().as_str() {
            "global" => global = true,
            "server" => global = false,
            name => {
                game = games::find(name).ok_or_else(|| unknown_game(word))?;
            }
        }
    }
    let scope = match place_of(ctx).guild {
        Some(guild) if !global => Scope::Server(guild),
        _ => Scope::Global,
    };
    ctx.defer().await?;
    let standings = ctx.data().host.leaderboard(game.info().key, scope, MOST).await?;
    answer(ctx, views::lists::leaderboard(game.info(), scope, &standings), false).await
}

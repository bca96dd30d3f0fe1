//! `help`: all commands, or one.

use super::{Command, Context, Done, answer};
use crate::errors::shorten;
use crate::request::spelling::nearest;
use crate::views;
use games::Refusal;

pub(super) fn command() -> Command {
    help()
}

#[poise::command(slash_command, prefix_command)]
async fn help(ctx: Context<'_>, command: Option<String>) -> Done {
    let commands = &ctx.framework().options().commands;
    let prefix = &ctx.data().prefix;
    let Some(wanted) = command else {
        return answer(ctx, views::help::all_commands(commands, prefix), true).await;
    };
    let name = wanted.trim_start_matches(['/', '!']).to_lowercase();
    let found = commands.iter().find(|it| it.name == name || it.aliases.iter().any(|alias| *alias == name));
    let unknown = || {
        let meant = nearest(&name, commands.iter().map(|it| it.name.as_ref()));
        let code = if meant.is_some() { "did-you-mean-command" } else { "unknown-command" };
        Refusal::new(code)
            .with("name", shorten(&wanted))
            .with("prefix", prefix.to_string())
            .with("meant", meant.unwrap_or_default())
    };
    answer(ctx, views::help::one_command(found.ok_or_else(unknown)?, prefix), true).await
}

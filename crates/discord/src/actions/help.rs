//! `help`: all commands, or one. `about`: what this bot is.

use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use crate::bot::{Command, Context, Done};
use crate::errors::shorten;
use crate::request::spelling::nearest;
use crate::views::help as views;
use games::Refusal;

pub(super) fn commands() -> [Command; 2] {
    [help(), about()]
}

#[poise::command(slash_command, prefix_command)]
async fn help(ctx: Context<'_>, command: Option<String>) -> Done {
    let commands = &ctx.framework().options().commands;
    carry_out(ctx, move |session| Box::pin(explain(session, commands, command))).await
}

async fn explain(session: &Session<'_>, commands: &[Command], command: Option<String>) -> Acted {
    let prefix = session.prefix().await;
    let Some(wanted) = command else { return Ok(Answer::Show(views::all_commands(prefix))) };
    let name = wanted.trim_start_matches(['/', '!']).to_lowercase();
    let found = commands.iter().find(|it| it.name == name || it.aliases.iter().any(|alias| *alias == name));
    let unknown = || {
        let meant = nearest(&name, commands.iter().map(|it| it.name.as_ref()));
        let code = if meant.is_some() { "did-you-mean-command" } else { "unknown-command" };
        Refusal::new(code)
            .with("name", shorten(&wanted))
            .with("prefix", prefix.unwrap_or("/"))
            .with("meant", meant.unwrap_or_default())
    };
    Ok(Answer::Show(views::one_command(&found.ok_or_else(unknown)?.name, prefix)))
}

/// Explains the command that was chosen from a menu.
pub(super) async fn explain_chosen(session: &Session<'_>) -> Acted {
    let name = session.value()?;
    let is_known = views::GROUPS.iter().any(|it| it.contains(&name));
    if !is_known {
        return Err(unknown_control().into());
    }
    Ok(Answer::Page(views::details(name, session.prefix().await)))
}

#[poise::command(slash_command, prefix_command)]
async fn about(ctx: Context<'_>) -> Done {
    carry_out(ctx, |_| Box::pin(async { Ok(Answer::Show(views::about())) })).await
}

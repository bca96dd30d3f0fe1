//! What goes wrong before an action begins.

use poise::FrameworkError;

use crate::actions::{self, messages};
use crate::bot::{Bot, Command, Context};
use crate::errors::{CommandError, shorten};
use games::Refusal;

/// Answers what can't be carried out: unknown commands, and arguments that can't be read. What goes wrong in an action is
/// answered there.
pub(super) async fn on_error(error: FrameworkError<'_, Bot, CommandError>) {
    let answered = match error {
        FrameworkError::ArgumentParse { input, ctx, .. } => {
            actions::refuse_arguments(ctx, bad_argument(ctx, input)).await
        }
        FrameworkError::UnknownCommand { msg, content_start, framework, .. } => {
            let (prefix, words) = msg.content.split_at_checked(content_start.into()).unwrap_or(("", &msg.content));
            let known = spellings(&framework.options().commands);
            let (ctx, bot) = (framework.serenity_context, framework.user_data);
            // Other bots may have the same prefix. So if a message does not call us by name, we answer only if we are
            // surely meant.
            if prefix.contains("<@") || msg.guild_id.is_none() {
                messages::addressed(ctx, bot, msg, words, &known).await
            } else {
                messages::mistyped(ctx, bot, msg, words, &known).await
            }
        }
        FrameworkError::NonCommandMessage { error, framework, msg, .. } => {
            messages::refuse(framework.serenity_context, framework.user_data, msg, error).await;
            Ok(())
        }
        FrameworkError::Setup { error, .. } => {
            tracing::error!(error = &error as &dyn std::error::Error, "the commands could not be registered");
            Ok(())
        }
        FrameworkError::EventHandler { error, .. } => {
            tracing::error!(error = error.without_address(), "an event could not be handled");
            Ok(())
        }
        other => {
            tracing::warn!("{other}");
            Ok(())
        }
    };
    if let Err(error) = answered {
        tracing::warn!(error = error.without_address(), "a message could not be answered");
    }
}

/// All names and aliases of commands.
fn spellings(commands: &[Command]) -> Vec<&str> {
    let names = commands.iter().map(|it| it.name.as_ref());
    names.chain(commands.iter().flat_map(|it| it.aliases.iter().map(AsRef::as_ref))).collect()
}

fn bad_argument(ctx: Context<'_>, input: Option<String>) -> Refusal {
    let said = match ctx {
        Context::Prefix(prefixed) => prefixed.args.trim(),
        Context::Application(_) => "",
    };
    Refusal::new("bad-argument")
        .with("text", shorten(input.as_deref().unwrap_or(said)))
        .with("command", whole_command(ctx))
        .with("prefix", ctx.data().prefix.to_string())
}

/// The name under which `help` explains a command that may be a part of another one.
fn whole_command(ctx: Context<'_>) -> String {
    ctx.parent_commands().first().map_or(&ctx.command().name, |it| &it.name).to_string()
}

//! Errors in commands, and what people are told about them.

use poise::FrameworkError;

use crate::bot::ack::is_acknowledged;
use crate::bot::{Bot, Command, Context, error_view, usage};
use crate::errors::{self, CommandError};
use crate::views::View;
use crate::{commands, replies};
use games::Refusal;
use metrics::CommandOutcome;

/// The one place where an error in a command becomes an answer.
pub(super) async fn on_error(error: FrameworkError<'_, Bot, CommandError>) {
    let answered = match error {
        FrameworkError::Command { error: CommandError::Elsewhere, .. }
        | FrameworkError::CommandCheckFailed { error: Some(CommandError::Elsewhere), .. } => Ok(()),
        // Another process has received the same interaction, and has answered it.
        FrameworkError::Command { error: CommandError::Discord(error), .. } if is_acknowledged(&error) => Ok(()),
        FrameworkError::Command { error, ctx, .. }
        | FrameworkError::CommandCheckFailed { error: Some(error), ctx, .. } => {
            usage::end(ctx, error.outcome()).await;
            match error_view::view(&error, ctx.data(), commands::only_reader(ctx)).await {
                Some(told) => commands::refuse(ctx, told).await,
                // Whoever did it may have been killed before answering.
                None if matches!(ctx, Context::Application(_)) => {
                    commands::answer(ctx, View::text(texts::say("done-already", &[])), true).await
                }
                None => Ok(()),
            }
        }
        FrameworkError::ArgumentParse { input, ctx, .. } => {
            usage::end(ctx, CommandOutcome::Refused).await;
            commands::refuse(ctx, View::text(explain_argument(ctx, input))).await
        }
        FrameworkError::CommandPanic { payload, ctx, .. } => {
            tracing::error!(command = ctx.command().name.as_ref(), ?payload, "a command panicked");
            usage::end(ctx, CommandOutcome::Failed).await;
            commands::refuse(ctx, View::text(texts::say("fault", &[]))).await
        }
        FrameworkError::UnknownCommand { msg, content_start, framework, .. } => {
            let (prefix, words) = msg.content.split_at_checked(content_start.into()).unwrap_or(("", &msg.content));
            let known = spellings(&framework.options().commands);
            let (ctx, bot) = (framework.serenity_context, framework.user_data);
            // Other bots may have the same prefix. So if a message does not call us by name, we answer only if we are
            // surely meant.
            if prefix.contains("<@") || msg.guild_id.is_none() {
                replies::addressed(ctx, bot, msg, words, &known).await
            } else {
                replies::mistyped(ctx, bot, msg, words, &known).await
            }
        }
        FrameworkError::NonCommandMessage { error, framework, msg, .. } => {
            replies::answer(framework.serenity_context, framework.user_data, msg, View::text(error.explain())).await
        }
        FrameworkError::Setup { error, .. } => {
            tracing::error!(error = &error as &dyn std::error::Error, "the commands could not be registered");
            Ok(())
        }
        FrameworkError::EventHandler { error, .. } => {
            tracing::error!(error = error.without_address(), "an event could not be handled");
            Ok(())
        }
        // Another process answers it, or there is nothing more to say.
        FrameworkError::CommandCheckFailed { error: None, .. } => Ok(()),
        other => {
            tracing::warn!("{other}");
            Ok(())
        }
    };
    if let Err(error) = answered {
        tracing::warn!(error = error.without_address(), "an answer could not be sent");
    }
}

/// All names and aliases of commands.
fn spellings(commands: &[Command]) -> Vec<&str> {
    let names = commands.iter().map(|it| it.name.as_ref());
    names.chain(commands.iter().flat_map(|it| it.aliases.iter().map(AsRef::as_ref))).collect()
}

fn explain_argument(ctx: Context<'_>, input: Option<String>) -> String {
    let said = match ctx {
        Context::Prefix(prefixed) => prefixed.args.trim(),
        Context::Application(_) => "",
    };
    let refusal = Refusal::new("bad-argument")
        .with("text", errors::shorten(input.as_deref().unwrap_or(said)))
        .with("command", commands::whole_command(ctx))
        .with("prefix", ctx.data().prefix.to_string());
    errors::explain(&refusal)
}

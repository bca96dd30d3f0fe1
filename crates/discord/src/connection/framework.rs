//! The framework: what a command begins with, and how commands are registered with Discord.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use poise::{Framework, FrameworkOptions, PrefixFrameworkOptions};
use serde_json::Value;
use serenity::{CreateAllowedMentions, Http, LightMethod, Request, Route};

use super::command_errors::on_error;
use super::events::on_event;
use crate::actions::{self, messages};
use crate::bot::Bot;
use crate::errors::CommandError;

/// The framework that gives each event to its handler: a command, what is no command, or anything else that is heard.
pub(super) fn framework(bot: Bot) -> Framework<Bot, CommandError> {
    let options = FrameworkOptions {
        commands: actions::all(),
        on_error: |error| Box::pin(on_error(error)),
        event_handler: |ctx, event| Box::pin(on_event(ctx, event)),
        allowed_mentions: Some(CreateAllowedMentions::new()),
        prefix_options: PrefixFrameworkOptions {
            prefix: Some(bot.prefix.to_string().into()),
            mention_as_prefix: true,
            stripped_dynamic_prefix: Some(|_, message, bot| Box::pin(async move { Ok(spoken_prefix(message, bot)) })),
            case_insensitive_commands: true,
            non_command_message: Some(|ctx, message| {
                Box::pin(messages::heard(ctx.serenity_context, ctx.user_data, message))
            }),
            ..PrefixFrameworkOptions::default()
        },
        initialize_owners: false,
        ..FrameworkOptions::default()
    };
    Framework::builder()
        .options(options)
        .setup(move |ctx, ready, framework| {
            Box::pin(async move {
                tracing::info!(bot = ready.user.name, servers = ready.guilds.len(), "connected to Discord");
                let commands = poise::builtins::create_application_commands(&framework.options().commands);
                tokio::spawn(register(Arc::clone(&ctx.http), commands));
                Ok(bot.called(ready.user.id))
            })
        })
        .build()
}

/// What precedes a command besides the prefix.
fn spoken_prefix<'a>(message: &'a serenity::Message, bot: &Bot) -> Option<&'a str> {
    let role = message.guild_id.and_then(|it| bot.role_in(it));
    private_prefix(message).or_else(|| mention_prefix(&message.content, bot.me?, role, &bot.prefix))
}

/// The mention of the bot, or of its role, at the beginning of a text, with a comma or a colon, as people address each
/// other, and with the prefix.
fn mention_prefix<'a>(
    text: &'a str,
    me: serenity::UserId,
    role: Option<serenity::RoleId>,
    prefix: &str,
) -> Option<&'a str> {
    let (id, rest) = text.strip_prefix("<@")?.split_once('>')?;
    let is_role = || role.is_some_and(|it| id == format!("&{it}"));
    if id.strip_prefix('!').unwrap_or(id) != me.to_string() && !is_role() {
        return None;
    }
    let words = rest.trim_start_matches([',', ':']).trim_start();
    // A prefix that is a word could also be the beginning of one.
    let is_sign = !prefix.ends_with(char::is_alphanumeric);
    let words = words.strip_prefix(prefix).filter(|_| is_sign).unwrap_or(words);
    Some(&text[..text.len() - words.len()])
}

/// The prefix of commands in the bot's own direct messages: none, because nobody else can be meant there. People may
/// type a slash where Discord offers no command.
fn private_prefix(message: &serenity::Message) -> Option<&str> {
    let content = &message.content;
    let is_to_the_bot = message.guild_id.is_none() && !content.trim().is_empty() && !content.starts_with("<@");
    is_to_the_bot.then(|| if content.starts_with('/') { &content[..1] } else { "" })
}

/// Discord's number for the type of an Entry Point command.
const ENTRY_POINT: u8 = 4;

/// Registers the commands in place of those before. An application with Activities has an Entry Point command, and Discord
/// takes no list without it, so that one is sent along as it is.
async fn replace_commands(http: &Http, commands: &[serenity::CreateCommand]) -> Result<(), CommandError> {
    let application_id = http.application_id().ok_or(serenity::Error::Other("the application's id isn't known"))?;
    let localized = Some(vec![("with_localizations", true.to_string())]);
    let ask = Request::new(Route::Commands { application_id }, LightMethod::Get).params(localized);
    let mut all: Vec<Value> = http.fire(ask).await?;
    all.retain(|it| it["type"] == ENTRY_POINT);
    for command in commands {
        all.push(serde_json::to_value(command)?);
    }
    http.create_global_commands(&all).await?;
    Ok(())
}

/// Registers the commands with Discord, and retries until that works. Meanwhile the bot is already listening.
async fn register(http: Arc<Http>, commands: Vec<serenity::CreateCommand>) {
    let mut wait = Duration::from_secs(1);
    while let Err(error) = replace_commands(&http, &commands).await {
        tracing::warn!(
            error = error.without_address(),
            wait_s = wait.as_secs(),
            "the commands could not be registered"
        );
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(Duration::from_secs(300));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bot_is_addressed_as_people_are() {
        let (me, role) = (serenity::UserId::new(7), Some(serenity::RoleId::new(9)));
        let words = |text: &'static str| mention_prefix(text, me, role, "!").map(|it| &text[it.len()..]);
        for text in [
            "<@7> help",
            "<@!7> help",
            "<@7>, help",
            "<@7>: help",
            "<@7> !help",
            "<@7>,!help",
            "<@&9> help",
            "<@&9>, !help",
        ] {
            assert_eq!(words(text), Some("help"), "{text}");
        }
        assert_eq!(mention_prefix("<@7> play", me, role, "p"), Some("<@7> "), "that is not the prefix");
        assert_eq!(mention_prefix("<@&9> play", me, None, "!"), None, "that is another role");
        for text in ["<@8>, help", "help, <@7>", "<@77> help", "<@7", "<@9> help", "<@&7> help", "<@&99> help"] {
            assert_eq!(words(text), None, "{text}");
        }
    }
}

//! Messages that are no commands: a bare move in reply to a board, or said to the bot by name.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{CreateAllowedMentions, CreateMessage, Message};

use super::bot::{Bot, Done, asker_in, place};
use super::errors::CommandError;
use super::usage;
use crate::metrics::CommandOutcome;
use crate::play::decide::Said;
use crate::play::{MessageId, Which};
use games::Syntax;

/// A message in reply to a board plays the move that it is. Anything else is conversation, and none of our business.
pub(super) async fn handle(ctx: &serenity::Context, bot: &Bot, message: &Message) -> Done {
    let Some(replied) = message.message_reference.as_ref().and_then(|it| it.message_id) else { return Ok(()) };
    let text = without_mentions(&message.content);
    if !looks_like_a_move(&text) {
        return Ok(());
    }
    if !shows_board(bot, message, replied).await? {
        return Ok(());
    }
    play(ctx, bot, message, Which::Shown(MessageId(replied.get())), &text).await
}

/// A reply that comes so soon after the message, in seconds, may be faster than the note that it shows a board.
const AT_ONCE: i64 = 5;

/// How often, and after which time, such a note is looked for again.
const LOOKS: u32 = 8;
const PAUSE: Duration = Duration::from_millis(250);

/// Whether the message that was replied to shows a board.
async fn shows_board(bot: &Bot, message: &Message, replied: serenity::MessageId) -> Result<bool, CommandError> {
    let gap = message.id.created_at().unix_timestamp() - replied.created_at().unix_timestamp();
    let again = if gap < AT_ONCE { LOOKS } else { 0 };
    for _ in 0..again {
        if bot.host.is_board(MessageId(replied.get())).await? {
            return Ok(true);
        }
        tokio::time::sleep(PAUSE).await;
    }
    Ok(bot.host.is_board(MessageId(replied.get())).await?)
}

/// A message to the bot by name that is no command may be a move; otherwise the asker is shown the way.
pub(super) async fn addressed(ctx: &serenity::Context, bot: &Bot, message: &Message) -> Done {
    let text = without_mentions(&message.content);
    if looks_like_a_move(&text) {
        let which = match message.message_reference.as_ref().and_then(|it| it.message_id) {
            Some(replied) if shows_board(bot, message, replied).await? => Which::Shown(MessageId(replied.get())),
            _ => Which::Here,
        };
        return play(ctx, bot, message, which, &text).await;
    }
    let key = if text.is_empty() { "greeting" } else { "unknown-request" };
    let word = super::errors::shorten(text.split_whitespace().next().unwrap_or_default());
    let facts = [("prefix", bot.prefix.to_string().into()), ("name", word.into())];
    answer(ctx, message, crate::i18n::say(key, &facts)).await
}

async fn play(ctx: &serenity::Context, bot: &Bot, message: &Message, which: Which, text: &str) -> Done {
    bot.meet(&message.author).await;
    let usage = usage::of("reply", &message.author, place(message.guild_id, message.channel_id));
    match bot.host.play_move(asker_in(message.author.id, message.channel_id), which, Said::Text(text)).await {
        Ok(_) => {
            usage.ended(CommandOutcome::Done);
            Ok(())
        }
        Err(trouble) => {
            let trouble = CommandError::from(trouble);
            usage.ended(trouble.outcome());
            answer(ctx, message, trouble.explain()).await
        }
    }
}

/// Answers a message without notifying anybody.
pub(super) async fn answer(ctx: &serenity::Context, message: &Message, text: String) -> Done {
    let reply = CreateMessage::new()
        .content(text)
        .reference_message(message)
        .allowed_mentions(CreateAllowedMentions::new().replied_user(false));
    message.channel_id.send_message(&ctx.http, reply).await?;
    Ok(())
}

fn without_mentions(content: &str) -> String {
    let words = content.split_whitespace().filter(|it| super::request::mentioned(it).is_none());
    words.collect::<Vec<_>>().join(" ")
}

/// A single letter or word of conversation is not taken for a move.
fn looks_like_a_move(text: &str) -> bool {
    match text.parse::<Syntax>() {
        Ok(Syntax::Pass | Syntax::Whole(..)) => true,
        Ok(Syntax::Beginning(text)) => text.len() >= 2,
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_told_from_conversation() {
        for (text, is_move) in [
            ("f3-d5", true),
            ("F3 d5.", true),
            ("pass", true),
            ("f3", true),
            ("a", false),
            ("nice move!", false),
            ("", false),
        ] {
            assert_eq!(looks_like_a_move(text), is_move, "{text}");
        }
        assert_eq!(without_mentions("<@123> f3-d5"), "f3-d5");
    }
}

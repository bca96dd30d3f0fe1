//! Messages that are not commands: a bare move, in reply to a board or addressed to the bot.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{CreateAllowedMentions, Message};

use super::bot::labels::labels;
use super::bot::{Bot, Done, asker_in, error_view, place, usage, user_id};
use super::controls::{Ask, TypedMove};
use super::errors::{CommandError, guarded, shorten};
use super::request::spelling;
use super::views::View;
use super::views::which::which_match;
use crate::i18n::say;
use crate::metrics::CommandOutcome;
use crate::play::decide::{Said, cut_draw};
use crate::play::{Asker, HostError, Meant, MessageId, Place, PlayedMove, Which, Wish};
use games::Syntax;

/// A message in reply to a board, or to a reminder of one, plays the move that it contains. Anything else is
/// conversation, and is ignored.
pub(super) async fn handle(ctx: &serenity::Context, bot: &Bot, message: &Message) -> Done {
    let text = without_mentions(&message.content);
    if !looks_like_a_move(&text) {
        return Ok(());
    }
    let Some(shown) = board_replied_to(bot, message).await? else { return Ok(()) };
    play(ctx, bot, message, Which::Shown(shown), &text).await
}

/// The board that a message replies to: that message itself, or if it is one of a bot's, like a reminder, the one that it
/// replies to in turn.
async fn board_replied_to(bot: &Bot, message: &Message) -> Result<Option<MessageId>, HostError> {
    let Some(replied) = message.message_reference.as_ref().and_then(|it| it.message_id) else { return Ok(None) };
    if shows_board(bot, message, replied).await? {
        return Ok(Some(MessageId(replied.get())));
    }
    let reminder = message.referenced_message.as_ref().filter(|it| it.author.bot);
    let about = reminder.and_then(|it| it.message_reference.as_ref()).and_then(|it| it.message_id);
    match about {
        Some(board) if shows_board(bot, message, board).await? => Ok(Some(MessageId(board.get()))),
        _ => Ok(None),
    }
}

/// A reply this soon after the message, in seconds, may arrive before we have noted that the message shows a board.
const AT_ONCE: i64 = 5;

/// How often we look for that note again, and after which time.
const ATTEMPTS: u32 = 8;
const ATTEMPT_DELAY: Duration = Duration::from_millis(250);

/// Whether the message that was replied to shows a board.
async fn shows_board(bot: &Bot, message: &Message, replied: serenity::MessageId) -> Result<bool, HostError> {
    let gap = message.id.created_at().unix_timestamp() - replied.created_at().unix_timestamp();
    let again = if gap < AT_ONCE { ATTEMPTS } else { 0 };
    for _ in 0..again {
        if bot.host.is_board(MessageId(replied.get())).await? {
            return Ok(true);
        }
        tokio::time::sleep(ATTEMPT_DELAY).await;
    }
    bot.host.is_board(MessageId(replied.get())).await
}

/// Whether this process is to act on a message. People who ask too much are told so.
async fn is_admitted(ctx: &serenity::Context, bot: &Bot, message: &Message) -> Result<bool, CommandError> {
    if !bot.is_mine(message.id.get()).await? {
        return Ok(false);
    }
    match bot.admits_message(user_id(message.author.id), place(message.guild_id, message.channel_id)) {
        Ok(is_admitted) => Ok(is_admitted),
        Err(refusal) => {
            answer(ctx, bot, message, error_view::explained(&refusal.into(), bot, None).await).await?;
            Ok(false)
        }
    }
}

/// A message with the prefix that is none of the `known` commands is answered only if it is very similar to one. In
/// reply to a board it may be a move.
pub(super) async fn mistyped(
    ctx: &serenity::Context,
    bot: &Bot,
    message: &Message,
    words: &str,
    known: &[&str],
) -> Done {
    let word = words.split_whitespace().next().unwrap_or_default();
    let Some(meant) = spelling::all_but(word, known.iter().copied()) else {
        return handle(ctx, bot, message).await;
    };
    suggest(ctx, bot, message, || did_you_mean(bot, word, meant)).await
}

/// A message addressed only to the bot that is none of the `known` commands may be a move. Otherwise the answer
/// suggests what to ask.
pub(super) async fn addressed(
    ctx: &serenity::Context,
    bot: &Bot,
    message: &Message,
    words: &str,
    known: &[&str],
) -> Done {
    let text = without_mentions(words);
    if looks_like_a_move(&text) {
        let which = board_replied_to(bot, message).await?.map_or(Which::Here, Which::Shown);
        return play(ctx, bot, message, which, &text).await;
    }
    suggest(ctx, bot, message, || show_the_way(bot, &text, known)).await
}

/// Suggests what somebody can ask for.
async fn suggest(ctx: &serenity::Context, bot: &Bot, message: &Message, suggestion: impl Fn() -> String) -> Done {
    if is_admitted(ctx, bot, message).await? {
        answer(ctx, bot, message, View::text(suggestion())).await?;
    }
    Ok(())
}

/// The answer to somebody who has given neither a command nor a move.
fn show_the_way(bot: &Bot, text: &str, known: &[&str]) -> String {
    let said: Vec<String> = text.split_whitespace().map(bare_word).filter(|it| !it.is_empty()).collect();
    let prefix = || bot.prefix.to_string().into();
    let Some(first) = said.first().filter(|it| !GREETINGS.contains(&it.as_str()) || said.len() > 1) else {
        return say("greeting", &[("prefix", prefix())]);
    };
    if let Some(meant) = spelling::nearest(first, known.iter().copied()) {
        return did_you_mean(bot, first, meant);
    }
    // A sentence may contain the name of a command: "what games are there?"
    if let Some(meant) = said.iter().find(|it| it.len() >= SURE_WORD && known.contains(&it.as_str())) {
        return say("perhaps-command", &[("meant", meant.clone().into()), ("prefix", prefix())]);
    }
    say("unknown-request", &[("prefix", prefix()), ("name", shorten(first).into())])
}

/// Words that are only a greeting.
const GREETINGS: [&str; 5] = ["hi", "hello", "hey", "hallo", "start"];

/// If a word with this many letters is a command, that is no coincidence.
const SURE_WORD: usize = 4;

/// A word in a sentence without punctuation.
fn bare_word(word: &str) -> String {
    word.trim_matches(|it: char| it.is_ascii_punctuation()).to_lowercase()
}

fn did_you_mean(bot: &Bot, word: &str, meant: &str) -> String {
    let facts =
        [("name", shorten(word).into()), ("meant", meant.to_owned().into()), ("prefix", bot.prefix.to_string().into())];
    say("did-you-mean-command", &facts)
}

async fn play(ctx: &serenity::Context, bot: &Bot, message: &Message, which: Which, text: &str) -> Done {
    if !is_admitted(ctx, bot, message).await? {
        return Ok(());
    }
    bot.meet(&message.author).await;
    let usage = usage::of("reply", &message.author, place(message.guild_id, message.channel_id));
    let asker = asker_in(message.author.id, message.channel_id, message.id.get());
    let asker = Asker { is_alone: message.guild_id.is_none(), ..asker };
    match guarded(try_play(bot, asker, which, text)).await {
        Ok(told) => {
            usage.ended(CommandOutcome::Done);
            match told {
                Some(told) => answer(ctx, bot, message, told).await,
                None => Ok(()),
            }
        }
        Err(error) => {
            usage.ended(error.outcome());
            let reader = message.guild_id.is_none().then(|| user_id(message.author.id));
            match error_view::view(&error, bot, reader).await {
                Some(told) => answer(ctx, bot, message, told).await,
                None => Ok(()),
            }
        }
    }
}

/// Plays a move in the match that is meant. Returns what is to be told besides the board: the question if only the asker
/// can say which match that is, or where the board is, if it is elsewhere.
async fn try_play(bot: &Bot, asker: Asker, which: Which, text: &str) -> Result<Option<View>, CommandError> {
    let wish = Wish::Move(cut_draw(text).0);
    let meant = if which == Which::Here { bot.host.meant(asker, wish).await? } else { None };
    let which = match (meant, TypedMove::read(text)) {
        (Some(Meant::One(id)), _) => Which::Number(id),
        (Some(Meant::OneOf(boards)), Some(typed)) => {
            let matches = labels(&bot.host, &boards, asker.user).await?;
            return Ok(Some(which_match(matches, asker.user, Ask::Move(typed))));
        }
        _ => which,
    };
    let played = bot.host.play_move(asker, which, Said::Text(text)).await?;
    Ok(played_elsewhere(asker, &played))
}

/// Confirms a move to somebody who is alone with the bot and has moved in a match that is played elsewhere.
pub(super) fn played_elsewhere(asker: Asker, played: &PlayedMove) -> Option<View> {
    let current = &played.board.current;
    let facts = [("match", current.id.to_string().into()), ("move", played.chosen.to_string().into())];
    is_elsewhere(asker, current.place).then(|| View::text(say("move-played-in", &facts)))
}

/// Whether somebody is alone with the bot, and does not see what is shown in a place.
pub(super) fn is_elsewhere(asker: Asker, place: Place) -> bool {
    asker.is_alone && place.channel != asker.channel
}

/// Answers a message without notifying anybody.
pub(super) async fn answer(ctx: &serenity::Context, bot: &Bot, message: &Message, view: View) -> Done {
    let closed = CreateAllowedMentions::new().replied_user(false);
    let reply = view.message(bot.database, None).reference_message(message).allowed_mentions(closed);
    message.channel_id.send_message(&ctx.http, reply).await?;
    Ok(())
}

fn without_mentions(content: &str) -> String {
    let words = content.split_whitespace().filter(|it| super::request::mentioned(it).is_none());
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a text may be a move. A single letter or an ordinary word is not.
fn looks_like_a_move(text: &str) -> bool {
    match cut_draw(text).0.parse::<Syntax>() {
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
            ("f3-d5 draw", true),
            ("a draw", false),
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

//! Messages that are not commands: a move in reply to a message of the bot, addressed to the bot, or alone.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::Message;

use super::moves::{SpokenMove, bare_move, named_move, play_text};
use super::replied_to::{RepliedTo, replied_to};
use super::session::{Answer, Audience, Session, Source};
use crate::bot::{Bot, asker_in, place, user_id};
use crate::errors::{CommandError, explain, shorten};
use crate::request::spelling;
use crate::views::lists::play_mentioned;
use crate::views::{self, View};
use games::Refusal;
use games::board::Move;
use play::decide::MoveText;
use play::{Board, HostError, MatchChoice, decide};
use texts::{Text, say};

/// A message in reply to an exercise, or to a message about a match, plays the move that it contains, and so does a move
/// alone in the thread of a match. Elsewhere a move alone gets a button. Anything else is conversation, and is ignored.
pub(crate) async fn heard(ctx: &serenity::Context, bot: &Bot, message: &Message) -> Result<(), CommandError> {
    let text = without_mentions(&message.content);
    let spoken = SpokenMove::read(&text);
    if spoken == SpokenMove::Missing || message.author.bot {
        return Ok(());
    }
    match (replied_to(bot, message).await, spoken) {
        (Err(error), SpokenMove::Clear(_)) => refuse(ctx, bot, message, error).await,
        (Err(_), _) => {}
        (Ok(Some(RepliedTo::Match(about))), SpokenMove::Clear(clear)) => play(ctx, bot, message, about, clear).await,
        (Ok(Some(RepliedTo::Match(about))), _) => explain_unclear(ctx, bot, message, about, &text).await?,
        (Ok(Some(RepliedTo::Exercise(_))), SpokenMove::Clear(clear)) => {
            play(ctx, bot, message, MatchChoice::Here, clear).await;
        }
        (Ok(Some(RepliedTo::Exercise(_))), _) => refuse(ctx, bot, message, unclear_move(&text).into()).await,
        (Ok(None), _) => hear_bare_move(ctx, bot, message).await?,
    }
    Ok(())
}

/// Plays a move in the match that is named, or where it is meant.
async fn play(ctx: &serenity::Context, bot: &Bot, message: &Message, which: MatchChoice, typed: MoveText) {
    let session = Session::new(bot, &ctx.http, Source::Message(message));
    let played = session.carry_out("reply", Audience::Asker, move |session| {
        Box::pin(async move { play_text(session, which, typed).await })
    });
    played.await;
}

/// Tells somebody who replies to the live board of their own match why that plays nothing.
async fn explain_unclear(
    ctx: &serenity::Context,
    bot: &Bot,
    message: &Message,
    shown: MatchChoice,
    text: &str,
) -> Result<(), CommandError> {
    let asker = asker_in(message.author.id, message.channel_id, message.id.get());
    let board = match bot.host.find(asker, shown).await {
        Err(HostError::Refused(_)) => return Ok(()),
        found => found?,
    };
    if board.current.side_of(asker.user).is_none() || board.current.outcome.is_some() {
        return Ok(());
    }
    let refusal = decide::may_move(&board, asker.user).err().unwrap_or_else(|| unclear_move(text));
    refuse(ctx, bot, message, refusal.into()).await;
    Ok(())
}

/// The refusal of a text that names squares, but not clearly one move.
fn unclear_move(text: &str) -> Refusal {
    Refusal::new("move-unclear").with("text", text).with("move", named_move(text).unwrap_or_else(|| "f3-d5".to_owned()))
}

/// Plays a move that stands alone in the thread of a match, if it is its author's turn there. Elsewhere it may be talk, so
/// there's a button for it, for a while. A reply to a person, or a mention of one, is said to that person.
async fn hear_bare_move(ctx: &serenity::Context, bot: &Bot, message: &Message) -> Result<(), CommandError> {
    let Some(bare) = bare_move(&message.content) else { return Ok(()) };
    if message.referenced_message.as_ref().is_some_and(|it| !it.author.bot) {
        return Ok(());
    }
    let asker = asker_in(message.author.id, message.channel_id, message.id.get());
    if bot.host.is_turn_in_own_thread(asker).await? {
        play(ctx, bot, message, MatchChoice::Here, bare).await;
    } else if let Some((board, chosen)) = bot.host.takes_move(asker, &bare.text).await? {
        offer_to_play(ctx, bot, message, &board, chosen).await?;
    }
    Ok(())
}

/// For how long a button stands with which a move can be played that was only mentioned.
const OFFERED_FOR: Duration = Duration::from_secs(60);

/// Offers to play a move that somebody has mentioned.
async fn offer_to_play(
    ctx: &serenity::Context,
    bot: &Bot,
    message: &Message,
    board: &Board,
    chosen: Move,
) -> Result<(), CommandError> {
    let (place, user) = (place(message.guild_id, message.channel_id), user_id(message.author.id));
    if !bot.is_mine(message.id.get()).await? || !matches!(bot.admits_message(user, place), Ok(true)) {
        return Ok(());
    }
    let session = Session::new(bot, &ctx.http, Source::Message(message));
    let offered = session.reply(play_mentioned(&board.current, user, chosen)).await?;
    let (http, offered) = (Arc::clone(&ctx.http), (offered.channel_id, offered.id));
    // After a crash it stays. Whoever presses it then plays the move, or is told that it's too late.
    tokio::spawn(async move {
        tokio::time::sleep(OFFERED_FOR).await;
        // Whoever has pressed it has removed it.
        drop(http.delete_message(offered.0, offered.1, None).await);
    });
    Ok(())
}

/// A message with the prefix that is none of the `known` commands is answered only if it is very similar to one. In
/// reply to a board it may be a move.
pub(crate) async fn mistyped(
    ctx: &serenity::Context,
    bot: &Bot,
    message: &Message,
    words: &str,
    known: &[&str],
) -> Result<(), CommandError> {
    let word = words.split_whitespace().next().unwrap_or_default();
    match spelling::all_but(word, known.iter().copied()) {
        None => heard(ctx, bot, message).await?,
        Some(meant) => suggest(ctx, bot, message, View::text(did_you_mean(bot, word, meant))).await,
    }
    Ok(())
}

/// A message addressed only to the bot that is none of the `known` commands may be a move. Otherwise the answer
/// suggests what to ask.
pub(crate) async fn addressed(
    ctx: &serenity::Context,
    bot: &Bot,
    message: &Message,
    words: &str,
    known: &[&str],
) -> Result<(), CommandError> {
    let text = without_mentions(words);
    match SpokenMove::read(&text) {
        SpokenMove::Clear(clear) => play(ctx, bot, message, MatchChoice::Here, clear).await,
        _ => suggest(ctx, bot, message, show_the_way(bot, &text, known)).await,
    }
    Ok(())
}

/// Tells whoever wrote a message why nothing came of it.
pub(crate) async fn refuse(ctx: &serenity::Context, bot: &Bot, message: &Message, error: CommandError) {
    let session = Session::new(bot, &ctx.http, Source::Message(message));
    session.carry_out("reply", Audience::Asker, move |_| Box::pin(async { Err(error) })).await;
}

/// Suggests what somebody can ask for.
async fn suggest(ctx: &serenity::Context, bot: &Bot, message: &Message, suggestion: View) {
    let session = Session::new(bot, &ctx.http, Source::Message(message));
    let told =
        session.carry_out("addressed", Audience::Asker, move |_| Box::pin(async { Ok(Answer::Show(suggestion)) }));
    told.await;
}

/// The answer to somebody who has given neither a command nor a move.
fn show_the_way(bot: &Bot, text: &str, known: &[&str]) -> View {
    let said: Vec<String> = text.split_whitespace().map(bare_word).filter(|it| !it.is_empty()).collect();
    let prefix = || bot.prefix.to_string().into();
    let Some(first) = said.first().filter(|it| !GREETINGS.contains(&it.as_str()) || said.len() > 1) else {
        return views::help::welcome(say("greeting", &[("prefix", prefix())]));
    };
    if let Some(meant) = spelling::nearest(first, known.iter().copied()) {
        return View::text(did_you_mean(bot, first, meant));
    }
    // A sentence may contain the name of a command: "what games are there?"
    if let Some(meant) = said.iter().find(|it| it.len() >= SURE_WORD && known.contains(&it.as_str())) {
        return View::text(say("perhaps-command", &[("meant", meant.as_str().into()), ("prefix", prefix())]));
    }
    if SpokenMove::read(text) == SpokenMove::Unclear {
        return View::text(explain(&unclear_move(text)));
    }
    View::text(say("unknown-request", &[("prefix", prefix()), ("name", shorten(first).into())]))
}

/// Words that are only a greeting.
const GREETINGS: [&str; 5] = ["hi", "hello", "hey", "hallo", "start"];

/// If a word with this many letters is a command, that is no coincidence.
const SURE_WORD: usize = 4;

/// A word in a sentence without punctuation.
fn bare_word(word: &str) -> String {
    word.trim_matches(|it: char| it.is_ascii_punctuation()).to_lowercase()
}

fn did_you_mean(bot: &Bot, word: &str, meant: &str) -> Text {
    let facts = [("name", shorten(word).into()), ("meant", meant.into()), ("prefix", bot.prefix.to_string().into())];
    say("did-you-mean-command", &facts)
}

fn without_mentions(content: &str) -> String {
    let is_mention = |it: &&str| it.starts_with("<@") && it.trim_end_matches([',', '.', '!', ':']).ends_with('>');
    let words = content.split_whitespace().filter(|it| !is_mention(it));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_say_nothing_about_a_move() {
        for text in ["<@123> f3-d5", "f3-d5 <@!123>", "<@&123>, f3-d5", "f3-d5 <@&123>!"] {
            assert_eq!(without_mentions(text), "f3-d5", "{text}");
        }
    }
}

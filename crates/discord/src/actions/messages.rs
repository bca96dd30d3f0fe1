//! Messages that are not commands: a move in reply to a board, addressed to the bot, or alone in the thread of a match.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::Message;

use super::moves::{SpokenMove, bare_move, named_move, play_text};
use super::session::{Answer, Audience, Session, Source};
use super::{learn, puzzle};
use crate::bot::{Bot, asker_in, user_id};
use crate::controls::{Control, LessonAction, PersonalAction, PuzzleAction};
use crate::errors::{CommandError, explain, shorten};
use crate::request::spelling;
use crate::views::{self, View, controls_in};
use games::Refusal;
use play::decide::{MoveInput, MoveText};
use play::puzzles::PuzzlePlace;
use play::{HostError, LessonPlace, MatchChoice, MessageId, decide};
use texts::{Text, say};

/// A message in reply to a board, or to a reminder of one, plays the move that it contains, and so does a move alone in
/// the thread of a match. Anything else is conversation, and is ignored.
pub(crate) async fn heard(ctx: &serenity::Context, bot: &Bot, message: &Message) -> Result<(), CommandError> {
    let text = without_mentions(&message.content);
    let spoken = SpokenMove::read(&text);
    if spoken == SpokenMove::Missing {
        return Ok(());
    }
    if let SpokenMove::Clear(clear) = &spoken
        && let Some(exercise) = exercise_replied_to(bot, message)
    {
        try_in_exercise(ctx, bot, message, exercise, clear.clone()).await;
        return Ok(());
    }
    match (board_replied_to(bot, message).await?, spoken) {
        (Some(shown), SpokenMove::Clear(clear)) => play(ctx, bot, message, shown, clear).await,
        (Some(shown), _) => explain_unclear(ctx, bot, message, shown, &text).await?,
        (None, _) => play_in_thread(ctx, bot, message).await?,
    }
    Ok(())
}

/// Plays a move in the match that is named, or in the one that is meant.
async fn play(ctx: &serenity::Context, bot: &Bot, message: &Message, which: MatchChoice, typed: MoveText) {
    let session = Session::new(bot, &ctx.http, Source::Message(message));
    let played = session.carry_out("reply", Audience::Asker, move |session| {
        Box::pin(async move { play_text(session, which, typed).await })
    });
    played.await;
}

/// A lesson or a puzzle in which a move can be tried.
enum Exercise {
    Lesson(LessonPlace),
    Puzzle(PuzzlePlace),
}

/// The lesson or the puzzle of its author to which a message replies.
fn exercise_replied_to(bot: &Bot, message: &Message) -> Option<Exercise> {
    let author = user_id(message.author.id);
    let exercise = |(control, _): (Control, Vec<String>)| match control {
        Control::Person { user, .. } if user != author => None,
        Control::Person { action: PersonalAction::Learn(place, LessonAction::Type), .. } => {
            Some(Exercise::Lesson(place))
        }
        Control::Person { action: PersonalAction::Puzzle(place, PuzzleAction::Type), .. } => {
            Some(Exercise::Puzzle(place))
        }
        _ => None,
    };
    controls_in(message.referenced_message.as_deref()?, bot.database).into_iter().find_map(exercise)
}

/// Tries a move in a lesson or a puzzle.
async fn try_in_exercise(ctx: &serenity::Context, bot: &Bot, message: &Message, exercise: Exercise, typed: MoveText) {
    let session = Session::new(bot, &ctx.http, Source::Message(message));
    let tried = session.carry_out("reply", Audience::Asker, move |session| {
        Box::pin(async move {
            let typed = MoveInput::Text(typed);
            match exercise {
                Exercise::Lesson(place) => learn::try_typed(session, place, &typed).await,
                Exercise::Puzzle(place) => puzzle::try_typed(session, place, &typed).await,
            }
        })
    });
    tried.await;
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

/// Plays a move that stands alone in the thread of a match, if it is its author's turn there. A reply to a person, or a
/// mention of one, is said to that person.
async fn play_in_thread(ctx: &serenity::Context, bot: &Bot, message: &Message) -> Result<(), CommandError> {
    let Some(bare) = bare_move(&message.content) else { return Ok(()) };
    let is_to_person = message.referenced_message.as_ref().is_some_and(|it| !it.author.bot);
    let asker = asker_in(message.author.id, message.channel_id, message.id.get());
    if !is_to_person && !message.author.bot && bot.host.is_turn_in_own_thread(asker).await? {
        play(ctx, bot, message, MatchChoice::Here, bare).await;
    }
    Ok(())
}

/// The board that a message replies to: in that message itself, or if it is one of a bot's, like a reminder, in the one that
/// it replies to in turn.
async fn board_replied_to(bot: &Bot, message: &Message) -> Result<Option<MatchChoice>, HostError> {
    let Some(replied) = message.message_reference.as_ref().and_then(|it| it.message_id) else { return Ok(None) };
    if let Some(shown) = shown_by(bot, message, replied).await? {
        return Ok(Some(shown));
    }
    let reminder = message.referenced_message.as_ref().filter(|it| it.author.bot);
    match reminder.and_then(|it| it.message_reference.as_ref()).and_then(|it| it.message_id) {
        Some(about) => shown_by(bot, message, about).await,
        None => Ok(None),
    }
}

/// A reply this soon after the message, in seconds, may arrive before we have noted that the message shows a board.
const AT_ONCE: i64 = 5;

/// How often we look for that note again, and after which time.
const ATTEMPTS: u32 = 8;
const ATTEMPT_DELAY: Duration = Duration::from_millis(250);

/// The board that the message shows to which another replies.
async fn shown_by(
    bot: &Bot,
    message: &Message,
    replied: serenity::MessageId,
) -> Result<Option<MatchChoice>, HostError> {
    let gap = message.id.created_at().unix_timestamp() - replied.created_at().unix_timestamp();
    let again = if gap < AT_ONCE { ATTEMPTS } else { 0 };
    for _ in 0..again {
        if let Some(shown) = bot.host.shown_by(MessageId(replied.get())).await? {
            return Ok(Some(shown));
        }
        tokio::time::sleep(ATTEMPT_DELAY).await;
    }
    bot.host.shown_by(MessageId(replied.get())).await
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
        SpokenMove::Clear(clear) => {
            let which = board_replied_to(bot, message).await?.unwrap_or(MatchChoice::Here);
            play(ctx, bot, message, which, clear).await;
        }
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

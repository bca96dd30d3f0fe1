//! A move: `move`, menus under a board, a form, and what somebody says in reply to a board or in its thread.

use std::ops::ControlFlow::{Break, Continue};

use poise::serenity_prelude as serenity;
use serenity::ComponentInteraction;

use super::complete;
use super::declare::by_text;
use super::replied_to::{RepliedTo, replied_to};
use super::session::{Acted, Answer, Session, Source, carry_out, unknown_control};
use super::which_match::{cut_number, find_meant, which};
use super::{learn, puzzle};
use crate::bot::{Command, Context, Done};
use crate::controls::{MatchRequest, Menu, MenuResult, MoveSoFar, TypedMove};
use crate::views::lists::where_to_play;
use crate::views::menus::{MOVE, move_form};
use crate::views::{View, board, numbered, votes};
use games::board::{Move, Square};
use games::{Refusal, Syntax, WholeMove, plain};
use play::decide::{MoveInput, MoveText};
use play::{Asker, Board, Exercise, ExerciseMeant, MatchChoice, MatchCriterion, MatchId, PlayedMove};
use texts::say;

pub(super) fn command() -> Command {
    by_text(slash(), |session, text| {
        Box::pin(async move {
            let (number, text) = cut_number(&text);
            play_typed(session, which(number), text).await
        })
    })
}

#[poise::command(slash_command, rename = "move", aliases("m"))]
async fn slash(
    ctx: Context<'_>,
    #[rename = "move"]
    #[autocomplete = "complete::moves"]
    text: String,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    // An entry offered by the autocompletion may begin with the number of its match.
    carry_out(ctx, move |session| {
        Box::pin(async move {
            let (before, text) = cut_number(&text);
            play_typed(session, which(number.or(before)), text).await
        })
    })
    .await
}

/// Plays the move in a text, perhaps among kind words.
pub(super) async fn play_typed(session: &Session<'_>, which: MatchChoice, text: &str) -> Acted {
    // What can't be read is refused as it was typed.
    play_text(session, which, clear_move(text).unwrap_or_else(|| MoveText::read(text))).await
}

/// Plays a move that was typed: in what its message replies to, or where it is meant.
pub(super) async fn play_text(session: &Session<'_>, which: MatchChoice, typed: MoveText) -> Acted {
    let which = match (which, session.source) {
        (MatchChoice::Here, Source::Message(message)) => match replied_to(session.bot, message).await? {
            Some(RepliedTo::Exercise(exercise)) => return try_in(session, exercise, MoveInput::Text(typed)).await,
            Some(RepliedTo::Match(about)) => about,
            None => MatchChoice::Here,
        },
        (which, _) => which,
    };
    // With a slash command only the asker sees the answer, and the board is shown where the match is played.
    let asker = Asker { is_alone: session.asker.is_alone || session.is_slash(), ..session.asker };
    if matches!(which, MatchChoice::Here) && !typed.offers_draw {
        match session.bot.host.exercise_meant(asker, &typed.text).await? {
            Some(ExerciseMeant::Surely(exercise)) => return try_in(session, exercise, MoveInput::Text(typed)).await,
            Some(ExerciseMeant::Perhaps(exercise, boards)) => {
                return Ok(ask_where(session, &exercise, &boards, &typed)?);
            }
            None => {}
        }
    }
    let (wish, ask) = (MatchCriterion::Move(&typed.text), TypedMove::of(&typed).map(MatchRequest::Move));
    match find_meant(session, asker, which, wish, ask).await? {
        Continue(which) => play(session, asker, which, MoveInput::Text(typed)).await,
        Break(question) => Ok(question),
    }
}

/// Asks whether a move belongs to an exercise or to a match.
fn ask_where(
    session: &Session<'_>,
    exercise: &Exercise,
    boards: &[Board],
    typed: &MoveText,
) -> Result<Answer, Refusal> {
    let kept = TypedMove::of(typed).ok_or_else(|| Refusal::new("move-unclear").with("text", typed.text.as_str()))?;
    Ok(Answer::Question(where_to_play(exercise, boards, session.asker.user, kept)))
}

async fn try_in(session: &Session<'_>, exercise: Exercise, typed: MoveInput) -> Acted {
    match exercise {
        Exercise::Puzzle(place) if place.daily.is_some() && session.is_answered_in_public() => {
            Err(Refusal::new("daily-is-secret").into())
        }
        Exercise::Lesson(place) => learn::try_typed(session, place, &typed).await,
        Exercise::Puzzle(place) => puzzle::try_typed(session, place, &typed).await,
    }
}

/// Tries a typed move in what is open in the channel, which takes the place of the question.
pub(super) async fn try_open(session: &Session<'_>, typed: TypedMove) -> Acted {
    let open = session.bot.host.open_exercise(session.asker).await?;
    match try_in(session, open, MoveInput::typed(typed.as_str())).await? {
        Answer::Show(view) => Ok(Answer::Replace(view)),
        answer => Ok(answer),
    }
}

/// Plays a typed move in the match for which it was meant, and nothing else is open in the channel anymore.
pub(super) async fn play_instead(session: &Session<'_>, id: MatchId, typed: TypedMove) -> Acted {
    let played = play_chosen(session, MatchChoice::Number(id), typed).await?;
    session.bot.host.leave_exercise(session.asker).await?;
    match played {
        Answer::Done(view) => Ok(Answer::Replace(view)),
        answer => Ok(answer),
    }
}

/// Plays the move that its author has mentioned, and removes the message with the button.
pub(super) async fn play_mentioned(session: &Session<'_>, which: MatchChoice, chosen: Move) -> Acted {
    let played = play_move(session, which, chosen).await;
    session.remove_above().await;
    played
}

async fn play(session: &Session<'_>, asker: Asker, which: MatchChoice, said: MoveInput) -> Acted {
    let played = session.bot.host.play_move(asker, which, said).await?;
    if played.is_vote {
        return Ok(Answer::Page(votes::noted(&played, session.is_public())));
    }
    let is_elsewhere = asker.is_alone && played.board.current.place.channel != asker.channel;
    Ok(match is_elsewhere {
        true => Answer::Done(played_in(&played)),
        false if session.is_slash() => Answer::Done(View::text(say("move-played", &[("move", played.chosen.into())]))),
        false => Answer::Board,
    })
}

/// Plays a typed move in the match that was chosen for it.
pub(super) async fn play_chosen(session: &Session<'_>, which: MatchChoice, typed: TypedMove) -> Acted {
    let played = session.bot.host.play_move(session.asker, which, MoveInput::typed(typed.as_str())).await?;
    Ok(Answer::Done(played_in(&played)))
}

/// What somebody is told who has played, or voted for, a move where the board isn't in sight.
pub(super) fn played_in(played: &PlayedMove) -> View {
    if played.is_vote {
        return votes::noted(played, false);
    }
    View::text(say("move-played-in", &[numbered(played.board.current.id), ("move", played.chosen.into())]))
}

/// Plays the move of a control.
pub(super) async fn play_move(session: &Session<'_>, which: MatchChoice, chosen: Move) -> Acted {
    play(session, session.asker, which, MoveInput::Move(chosen)).await
}

/// Plays what was chosen from a menu, or shows the menus that follow to the player whose turn it is.
pub(super) async fn choose(session: &Session<'_>, which: MatchChoice, menu: Menu) -> Acted {
    match session.menu_result(menu).ok_or_else(unknown_control)? {
        MenuResult::Play(chosen) => play_move(session, which, chosen).await,
        MenuResult::Show(chosen) => show_menus(session, which, chosen).await,
    }
}

async fn show_menus(session: &Session<'_>, which: MatchChoice, chosen: MoveSoFar) -> Acted {
    let found = session.bot.host.may_move(session.asker, which).await?;
    Ok(Answer::Page(board::choosing(&found, chosen, session.appearance(&found).await?)?))
}

/// Opens the form for a move, unless it is known in time that the presser may not move. Returns whether it was opened.
pub(super) async fn open_form(
    session: &Session<'_>,
    pressed: &ComponentInteraction,
    which: MatchChoice,
    example: Option<Move>,
) -> serenity::Result<bool> {
    let look = async { Ok(session.bot.host.may_move(session.asker, which).await.map(drop)?) };
    session.open_form(&pressed.data.custom_id, &move_form(example), look).await
}

/// Plays what was typed into the form.
pub(super) async fn play_form(session: &Session<'_>, which: MatchChoice) -> Acted {
    play_typed(session, which, session.typed(MOVE)).await
}

/// Tells why no form for a move has opened.
pub(super) async fn refuse_form(session: &Session<'_>, which: MatchChoice) -> Acted {
    session.bot.host.may_move(session.asker, which).await?;
    // By now there could be one, but a form has to be the first answer.
    Err(Refusal::new("too-late").into())
}

/// What a text says about moves.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum SpokenMove {
    /// It plays this one.
    Clear(MoveText),
    /// It names squares, but whether to play something, or what, only its author can tell.
    Unclear,
    Missing,
}

impl SpokenMove {
    /// Reads a text that is addressed to the bot, perhaps as a reply to a board.
    pub(super) fn read(text: &str) -> Self {
        match clear_move(text) {
            Some(clear) => Self::Clear(clear),
            None if names_squares(text) => Self::Unclear,
            None => Self::Missing,
        }
    }
}

/// The move that a text plays, without the kind words before and behind it. All other words may change what is meant,
/// as in "not b1-b3" or "b1-b3 looks tempting", so with them nothing is clear.
fn clear_move(text: &str) -> Option<MoveText> {
    let MoveText { text, offers_draw } = MoveText::read(text);
    let text = without_signs(&text)?;
    let words: Vec<&str> = words(&text).collect();
    let mut rest = words.as_slice();
    while let Some(fewer) = without_kind_words(rest) {
        rest = fewer;
    }
    let text = rest.join(" ");
    is_move(&text).then_some(MoveText { text, offers_draw })
}

/// The move that a text consists of, perhaps with its number, with signs and with emoji. One square is not enough, and a
/// lone “pass” may be said to somebody else.
pub(super) fn bare_move(text: &str) -> Option<MoveText> {
    let text = without_signs(text)?;
    let spoken: Vec<&str> = words(&text).collect();
    let spoken = spoken.join(" ");
    let Ok(Syntax::Whole(WholeMove { from, between, to })) = spoken.parse() else { return None };
    let squares = [from].into_iter().chain(between).chain([to]);
    let squares: String = squares.map(|it| it.to_string()).collect();
    let letters = spoken.split_whitespace().filter(|it| *it != "to").flat_map(str::chars);
    let letters: String = letters.filter(|it| it.is_alphanumeric() && *it != 'x').collect();
    let number = letters.strip_suffix(&squares)?;
    number.bytes().all(|it| it.is_ascii_digit()).then_some(MoveText { text: spoken, offers_draw: false })
}

/// A move that a text names as one word, whether it is to be played or not.
pub(super) fn named_move(text: &str) -> Option<String> {
    let bare = |word: &str| word.trim_matches(|it: char| !it.is_alphanumeric()).parse();
    let whole = |word: &str| match bare(word) {
        Ok(Syntax::Whole(whole)) if whole.between.is_empty() => Some(Syntax::Whole(whole).to_string()),
        _ => None,
    };
    text.split_whitespace().find_map(whole)
}

/// Whether a text may be a move. A single letter or an ordinary word is not.
fn is_move(text: &str) -> bool {
    match text.parse::<Syntax>() {
        Ok(Syntax::Pass | Syntax::Whole(_)) => true,
        Ok(Syntax::Beginning(text)) => text.len() >= 2,
        Err(_) => false,
    }
}

/// Whether a text names a square of a board, or several things like that.
fn names_squares(text: &str) -> bool {
    let text = plain(text);
    let words = || text.split(|it: char| !it.is_alphanumeric() || it == 'x');
    words().map(squares_in).sum::<usize>() > 1 || words().any(|it| it.parse::<Square>().is_ok())
}

/// How many squares a word consists of, on a board however large: `k1` is one, `b1z12` are two.
fn squares_in(word: &str) -> usize {
    let mut numbers = word.split(|it: char| it.is_ascii_lowercase());
    let is_number = |it: &str| (1..=2).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_digit());
    let begins_with_letter = numbers.next() == Some("");
    let count = numbers.clone().count();
    if begins_with_letter && numbers.all(is_number) { count } else { 0 }
}

/// A text in plain letters without emoji and other signs; nothing if one of them puts the text in doubt, or marks it as a
/// quotation, as crossed out, or as a spoiler.
fn without_signs(text: &str) -> Option<String> {
    let text = plain(text).replace('’', "'").replace('…', "...");
    let is_quoted = text.lines().any(|it| it.trim_start().starts_with('>'));
    let is_marked = ["~~", "||"].iter().any(|it| text.contains(it)) || text.trim_end().ends_with("...");
    if is_quoted || is_marked || text.contains(puts_in_doubt) {
        return None;
    }
    let is_sign = |it: char| !it.is_ascii() && !it.is_alphanumeric();
    Some(text.replace(is_sign, " "))
}

/// Signs of a question or of a refusal, and those that reverse the text.
fn puts_in_doubt(sign: char) -> bool {
    "?¿‽⁇⁈⁉❓❔🤔🤨🧐🤷👎❌✖❎🚫🙅⛔".contains(sign)
        || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The words of a text, but for those that are only a smile or punctuation.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_smile = |it: &str| SMILES.contains(&it) || it.len() == 2 && it.starts_with([':', ';', '=']);
    let is_word = move |it: &&str| it.contains(char::is_alphanumeric) && !is_smile(it);
    text.split_whitespace().filter(is_word)
}

/// Smiles with letters or digits in them, besides those like `:D`.
const SMILES: [&str; 4] = ["<3", "xd", ":-d", ":-p"];

/// What somebody may say before a move that is to be played, the longest first.
const BEFORE: [&str; 20] = [
    "i'll go with",
    "ill go with",
    "i go with",
    "i will play",
    "i'll play",
    "ill play",
    "i'll move",
    "ill move",
    "my move is",
    "good luck",
    "have fun",
    "i play",
    "i move",
    "my move",
    "i go",
    "hello",
    "hi",
    "hey",
    "ok",
    "i",
];

/// What somebody may say behind a move that is to be played, the longest first.
const BEHIND: [&str; 17] = [
    "takes a piece",
    "and have fun",
    "good luck",
    "have fun",
    "your turn",
    "your move",
    "you're up",
    "thank you",
    "thanks",
    "thx",
    "ty",
    "please",
    "pls",
    "gl",
    "hf",
    "glhf",
    "gg",
];

/// What is left of a text without kind words at its beginning, or else at its end.
fn without_kind_words<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let said = |part: &[&str], phrase: &str| {
        let bare = part.iter().map(|it| it.trim_matches(|it: char| !it.is_alphanumeric()));
        bare.eq(phrase.split(' '))
    };
    let length = |phrase: &str| phrase.split(' ').count();
    let begun = BEFORE.into_iter().chain(["gl", "hf", "glhf"]).find_map(|phrase| {
        let (first, rest) = words.split_at_checked(length(phrase))?;
        said(first, phrase).then_some(rest)
    });
    begun.or_else(|| {
        BEHIND.into_iter().find_map(|phrase| {
            let (rest, last) = words.split_at_checked(words.len().checked_sub(length(phrase))?)?;
            said(last, phrase).then_some(rest)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_move_among_kind_words_is_clear() {
        for text in [
            "b1-b3",
            "B1 b3.",
            "b1-b3 gl hf",
            "· b1-b3 (takes a piece)",
            "b1-b3, good luck and have fun!",
            "b1-b3 😀",
            "b1-b3😀👍🏽",
            "👉 b1 ➡️ b3",
            "I play b1-b3",
            "I’ll play b1 to b3",
            "I'll go with b1-b3!",
            "My move is b1-b3. Your turn!",
            "b1-b3, your turn",
            "b1-b3 :D",
            "b1-b3 <3",
            "ok, b1-b3 thanks",
            "hi! gl hf b1xb3",
            "b1\u{200b}-b3",
            "ｂ１－ｂ３",
            "В1-В3",
            "1. b1-b3 gl",
            "12... b1-b3",
            "play b1-b3",
        ] {
            let read: Option<Syntax> = clear_move(text).and_then(|it| it.text.parse().ok());
            assert_eq!(read.map(|it| it.to_string()).as_deref(), Some("b1-b3"), "{text}");
        }
        for (text, clear) in
            [("b1-b3 draw?", "b1-b3 draw"), ("I pass", "pass"), ("f3", "f3"), ("a1 gl", "a1"), ("b1 :D", "b1")]
        {
            assert_eq!(clear_move(text), Some(MoveText::read(clear)), "{text}");
        }
    }

    #[test]
    fn talk_about_moves_is_unclear() {
        for text in [
            "b1-b3?",
            "b1-b3？",
            "b1-b3 🤔",
            "b1-b3 👎",
            "~~b1-b3~~",
            "||b1-b3||",
            "> b1-b3",
            "> b1-b3\nthanks",
            "b1-b3...",
            "b1-b3 looks tempting",
            "not b1-b3",
            "I think b1-b3 was bad",
            "what about b1-b3",
            "I'd play b1-b3",
            "I won't play b1-b3",
            "you play b1-b3",
            "well played b1-b3",
            "b1-b3 or d1-d3",
            "b1-b3 is better than d1-d3",
            "is b1-b3 my move",
            "thanks b1-b3",
            "if b1-b3",
            "\u{202e}3b-1b b1-b3",
            "b1-z9",
            "k1-k3",
            "b1-b33",
            "should I take c4",
        ] {
            assert_eq!(SpokenMove::read(text), SpokenMove::Unclear, "{text}");
            assert_eq!(bare_move(text), None, "{text}");
        }
        for text in ["", "a", "a draw", "nice move!", "gl hf", "gr8 game", "I think so", "pass the salt", "2 e 4", "v2"]
        {
            assert_eq!(SpokenMove::read(text), SpokenMove::Missing, "{text}");
        }
    }

    #[test]
    fn a_bare_move_has_no_word_beside_it() {
        for text in ["b1-b3", "b1 b3", "B1xB3!", "1. b1-b3", "12... b1-b3", "b1 to b3", "b1-b3 😀", "ｂ１－ｂ３"]
        {
            assert!(bare_move(text).is_some(), "{text}");
        }
        for text in [
            "b1",
            "b1-b",
            "b1-b3 gl hf",
            "I play b1-b3",
            "play b1-b3",
            "b1-b3 then",
            "b1-b3 draw",
            "b1-b3?",
            "#17 b1-b3",
            "<@123> b1-b3",
            "17 b1-b3",
            "I pass",
            "pass",
            "hello",
            "",
        ] {
            assert_eq!(bare_move(text), None, "{text}");
        }
    }

    #[test]
    fn an_example_is_taken_from_what_was_said() {
        assert_eq!(named_move("what about b1xb3, or d1-d3?").as_deref(), Some("b1-b3"));
        assert_eq!(named_move("b1-b3?").as_deref(), Some("b1-b3"));
        assert_eq!(named_move("what about b1 then"), None);
    }
}

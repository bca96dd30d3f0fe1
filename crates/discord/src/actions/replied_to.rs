//! What a message with a move replies to: an exercise of its author, or a match.

use poise::serenity_prelude::Message;

use crate::bot::{Bot, asker_in, user_id};
use crate::controls::{AnyonesAction, BoardAction, Control, LessonAction, MatchAction, PersonalAction};
use crate::errors::CommandError;
use crate::views::board::match_pictured;
use crate::views::controls_in;
use games::Refusal;
use play::{Exercise, HostError, MatchChoice, MatchId, MessageId, UserId};

/// What a message replies to.
pub(super) enum RepliedTo {
    Exercise(Exercise),
    Match(MatchChoice),
}

/// What a message with a move replies to, if it's one of the bot's messages about an exercise or a match.
///
/// # Errors
/// A move in reply to it can be played nowhere.
pub(super) async fn replied_to(bot: &Bot, message: &Message) -> Result<Option<RepliedTo>, CommandError> {
    let Some(replied) = message.referenced_message.as_deref().filter(|it| Some(it.author.id) == bot.me) else {
        return Ok(None);
    };
    let controls: Vec<Control> = controls_in(replied, bot.database).into_iter().map(|it| it.0).collect();
    if let Some(exercise) = exercise_in(&controls, user_id(message.author.id))? {
        return Ok(Some(RepliedTo::Exercise(exercise)));
    }
    if let Some(of_control) = match_in(bot, message, &controls).await? {
        return Ok(Some(RepliedTo::Match(of_control)));
    }
    // An answer may be about what the message shows to which it replies in turn, as a reminder is about a board.
    let before = replied.message_reference.as_ref().and_then(|it| it.message_id);
    for shown in [Some(replied.id), before].into_iter().flatten() {
        if let Some(which) = bot.host.shown_by(MessageId(shown.get())).await? {
            return Ok(Some(RepliedTo::Match(which)));
        }
    }
    Ok(about(bot, replied).await?.map(RepliedTo::Match))
}

/// The exercise of a person that a message with these controls shows.
fn exercise_in(controls: &[Control], author: UserId) -> Result<Option<Exercise>, Refusal> {
    let mut is_over = false;
    for control in controls {
        let (user, exercise) = match control {
            Control::Anyone(AnyonesAction::Daily(_)) => return Err(Refusal::new("daily-is-secret")),
            Control::Person { user, action: PersonalAction::Learn(place, LessonAction::Type) } => {
                (user, Some(Exercise::Lesson(place.clone())))
            }
            Control::Person { user, action: PersonalAction::Puzzle(place, _) } => {
                let is_open = place.find().is_ok_and(|it| !place.is_done(it.1));
                (user, is_open.then(|| Exercise::Puzzle(place.clone())))
            }
            Control::Person { user, action: PersonalAction::Learn(..) | PersonalAction::LearnGame } => (user, None),
            _ => continue,
        };
        if *user != author {
            return Err(Refusal::new("not-your-control").with("player", user.mention()));
        }
        if exercise.is_some() {
            return Ok(exercise);
        }
        is_over = true;
    }
    if is_over { Err(Refusal::new("exercise-over")) } else { Ok(None) }
}

/// The match that the controls of a message are about: in those of a board stands its version, too.
async fn match_in(bot: &Bot, message: &Message, controls: &[Control]) -> Result<Option<MatchChoice>, CommandError> {
    let mut found = None;
    for control in controls {
        match control {
            Control::Board { action: BoardAction::Plan(..) | BoardAction::SavePlan(_), .. }
            | Control::Match { action: MatchAction::Explore(Some(_)), .. } => {
                return Err(Refusal::new("only-a-trial").into());
            }
            Control::Board { id, version, .. } => return Ok(Some(MatchChoice::Control(*id, *version))),
            Control::Match { id, action: MatchAction::Replay(Some((place, _))) } => {
                return Ok(Some(replayed(bot, message, *id, place.ply).await?));
            }
            Control::Match { id, .. } => found = found.or(Some(MatchChoice::Number(*id))),
            _ => {}
        }
    }
    Ok(found)
}

/// The match of which a message shows the position after so many plies, if that is the present one.
async fn replayed(bot: &Bot, message: &Message, id: MatchId, ply: u32) -> Result<MatchChoice, HostError> {
    let asker = asker_in(message.author.id, message.channel_id, message.id.get());
    let board = bot.host.find(asker, MatchChoice::Number(id)).await?;
    if board.current.outcome.is_none() && board.current.plies() != ply {
        return Err(Refusal::new("stale-board").with("board", board.current.board_address()).into());
    }
    Ok(MatchChoice::Number(id))
}

/// The match that one of the bot's messages is about: by its picture, as an answer, by the only number in its text, or as its
/// card.
async fn about(bot: &Bot, replied: &Message) -> Result<Option<MatchChoice>, HostError> {
    if let Some((id, version)) = replied.attachments.iter().find_map(|it| match_pictured(&it.filename)) {
        let of_version = version.map(|it| MatchChoice::Control(id, it));
        return Ok(Some(of_version.unwrap_or(MatchChoice::Number(id))));
    }
    if let Some(id) = bot.answers_about.get(&replied.id) {
        return Ok(Some(MatchChoice::Number(id)));
    }
    let id = match only_number_in(&replied.content) {
        None => bot.host.match_about(MessageId(replied.id.get())).await?,
        named => named,
    };
    Ok(id.map(MatchChoice::Number))
}

/// The match whose number stands in a text, if no other one's does. What the bot quotes names none.
fn only_number_in(text: &str) -> Option<MatchId> {
    let mut numbers = Vec::new();
    for (index, _) in text.match_indices('#') {
        let (before, rest) = (text[..index].chars().next_back(), &text[index + 1..]);
        let digits = &rest[..rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len())];
        let is_named = before.is_none_or(|it| !"<“`".contains(it));
        let is_whole = rest[digits.len()..].chars().next().is_none_or(|it| !it.is_alphanumeric());
        numbers.extend(digits.parse().ok().filter(|_: &i64| is_named && is_whole));
    }
    numbers.dedup();
    if let [only] = numbers[..] { Some(MatchId(only)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_about_the_only_match_that_it_numbers() {
        for (text, number) in [
            ("It isn't your turn in #17.", Some(17)),
            ("**#17** · your turn in #17", Some(17)),
            ("You play #17 and #18 here.", None),
            ("no number", None),
            ("in #general", None),
            ("I can't read “#12 b1” as a move", None),
            ("in <#123>, as #1a", None),
        ] {
            assert_eq!(only_number_in(text), number.map(MatchId), "{text}");
        }
    }
}

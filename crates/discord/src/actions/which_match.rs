//! Which match an action is about: the one with a number, the one that is meant, or the one that is chosen from a menu.

use std::ops::ControlFlow::{self, Break, Continue};

use poise::serenity_prelude as serenity;

use super::session::{Acted, Answer, Session};
use crate::bot::labels;
use crate::controls::MatchRequest;
use crate::errors::CommandError;
use crate::views::controls_in;
use crate::views::lists::which_match;
use games::Refusal;
use play::{Asker, MatchChoice, MatchCriterion, MatchId, MatchMeant, MessageId, Subject};

/// Does something in the match with that number, or else in the one that is meant. If only the asker can tell which, a menu
/// asks; the choice then does what `ask` says.
pub(super) async fn in_match<F: Future<Output = Acted>>(
    session: &Session<'_>,
    number: Option<i64>,
    ask: MatchRequest,
    action: impl FnOnce(MatchChoice) -> F,
) -> Acted {
    match find_meant(session, session.asker, which(number), ask.wish(), Some(ask)).await? {
        Continue(which) => action(which).await,
        Break(question) => Ok(question),
    }
}

/// The match that is meant, if none is named. If only the asker can tell, it's the question which one; the choice then
/// does what `ask` says.
pub(super) async fn find_meant(
    session: &Session<'_>,
    asker: Asker,
    which: MatchChoice,
    wish: MatchCriterion<'_>,
    ask: Option<MatchRequest>,
) -> Result<ControlFlow<Answer, MatchChoice>, CommandError> {
    session.note_match(which.id());
    if !matches!(which, MatchChoice::Here) {
        return Ok(Continue(which));
    }
    let host = &session.bot.host;
    Ok(match (host.meant(asker, wish).await?, ask) {
        (Some(MatchMeant::One(found)), _) => {
            session.note_match(Some(found.id));
            Continue(MatchChoice::Found(found))
        }
        (Some(MatchMeant::OneOf(boards)), Some(ask)) => {
            let matches = labels(host, &boards, Some(asker.user)).await?;
            Break(Answer::Question(which_match(matches, asker.user, ask)))
        }
        _ => Continue(MatchChoice::Here),
    })
}

/// The match with that number, or the asker's only one in the channel.
pub(super) fn which(number: Option<i64>) -> MatchChoice {
    number.map_or(MatchChoice::Here, |it| MatchChoice::Number(MatchId(it)))
}

/// The match that a message is about: by its controls, as the board or the card that it is, or as a reply to one.
pub(super) async fn match_in(session: &Session<'_>, message: &serenity::Message) -> Result<MatchChoice, CommandError> {
    let controls = controls_in(message, session.bot.database);
    let by_control = controls.iter().find_map(|(control, _)| match control.subject()? {
        Subject::Match(id) | Subject::Board(id, _) => Some(id),
        Subject::Challenge(_) => None,
    });
    if let Some(id) = by_control {
        return Ok(MatchChoice::Number(id));
    }
    let replied = message.message_reference.as_ref().and_then(|it| it.message_id);
    for message in [message.id].into_iter().chain(replied) {
        if let Some(id) = session.bot.host.match_about(MessageId(message.get())).await? {
            return Ok(MatchChoice::Number(id));
        }
    }
    Err(Refusal::new("no-match-in-message").into())
}

/// Cuts a leading match number, `#17` or `17`, off the text. (`17.` is the number of a move.)
pub(super) fn cut_number(text: &str) -> (Option<i64>, &str) {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim_start();
    match match_number(first) {
        // With a full stop behind it, it is the number of a move.
        Some(number) if !rest.starts_with(['.', '…']) => (Some(number), rest),
        _ => (None, text),
    }
}

/// The match number in a text that consists of nothing else. What else somebody has said might change what is meant, so it
/// is refused: `draw no` offers no draw, and accepts none.
pub(super) fn only_number(session: &Session<'_>, command: &str, text: &str) -> Result<Option<i64>, Refusal> {
    let (number, rest) = cut_number(text);
    if !rest.contains(char::is_alphanumeric) {
        return Ok(number);
    }
    let prefix = session.bot.prefix.to_string();
    Err(Refusal::new("bad-argument").with("text", rest).with("command", command).with("prefix", prefix))
}

/// Reads a word as a match number, `#17` or `17`.
pub(super) fn match_number(word: &str) -> Option<i64> {
    word.strip_prefix('#').unwrap_or(word).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_number_may_stand_in_front() {
        assert_eq!(cut_number("#17 f3-d5"), (Some(17), "f3-d5"));
        assert_eq!(cut_number("17 f3 d5"), (Some(17), "f3 d5"));
        assert_eq!(cut_number(" f3 d5 "), (None, "f3 d5"));
        for numbered in ["17. f3-d5", "17.f3-d5", "17... f3-d5", "17 ... f3-d5", "17… f3-d5"] {
            assert_eq!(cut_number(numbered), (None, numbered), "the number of a move");
        }
        assert_eq!(cut_number("#17"), (Some(17), ""));
        assert_eq!(cut_number(""), (None, ""));
    }
}

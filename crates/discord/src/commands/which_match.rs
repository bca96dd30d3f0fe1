//! Which match a command is about: by its number, or by what was meant.

use super::{Context, answer, asker, whole_command};
use crate::bot::labels::labels;
use crate::controls::Ask;
use crate::errors::CommandError;
use crate::views;
use games::Refusal;
use play::{Asker, MatchId, Meant, Which, Wish};

/// The match that a command is about: by its number, or the one that is meant here. If only the asker can tell, the bot
/// asks and returns `None`; the later choice then does what `ask` says.
pub(super) async fn which_match(
    ctx: Context<'_>,
    number: Option<i64>,
    wish: Wish<'_>,
    ask: Option<Ask>,
) -> Result<Option<Which>, CommandError> {
    which_match_of(ctx, asker(ctx), number, wish, ask).await
}

/// The same for an asker who may mean matches in other places, too.
pub(super) async fn which_match_of(
    ctx: Context<'_>,
    asker: Asker,
    number: Option<i64>,
    wish: Wish<'_>,
    ask: Option<Ask>,
) -> Result<Option<Which>, CommandError> {
    if number.is_some() {
        return Ok(Some(which(number)));
    }
    let host = &ctx.data().host;
    match (host.meant(asker, wish).await?, ask) {
        (Some(Meant::One(id)), _) => Ok(Some(Which::Number(id))),
        (Some(Meant::OneOf(boards)), Some(ask)) => {
            let matches = labels(host, &boards, asker.user).await?;
            answer(ctx, views::which::which_match(matches, asker.user, ask), true).await?;
            Ok(None)
        }
        _ => Ok(Some(Which::Here)),
    }
}

/// The match that a command is about: by its number, or the asker's only one in the channel.
pub(super) fn which(number: Option<i64>) -> Which {
    match number {
        Some(number) => Which::Number(MatchId(number)),
        None => Which::Here,
    }
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
pub(super) fn only_number(ctx: Context<'_>, text: Option<&str>) -> Result<Option<i64>, Refusal> {
    let (number, rest) = cut_number(text.unwrap_or_default());
    if !rest.contains(char::is_alphanumeric) {
        return Ok(number);
    }
    let (command, prefix) = (whole_command(ctx), ctx.data().prefix.to_string());
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

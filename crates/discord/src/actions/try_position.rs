//! `try`, and the buttons: a match against the engine from a position of a match that is over.

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Session, carry_out};
use super::which_match::{cut_number, in_match};
use crate::bot::{Command, Context, Done};
use crate::controls::MatchRequest;
use crate::views;
use games::Refusal;
use play::MatchChoice;
use texts::say;

pub(super) fn command() -> Command {
    by_text(slash(), |session, text| {
        Box::pin(async move {
            let (number, after) = read(&text)?;
            try_one(session, number, after).await
        })
    })
}

#[poise::command(slash_command, rename = "try")]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::all_matches_of"]
    #[min = 1]
    number: Option<i64>,
    #[min = 0] after: Option<u32>,
) -> Done {
    carry_out(ctx, move |session| Box::pin(try_one(session, number, after))).await
}

/// Reads the number of a match, and after which of its moves: `#17 12` or `#17 after move 12`.
fn read(text: &str) -> Result<(Option<i64>, Option<u32>), Refusal> {
    let (number, rest) = cut_number(text);
    let is_filler = |it: &&str| ["after", "from", "at", "move"].contains(&&*it.to_lowercase());
    let words: Vec<&str> = rest.split_whitespace().filter(|it| !is_filler(it)).collect();
    let after = match words.as_slice() {
        [] => return Ok((number, None)),
        [word] => word.parse().ok(),
        _ => None,
    };
    after.map(|it| (number, Some(it))).ok_or_else(|| Refusal::new("bad-try-word").with("text", rest))
}

async fn try_one(session: &Session<'_>, number: Option<i64>, after: Option<u32>) -> Acted {
    in_match(session, number, MatchRequest::Try(after), |which| begin(session, which, after)).await
}

/// Begins the match, with the side to move.
pub(super) async fn begin(session: &Session<'_>, which: MatchChoice, after: Option<u32>) -> Acted {
    session.may_play_here().await?;
    let (host, asker) = (&session.bot.host, session.asker);
    let which = match which {
        MatchChoice::Here => MatchChoice::Found(Box::new(host.find_to_advise(asker).await?.current)),
        which => which,
    };
    let (id, level) = host.try_from(asker, session.place, which, after).await?;
    let told = say("try-begun", &[views::numbered(id), ("level", level.into())]);
    // With a message, the board is the answer.
    Ok(session.begun(id, (!session.is_message()).then_some(told)).await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_and_a_move_are_named() {
        for text in ["#17 12", "17 after move 12", "#17 from 12"] {
            assert_eq!(read(text), Ok((Some(17), Some(12))), "{text}");
        }
        assert_eq!(read("#17"), Ok((Some(17), None)));
        assert_eq!(read(""), Ok((None, None)));
        assert_eq!(read("after move 12"), Ok((None, Some(12))));
        for text in ["#17 soon", "#17 12 13", "#17 -1"] {
            assert_eq!(read(text).unwrap_err().code, "bad-try-word", "{text}");
        }
    }
}

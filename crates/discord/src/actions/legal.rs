//! `legal`, and the button: the legal moves, all or those of one piece.

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Session, carry_out};
use super::which_match::{cut_number, in_match};
use crate::bot::{Command, Context, Done};
use crate::controls::MatchRequest;
use crate::views::board;
use games::Refusal;
use games::board::Square;
use play::{MatchChoice, decide};

pub(super) fn command() -> Command {
    by_text(slash(), |session, text| {
        Box::pin(async move {
            let (number, square) = cut_number(&text);
            legal(session, number, square).await
        })
    })
}

#[poise::command(slash_command, rename = "legal")]
async fn slash(
    ctx: Context<'_>,
    square: Option<String>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    carry_out(ctx, move |session| {
        Box::pin(async move { legal(session, number, square.as_deref().unwrap_or_default()).await })
    })
    .await
}

fn read_square(text: &str) -> Result<Option<Square>, Refusal> {
    match text.trim() {
        "" | "moves" | "all" => Ok(None),
        text => games::compact(text).parse().map(Some).map_err(|_| Refusal::new("bad-square").with("text", text)),
    }
}

async fn legal(session: &Session<'_>, number: Option<i64>, square: &str) -> Acted {
    let from = read_square(square)?;
    in_match(session, number, MatchRequest::Legal(from), |which| list(session, which, from)).await
}

/// Lists the legal moves: all, or those of the piece on a square.
pub(super) async fn list(session: &Session<'_>, which: MatchChoice, from: Option<Square>) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let board = match which {
        MatchChoice::Here => host.find_to_show(asker).await?,
        which => host.find(asker, which).await?,
    };
    decide::may_list_moves(&board, asker.user, from)?;
    Ok(Answer::Show(board::legal(&board, from, session.appearance(&board).await?)?))
}

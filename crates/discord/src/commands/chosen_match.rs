//! Carries out what was asked, once the match was chosen from a menu; nobody else sees the result.

use super::{agree, question_of_resigning};
use crate::bot::ack::Acknowledged;
use crate::bot::{Bot, Done};
use crate::controls::Ask;
use crate::views::board::{Appearance, Invitation};
use crate::views::{self, View};
use games::Refusal;
use games::board::Square;
use play::decide::{self, Said};
use play::{Asker, Board, MatchId, UserId, Which};
use texts::say;

/// Does what was asked in the chosen match. The answer replaces the question, or is shown privately beside it.
pub(crate) async fn act(bot: &Bot, ack: &Acknowledged<'_>, asker: Asker, chosen: MatchId, ask: Ask) -> Done {
    let (host, which) = (&bot.host, Which::Number(chosen));
    let view = match ask {
        Ask::Move(typed) => {
            let played = host.play_move(asker, which, Said::Text(typed.as_str())).await?;
            let facts = [("match", chosen.to_string().into()), ("move", played.chosen.to_string().into())];
            ack.confirm(View::text(say("move-played-in", &facts))).await;
            return Ok(());
        }
        Ask::Resign | Ask::Abort => {
            let question = question_of_resigning(host, asker, which, ask).await?;
            return Ok(ack.change(question.edit_response(bot.database)).await?);
        }
        Ask::Offer(_) | Ask::Resume | Ask::Claim => {
            let (_, done) = agree(host, asker, which, ask).await?;
            ack.confirm(done).await;
            return Ok(());
        }
        Ask::Prepared => {
            let board = host.find(asker, which).await?;
            views::plans::prepared(&board, asker.user)?
        }
        Ask::Board(theme, flip) => {
            let board = host.find(asker, which).await?;
            let usual = bot.appearance(&board, asker.user).await?;
            let (theme, flipped) = (theme.unwrap_or(usual.theme), flip.unwrap_or(usual.flipped));
            views::board::shown(&board, Appearance { theme, flipped, ..usual }, Invitation::None)?
        }
        Ask::Legal(from) => {
            let board = host.find(asker, which).await?;
            may_list(&board, from, asker.user)?;
            views::board::legal(&board, from, bot.appearance(&board, asker.user).await?)?
        }
        Ask::Hint => {
            let (board, assessment) = host.hint(asker, which).await?;
            views::advice::hint(&board, &assessment, bot.appearance(&board, asker.user).await?)?
        }
        Ask::Analyze => {
            let board = host.find(asker, which).await?;
            let advice = host.advise(asker.user, &board).await?;
            views::advice::advice(&board, &advice, bot.appearance(&board, asker.user).await?)?
        }
    };
    ack.whisper(view).await?;
    ack.confirm(View::text(say("match-chosen", &[("match", chosen.to_string().into())]))).await;
    Ok(())
}

/// Whether there are legal moves to list for somebody: all, or those of the piece on a square.
pub(super) fn may_list(board: &Board, from: Option<Square>, reader: UserId) -> Result<(), Refusal> {
    if board.current.outcome.is_some() {
        return Err(decide::has_ended(board.current.id));
    }
    match from {
        Some(square) if board.position.legal_on(square).is_empty() => {
            let refusal = board.position.refuse_from(square);
            // It may well be theirs, and only isn't to move.
            let is_to_move = board.current.side_of(reader) == Some(board.position.to_move());
            Err(match refusal.code {
                "not-your-piece" if !is_to_move => Refusal { code: "piece-waits", ..refusal },
                _ => refusal,
            })
        }
        _ => Ok(()),
    }
}

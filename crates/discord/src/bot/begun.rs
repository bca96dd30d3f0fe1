//! Whether a match that has begun can be seen: Discord may refuse its first board, and then whoever began it is told.

use std::time::Duration;

use super::Bot;
use play::{FirstBoard, MatchId};
use texts::say;

/// How often it's looked whether a match has its first board, and how long to wait before that.
const LOOKS: u32 = 40;
const BETWEEN_LOOKS: Duration = Duration::from_millis(125);

impl Bot {
    /// What is told of a match that has begun, once its first board can be seen: what `told` makes of that, or what to do if
    /// Discord doesn't take the board.
    pub(crate) async fn begun(&self, id: MatchId, told: impl FnOnce(FirstBoard) -> Option<String>) -> Option<String> {
        match self.first_board(id).await {
            FirstBoard::Refused => Some(say("begun-without-board", &[("match", id.to_string().into())])),
            board => told(board),
        }
    }

    /// Waits for the first board of a match, but not for long: the bot may have to think about the first move.
    async fn first_board(&self, id: MatchId) -> FirstBoard {
        for _ in 0..LOOKS {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            match self.host.first_board(id).await {
                Ok(FirstBoard::Awaited) => {}
                Ok(board) => return board,
                Err(error) => tracing::warn!(%error, "whether a match has its first board isn't known"),
            }
        }
        FirstBoard::Awaited
    }
}

//! The messages that show boards.

use async_trait::async_trait;
use games::board::Side;
use jiff::Timestamp;

use super::{SqlStore, Transaction, statements, values};
use crate::rows::SupersededRow;
use play::ports::{BoardStore, Noted, StoreResult, Superseded};
use play::{LiveBoard, MatchId, MessageId};

/// Notes that a message shows a board.
const ADD_BOARD: &str = "INSERT INTO board_messages (message_id, match_id, version, plies, live) \
                         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (message_id) DO UPDATE \
                         SET version = excluded.version, plies = excluded.plies, live = excluded.live";

#[async_trait]
impl BoardStore for SqlStore {
    async fn match_by_message(&self, message: MessageId) -> StoreResult<Option<(MatchId, u32)>> {
        const SQL: &str = "SELECT match_id, version FROM board_messages WHERE message_id = $1";
        let row = self.find("match_by_message", SQL, values![message]).await?;
        Ok(row.map(|(id, version): (i64, i64)| (MatchId(id), version as u32)))
    }

    async fn match_by_card(&self, message: MessageId) -> StoreResult<Option<MatchId>> {
        const SQL: &str =
            "SELECT m.id FROM challenges c JOIN matches m ON m.challenge_id = c.id WHERE c.message_id = $1";
        let row = self.find("match_by_card", SQL, values![message]).await?;
        Ok(row.map(|(id,): (i64,)| MatchId(id)))
    }

    async fn note_shown(&self, id: MatchId, version: u32, shown: LiveBoard) -> StoreResult<Noted> {
        // If the match has been set aside meanwhile, what it still owes is due again, as otherwise nothing would tell of it.
        const LATEST: &str = "UPDATE matches SET shown_revision = $2, shown_plies = $3, board_message = $4, \
                              board_told = $5, \
                              due_at = CASE WHEN due_at IS NULL AND failures > 0 THEN 0 ELSE due_at END, \
                              failures = 0, refusals = 0 WHERE id = $1 AND (shown_revision IS NULL OR shown_revision <= $2)";
        let mut tx = self.begin("note_shown").await?;
        let latest = values![id, shown.revision, shown.plies, shown.message, shown.is_told];
        let noted = match tx.execute(LATEST, latest).await? {
            0 => tx.note_late(id, shown).await?,
            _ => {
                tx.execute(ADD_BOARD, values![shown.message, id, version, shown.plies, true]).await?;
                Noted::Latest
            }
        };
        tx.commit().await?;
        Ok(noted)
    }

    async fn note_also_shown(&self, id: MatchId, version: u32, message: MessageId) -> StoreResult<()> {
        self.write("note_also_shown", ADD_BOARD, values![message, id, version, 0_i64, false]).await.map(drop)
    }

    async fn superseded(&self, id: MatchId) -> StoreResult<Vec<Superseded>> {
        let rows = self.read("superseded", statements::SUPERSEDED, values![id]).await?;
        Ok(rows.into_iter().map(SupersededRow::read).collect())
    }

    async fn note_retired(&self, message: MessageId) -> StoreResult<()> {
        const SQL: &str = "UPDATE board_messages SET live = FALSE WHERE message_id = $1";
        // If it is lost, the message is reduced or removed once more.
        self.write_relaxed("note_retired", SQL, values![message]).await.map(drop)
    }

    async fn note_page(&self, id: MatchId, side: Side, now: Timestamp) -> StoreResult<()> {
        const FIRST: &str = "UPDATE matches SET first_page_at = $2 WHERE id = $1";
        const SECOND: &str = "UPDATE matches SET second_page_at = $2 WHERE id = $1";
        let sql = if side == Side::First { FIRST } else { SECOND };
        self.write_relaxed("note_page", sql, values![id, now]).await.map(drop)
    }
}

impl Transaction {
    /// Handles a message that turns out to show an outdated board.
    async fn note_late(&mut self, id: MatchId, shown: LiveBoard) -> StoreResult<Noted> {
        // A slow process has changed an old message back. If that is the live board, it must be shown again; if it is
        // an old board, it has controls again. This counts as a change of the match, so that a process which is about
        // to let it rest looks again.
        const LIVE: &str = "UPDATE board_messages SET live = TRUE WHERE message_id = $1";
        const DUE: &str = "UPDATE matches SET due_at = 0, revision = revision + 1, shown_revision = CASE \
                           WHEN board_message = $2 THEN $3 WHEN shown_revision = revision THEN revision + 1 \
                           ELSE shown_revision END WHERE id = $1";
        if self.execute(LIVE, values![shown.message]).await? == 0 {
            return Ok(Noted::TooLate);
        }
        self.execute(DUE, values![id, shown.message, shown.revision]).await?;
        Ok(Noted::Overtaken)
    }
}

//! The messages that show boards.

use std::sync::atomic::Ordering;

use async_trait::async_trait;
use jiff::Timestamp;

use super::{SqlStore, Transaction, local_now, statements, values};
use crate::rows::{SupersededRow, read_time};
use play::ports::{BoardStore, Doubt, Noted, Stored, Superseded};
use play::{MatchId, MessageId, Shown};

/// Notes that a message shows a board.
const ADD_BOARD: &str = "INSERT INTO boards (message_id, match_id, ply, plies, live) VALUES ($1, $2, $3, $4, $5) \
                         ON CONFLICT (message_id) DO UPDATE SET ply = excluded.ply, plies = excluded.plies, \
                         live = excluded.live";

#[async_trait]
impl BoardStore for SqlStore {
    async fn match_by_message(&self, message: MessageId) -> Stored<Option<(MatchId, u32)>> {
        const SQL: &str = "SELECT match_id, ply FROM boards WHERE message_id = $1";
        let row = self.find("match_by_message", SQL, values![message]).await?;
        Ok(row.map(|(id, version): (i64, i64)| (MatchId(id), version as u32)))
    }

    async fn note_shown(&self, id: MatchId, version: u32, shown: Shown) -> Stored<Noted> {
        // If the match has been set aside meanwhile, what it still owes is due again, as otherwise nothing would tell of it.
        const LATEST: &str = "UPDATE matches SET shown_revision = $2, announced_ply = $3, board_message = $4, \
                              due_at = CASE WHEN due_at IS NULL AND failures > 0 THEN 0 ELSE due_at END, \
                              failures = 0, refusals = 0, unheard_since = CASE WHEN search_again_at IS NULL THEN $5 \
                              ELSE unheard_since END WHERE id = $1 AND (shown_revision IS NULL OR shown_revision <= $2)";
        let mut tx = self.begin("note_shown").await?;
        let latest = values![id, shown.revision, shown.plies, shown.message, self.database_now()];
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

    async fn note_also_shown(&self, id: MatchId, version: u32, message: MessageId) -> Stored<()> {
        self.write("note_also_shown", ADD_BOARD, values![message, id, version, 0_i64, false]).await.map(drop)
    }

    async fn note_stray(&self, id: MatchId, version: u32, plies: u32, message: MessageId) -> Stored<()> {
        // If the message is known already, its row says more than just the version.
        const SQL: &str = "INSERT INTO boards (message_id, match_id, ply, plies, live) VALUES ($1, $2, $3, $4, TRUE) \
                           ON CONFLICT (message_id) DO UPDATE SET live = TRUE";
        self.write("note_stray", SQL, values![message, id, version, plies]).await.map(drop)
    }

    async fn doubt(&self, id: MatchId) -> Stored<Doubt> {
        const SQL: &str = "SELECT CASE WHEN unheard_since > 0 THEN unheard_since - $2 ELSE created_at END FROM matches \
                           WHERE id = $1";
        let until = local_now();
        let since = self.find("doubt", SQL, values![id, self.ahead.load(Ordering::Relaxed)]).await?;
        Ok(Doubt { since: read_time(since.map_or(until, |(it,)| it))?, until: read_time(until)? })
    }

    async fn note_search(
        &self,
        id: MatchId,
        heard_until: Timestamp,
        search_again_at: Option<Timestamp>,
    ) -> Stored<bool> {
        const SQL: &str = "UPDATE matches SET search_again_at = $3, \
                           unheard_since = CASE WHEN unheard_since < $2 THEN $2 ELSE unheard_since END \
                           WHERE id = $1 AND owner = $4";
        let heard_until = heard_until.as_millisecond() + self.ahead.load(Ordering::Relaxed);
        let values = values![id, heard_until, search_again_at, self.owner.as_str()];
        Ok(self.write("note_search", SQL, values).await? > 0)
    }

    async fn note_unsettled(&self, message: MessageId, until: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE boards SET unsettled_until = $2 WHERE message_id = $1";
        self.write("note_unsettled", SQL, values![message, until]).await.map(drop)
    }

    async fn superseded(&self, id: MatchId) -> Stored<Vec<Superseded>> {
        let rows = self.read("superseded", statements::SUPERSEDED, values![id]).await?;
        rows.into_iter().map(SupersededRow::read).collect()
    }

    async fn note_retired(&self, message: MessageId, now: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE boards SET live = FALSE, \
                           unsettled_until = CASE WHEN unsettled_until > $2 THEN unsettled_until END \
                           WHERE message_id = $1";
        // If it is lost, the message is reduced or removed once more.
        self.write_relaxed("note_retired", SQL, values![message, now]).await.map(drop)
    }
}

impl Transaction {
    /// Handles a message that turns out to show an outdated board.
    async fn note_late(&mut self, id: MatchId, shown: Shown) -> Stored<Noted> {
        // A slow process has changed an old message back. If that is the live board, it must be shown again; if it is
        // an old board, it has controls again. This counts as a change of the match, so that a process which is about
        // to let it rest looks again.
        const LIVE: &str = "UPDATE boards SET live = TRUE WHERE message_id = $1";
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

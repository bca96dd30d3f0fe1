//! The messages that show boards, in SQL.

use std::sync::atomic::Ordering;

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Transaction, Type};
use sqlx::{query, query_as, query_scalar};

use super::{SqlStore, failed, local_now, statements};
use crate::rows::{SupersededRow, read_time};
use play::ports::{BoardStore, Doubt, Noted, Stored, Superseded};
use play::{MatchId, MessageId, Shown};

#[async_trait]
impl<DB> BoardStore for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'a> bool: Type<DB> + Encode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
    for<'r> SupersededRow: FromRow<'r, DB::Row>,
{
    async fn match_by_message(&self, message: MessageId) -> Stored<Option<(MatchId, u32)>> {
        const SQL: &str = "SELECT match_id, ply FROM boards WHERE message_id = $1";
        let row: Option<(i64, i64)> =
            query_as(SQL).bind(message.0 as i64).fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(row.map(|(id, version)| (MatchId(id), version as u32)))
    }

    async fn note_shown(&self, id: MatchId, version: u32, shown: Shown) -> Stored<Noted> {
        // If the match has been set aside meanwhile, what it still owes is due again, as otherwise nothing would tell of it.
        const LATEST: &str = "UPDATE matches SET shown_revision = $2, announced_ply = $3, board_message = $4, \
                              due_at = CASE WHEN due_at IS NULL AND failures > 0 THEN 0 ELSE due_at END, \
                              failures = 0, refusals = 0, unheard_since = CASE WHEN search_again_at IS NULL THEN $5 \
                              ELSE unheard_since END WHERE id = $1 AND (shown_revision IS NULL OR shown_revision <= $2) \
                              RETURNING id";
        let mut tx = self.begin().await?;
        let (revision, plies, message) =
            (shown.revision.map(i64::from), i64::from(shown.plies), shown.message.0 as i64);
        let latest = query_scalar(LATEST).bind(id.0).bind(revision).bind(plies).bind(message);
        let latest = latest.bind(self.database_now());
        let latest: Option<i64> = latest.fetch_optional(&mut *tx).await.map_err(failed)?;
        if latest.is_none() {
            let noted = self.note_late(&mut tx, id, shown).await?;
            tx.commit().await.map_err(failed)?;
            return Ok(noted);
        }
        let insert = query(ADD_BOARD).bind(message).bind(id.0).bind(i64::from(version)).bind(plies).bind(true);
        insert.execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)?;
        Ok(Noted::Latest)
    }

    async fn note_also_shown(&self, id: MatchId, version: u32, message: MessageId) -> Stored<()> {
        let (message, version) = (message.0 as i64, i64::from(version));
        let insert = query(ADD_BOARD).bind(message).bind(id.0).bind(version).bind(0_i64).bind(false);
        insert.execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn note_stray(&self, id: MatchId, version: u32, plies: u32, message: MessageId) -> Stored<()> {
        // If the message is known already, its row says more than just the version.
        const SQL: &str = "INSERT INTO boards (message_id, match_id, ply, plies, live) VALUES ($1, $2, $3, $4, TRUE) \
                           ON CONFLICT (message_id) DO UPDATE SET live = TRUE";
        let insert = query(SQL).bind(message.0 as i64).bind(id.0).bind(i64::from(version)).bind(i64::from(plies));
        insert.execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn doubt(&self, id: MatchId) -> Stored<Doubt> {
        const SQL: &str = "SELECT CASE WHEN unheard_since > 0 THEN unheard_since - $2 ELSE created_at END FROM matches \
                           WHERE id = $1";
        let until = local_now();
        let since = query_scalar(SQL).bind(id.0).bind(self.ahead.load(Ordering::Relaxed));
        let since: Option<i64> = since.fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(Doubt { since: read_time(since.unwrap_or(until))?, until: read_time(until)? })
    }

    async fn note_search(
        &self,
        id: MatchId,
        heard_until: Timestamp,
        search_again_at: Option<Timestamp>,
    ) -> Stored<bool> {
        const SQL: &str = "UPDATE matches SET search_again_at = $3, \
                           unheard_since = CASE WHEN unheard_since < $2 THEN $2 ELSE unheard_since END \
                           WHERE id = $1 AND owner = $4 RETURNING id";
        let heard_until = heard_until.as_millisecond() + self.ahead.load(Ordering::Relaxed);
        let note = query_scalar(SQL).bind(id.0).bind(heard_until);
        let note = note.bind(search_again_at.map(|it| it.as_millisecond())).bind(self.owner.as_str());
        let mine: Option<i64> = note.fetch_all(&self.writer).await.map_err(failed)?.pop();
        Ok(mine.is_some())
    }

    async fn note_unsettled(&self, message: MessageId, until: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE boards SET unsettled_until = $2 WHERE message_id = $1";
        let note = query(SQL).bind(message.0 as i64).bind(until.as_millisecond());
        note.execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn superseded(&self, id: MatchId) -> Stored<Vec<Superseded>> {
        let rows: Vec<SupersededRow> =
            query_as(statements::SUPERSEDED).bind(id.0).fetch_all(&self.pool).await.map_err(failed)?;
        rows.into_iter().map(SupersededRow::read).collect()
    }

    async fn note_retired(&self, message: MessageId, now: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE boards SET live = FALSE, \
                           unsettled_until = CASE WHEN unsettled_until > $2 THEN unsettled_until END \
                           WHERE message_id = $1";
        let note = query(SQL).bind(message.0 as i64).bind(now.as_millisecond());
        // If it is lost, the message is reduced or removed once more.
        let mut connection = self.relaxed().await?;
        note.execute(&mut *connection).await.map(drop).map_err(failed)
    }
}

impl<DB> SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
{
    /// Handles a message that turns out to show an outdated board.
    async fn note_late(&self, tx: &mut Transaction<'static, DB>, id: MatchId, shown: Shown) -> Stored<Noted> {
        // A slow process has changed an old message back. If that is the live board, it must be shown again; if it is
        // an old board, it has controls again. This counts as a change of the match, so that a process which is about
        // to let it rest looks again.
        const KNOWN: &str = "SELECT message_id FROM boards WHERE message_id = $1";
        const DUE: &str = "UPDATE matches SET due_at = 0, revision = revision + 1, shown_revision = CASE \
                           WHEN board_message = $2 THEN $3 WHEN shown_revision = revision THEN revision + 1 \
                           ELSE shown_revision END WHERE id = $1";
        const LIVE: &str = "UPDATE boards SET live = TRUE WHERE message_id = $1";
        let message = shown.message.0 as i64;
        let known: Option<i64> = query_scalar(KNOWN).bind(message).fetch_optional(&mut **tx).await.map_err(failed)?;
        if known.is_none() {
            return Ok(Noted::TooLate);
        }
        let due = query(DUE).bind(id.0).bind(message).bind(shown.revision.map(i64::from));
        due.execute(&mut **tx).await.map_err(failed)?;
        query(LIVE).bind(message).execute(&mut **tx).await.map_err(failed)?;
        Ok(Noted::Overtaken)
    }
}

/// Notes that a message shows a board.
const ADD_BOARD: &str = "INSERT INTO boards (message_id, match_id, ply, plies, live) VALUES ($1, $2, $3, $4, $5) \
                         ON CONFLICT (message_id) DO UPDATE SET ply = excluded.ply, plies = excluded.plies, \
                         live = excluded.live";

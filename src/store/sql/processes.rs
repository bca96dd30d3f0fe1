//! What the processes of one bot know of each other, in SQL.

use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, IntoArguments, Pool, Type};
use sqlx::{query, query_scalar};

use super::{SqlStore, failed};
use crate::play::DatabaseId;
use crate::play::ports::{ProcessStore, StoreError, Stored};
use crate::store::rows::read_time;

/// The last sign of life.
const LAST: &str = "SELECT beat_at FROM heartbeats WHERE id = 1";

#[async_trait]
impl<DB> ProcessStore for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
{
    async fn database_id(&self, drawn: DatabaseId) -> Stored<DatabaseId> {
        const FIRST: &str = "INSERT INTO identities (id, database_id) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
        const KNOWN: &str = "SELECT database_id FROM identities WHERE id = 1";
        query(FIRST).bind(i64::from(drawn.0)).execute(&self.writer).await.map_err(failed)?;
        let known: i64 = query_scalar(KNOWN).fetch_one(&self.pool).await.map_err(failed)?;
        let id = u32::try_from(known).ok().map(DatabaseId).filter(|it| *it <= DatabaseId::MAX);
        id.ok_or_else(|| StoreError::Corrupt(format!("no database has the id {known}")))
    }

    async fn claim_event(&self, id: u64, now: Timestamp) -> Stored<bool> {
        const SQL: &str = "INSERT INTO events (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id";
        let claim = query_scalar(SQL).bind(id as i64).bind(now.as_millisecond());
        let claimed: Option<i64> = claim.fetch_optional(&self.writer).await.map_err(failed)?;
        Ok(claimed.is_some())
    }

    async fn forget_events(&self, now: Timestamp) -> Stored<()> {
        const SQL: &str = "DELETE FROM events WHERE seen_at < $1";
        let hour_ago = now.as_millisecond() - 3_600_000;
        query(SQL).bind(hour_ago).execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn beat(&self, now: Timestamp, tolerance: Duration) -> Stored<()> {
        if let Some(sql) = self.backend.tidy {
            query(sql).execute(&self.pool).await.map_err(failed)?;
        }
        const FIRST: &str = "INSERT INTO heartbeats (id, beat_at) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
        const NEXT: &str = "UPDATE heartbeats SET beat_at = $2 WHERE id = 1 AND beat_at = $1 RETURNING id";
        // Counted as a change, so that a move that is just being made does not undo it. A clock that was started
        // meanwhile, by a move that was still heard, has not run longer than since then.
        const GIVE_BACK: &str = "UPDATE matches SET revision = revision + 1, \
                                 clock_since = CASE WHEN clock_since > $2 THEN $3 ELSE clock_since + $1 END, \
                                 shown_revision = CASE WHEN shown_revision = revision THEN revision + 1 \
                                 ELSE shown_revision END WHERE clock_since IS NOT NULL AND reason IS NULL";
        let now = now.as_millisecond();
        let mut tx = self.begin().await?;
        let last: Option<i64> = query_scalar(LAST).fetch_optional(&mut *tx).await.map_err(failed)?;
        let Some(last) = last else {
            query(FIRST).bind(now).execute(&mut *tx).await.map_err(failed)?;
            return tx.commit().await.map_err(failed);
        };
        if last >= now {
            return Ok(());
        }
        let next: Option<i64> =
            query_scalar(NEXT).bind(last).bind(now).fetch_optional(&mut *tx).await.map_err(failed)?;
        let silence = now - last;
        // Where another process was faster, it has seen to that.
        if next.is_some() && silence > tolerance.as_millis() as i64 {
            query(GIVE_BACK).bind(silence).bind(last).bind(now).execute(&mut *tx).await.map_err(failed)?;
        }
        tx.commit().await.map_err(failed)
    }

    async fn last_beat(&self) -> Stored<Option<Timestamp>> {
        let last: Option<i64> = query_scalar(LAST).fetch_optional(&self.pool).await.map_err(failed)?;
        last.map(read_time).transpose()
    }

    fn ahead(&self) -> SignedDuration {
        SignedDuration::from_millis(self.ahead.load(Ordering::Relaxed))
    }

    async fn ping(&self) -> Stored<()> {
        query("SELECT 1").execute(&self.pool).await.map(drop).map_err(failed)
    }
}

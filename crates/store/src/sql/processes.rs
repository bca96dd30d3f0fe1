//! What the processes of one bot know about each other, in SQL.

use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Transaction, Type};
use sqlx::{query, query_as, query_scalar};

use super::give_back::ShardSilence;
use super::{SqlStore, failed, local_now};
use crate::rows::{AbsenceRow, ClockRow, read_time};
use play::ports::{ProcessStore, SignOfLife, StoreError, Stored};
use play::{DatabaseId, Place, Shard};

/// Notes a sign of life for a shard that has given none yet.
const FIRST_BEAT: &str = "INSERT INTO shard_heartbeats (shard, shards, beat_at) VALUES ($1, $2, $3) \
                          ON CONFLICT (shard, shards) DO NOTHING";

/// A sign of life: the shard's index, the number of shards, and the time.
type BeatRow = (i64, i64, i64);

#[async_trait]
impl<DB> ProcessStore for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'r> AbsenceRow: FromRow<'r, DB::Row>,
    for<'r> ClockRow: FromRow<'r, DB::Row>,
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
        // A claim of our own to which we got no answer is still ours.
        const SQL: &str = "INSERT INTO events (id, seen_at, owner) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE \
                           SET owner = excluded.owner WHERE events.owner = excluded.owner RETURNING id";
        let claim = query_scalar(SQL).bind(id as i64).bind(now.as_millisecond()).bind(self.owner.as_str());
        // If it is lost, the same event is not likely to come again. If it does, no move is played twice.
        let mut connection = self.relaxed().await?;
        let claimed: Option<i64> = claim.fetch_all(&mut *connection).await.map_err(failed)?.pop();
        Ok(claimed.is_some())
    }

    async fn forget_events(&self, now: Timestamp) -> Stored<()> {
        const SQL: &str = "DELETE FROM events WHERE seen_at < $1";
        let hour_ago = now.as_millisecond() - 3_600_000;
        query(SQL).bind(hour_ago).execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn compare_clocks(&self) -> Stored<()> {
        let asked = local_now();
        let theirs: i64 = query_scalar(self.backend.now).fetch_one(&self.pool).await.map_err(failed)?;
        self.note_clock(theirs, asked);
        Ok(())
    }

    async fn beat(&self, heard: &[Shard], now: Timestamp, tolerance: Duration) -> Stored<()> {
        let Some(total) = heard.first().map(|it| it.total) else { return Ok(()) };
        if let Some(sql) = self.backend.tidy {
            query(sql).execute(&self.pool).await.map_err(failed)?;
        }
        let (now, tolerance) = (now.as_millisecond(), tolerance.as_millis() as i64);
        let mut tx = self.begin().await?;
        self.divide(&mut tx, total, tolerance).await?;
        for shard in heard {
            self.beat_one(&mut tx, *shard, now, tolerance).await?;
        }
        tx.commit().await.map_err(failed)
    }

    async fn last_beat(&self, place: Place) -> Stored<Option<SignOfLife>> {
        const SQL: &str = "SELECT shard, shards, beat_at FROM shard_heartbeats WHERE shard = $1 % shards \
                           ORDER BY beat_at DESC LIMIT 1";
        let row = query_as(SQL).bind(place.shard_key() as i64);
        let row: Option<BeatRow> = row.fetch_optional(&self.pool).await.map_err(failed)?;
        row.map(read_beat).transpose()
    }

    fn ahead(&self) -> SignedDuration {
        SignedDuration::from_millis(self.ahead.load(Ordering::Relaxed))
    }

    async fn ping(&self) -> Stored<()> {
        // A full disk can still be read, and SQLite does not write what is there already. No event has this number.
        const SQL: &str = "INSERT INTO events (id, seen_at, owner) VALUES (0, $1, $2) \
                           ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at";
        let write = query(SQL).bind(local_now()).bind(self.owner.as_str());
        write.execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn close(&self) {
        // The writer comes last, and alone: the last connection to a SQLite file moves what is in the -wal file into it, but
        // two that end at once may each leave that to the other.
        self.pool.close().await;
        self.relaxed.close().await;
        self.writer.close().await;
    }
}

impl<DB> SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'r> AbsenceRow: FromRow<'r, DB::Row>,
    for<'r> ClockRow: FromRow<'r, DB::Row>,
{
    /// Divides the bot's places among this many shards, if the number was different until now. The new shards count as
    /// silent since the last sign of life of any former one. If another former shard was silent before that, its time
    /// is given back here.
    async fn divide(&self, tx: &mut Transaction<'static, DB>, total: u32, tolerance: i64) -> Stored<()> {
        // If several processes do this at once, only one gets the rows.
        const FORMER: &str = "DELETE FROM shard_heartbeats WHERE shards <> $1 RETURNING shard, shards, beat_at";
        let total = i64::from(total);
        let former: Vec<BeatRow> = query_as(FORMER).bind(total).fetch_all(&mut **tx).await.map_err(failed)?;
        let Some(until) = former.iter().map(|it| it.2).max() else { return Ok(()) };
        for (shard, shards, since) in former {
            self.give_back(tx, &ShardSilence { shard, shards, since, until }, tolerance).await?;
        }
        for shard in 0..total {
            let first = query(FIRST_BEAT).bind(shard).bind(total).bind(until);
            first.execute(&mut **tx).await.map_err(failed)?;
        }
        Ok(())
    }

    /// Notes a sign of life of one shard.
    async fn beat_one(&self, tx: &mut Transaction<'static, DB>, shard: Shard, now: i64, tolerance: i64) -> Stored<()> {
        const LAST: &str = "SELECT beat_at FROM shard_heartbeats WHERE shard = $1 AND shards = $2";
        const NEXT: &str = "UPDATE shard_heartbeats SET beat_at = $4 WHERE shard = $1 AND shards = $2 AND beat_at = $3 \
                            RETURNING shard";
        let (shard, shards) = (i64::from(shard.index), i64::from(shard.total));
        let last = query_scalar(LAST).bind(shard).bind(shards);
        let last: Option<i64> = last.fetch_optional(&mut **tx).await.map_err(failed)?;
        let Some(since) = last else {
            let first = query(FIRST_BEAT).bind(shard).bind(shards).bind(now);
            return first.execute(&mut **tx).await.map(drop).map_err(failed);
        };
        // What lies further in the future was noted by a clock that was wrong. Until then, no silence would be noticed.
        if since > now + tolerance {
            let next = query(NEXT).bind(shard).bind(shards).bind(since).bind(now);
            return next.execute(&mut **tx).await.map(drop).map_err(failed);
        }
        if since >= now {
            return Ok(());
        }
        let next = query_scalar(NEXT).bind(shard).bind(shards).bind(since).bind(now);
        let next: Option<i64> = next.fetch_optional(&mut **tx).await.map_err(failed)?;
        match next {
            Some(_) => self.give_back(tx, &ShardSilence { shard, shards, since, until: now }, tolerance).await,
            // Another process was faster, and has done the rest.
            None => Ok(()),
        }
    }
}

fn read_beat((index, total, beat_at): BeatRow) -> Stored<SignOfLife> {
    let number = |it: i64| u32::try_from(it).map_err(|_| StoreError::Corrupt(format!("no shard is {it}")));
    let shard = Shard { index: number(index)?, total: number(total)? };
    Ok(SignOfLife { shard, at: read_time(beat_at)? })
}

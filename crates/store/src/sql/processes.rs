//! What the processes of one bot know about each other.

use std::sync::atomic::Ordering;
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::give_back::ShardSilence;
use super::{SqlStore, Transaction, local_now, values};
use crate::dialect::Dialect;
use crate::rows::read_time;
use play::ports::{ProcessStore, SignOfLife, StoreError, StoreResult};
use play::{DatabaseId, Place, Shard};

/// Notes a sign of life for a shard that has given none yet.
const FIRST_BEAT: &str = "INSERT INTO shard_heartbeats (shard, shards, beat_at) VALUES ($1, $2, $3) \
                          ON CONFLICT (shard, shards) DO NOTHING";

/// A sign of life: the shard's index, the number of shards, and the time.
type BeatRow = (i64, i64, i64);

#[async_trait]
impl ProcessStore for SqlStore {
    async fn database_id(&self, drawn: DatabaseId) -> StoreResult<DatabaseId> {
        const FIRST: &str = "INSERT INTO identities (id, database_id) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
        const KNOWN: &str = "SELECT database_id FROM identities WHERE id = 1";
        self.write("database_id", FIRST, values![drawn.0]).await?;
        let known = self.number("database_id", KNOWN, values![]).await?;
        let id = u32::try_from(known).ok().map(DatabaseId).filter(|it| *it <= DatabaseId::MAX);
        id.ok_or_else(|| StoreError::Corrupt(format!("no database has the id {known}")))
    }

    async fn claim_event(&self, id: u64, now: Timestamp) -> StoreResult<bool> {
        // A claim of our own to which we got no answer is still ours.
        const SQL: &str = "INSERT INTO events (id, seen_at, owner) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE \
                           SET owner = excluded.owner WHERE events.owner = excluded.owner";
        // If it is lost, the same event is not likely to come again. If it does, no move is played twice.
        let claimed = self.write_relaxed("claim_event", SQL, values![id as i64, now, self.owner.as_str()]).await?;
        Ok(claimed > 0)
    }

    async fn compare_clocks(&self) -> StoreResult<()> {
        let asked = local_now();
        let theirs = self.number("compare_clocks", self.dialect.now(), values![]).await?;
        self.note_clock(theirs, asked);
        Ok(())
    }

    async fn beat(&self, heard: &[Shard], now: Timestamp, tolerance: Duration) -> StoreResult<()> {
        let Some(total) = heard.first().map(|it| it.total) else { return Ok(()) };
        if self.dialect == Dialect::Sqlite {
            // Moves what was written to its final place, without stopping writers.
            self.readers.execute("tidy", "PRAGMA wal_checkpoint(PASSIVE)", values![]).await?;
        }
        const FORGET_EVENTS: &str = "DELETE FROM events WHERE seen_at < $1";
        const EVENTS_KEPT_MS: i64 = 3_600_000;
        let (now, tolerance) = (now.as_millisecond(), tolerance.as_millis() as i64);
        let mut tx = self.begin("beat").await?;
        tx.divide(total, tolerance).await?;
        for shard in heard {
            tx.beat_one(*shard, now, tolerance).await?;
        }
        tx.execute(FORGET_EVENTS, values![now - EVENTS_KEPT_MS]).await?;
        tx.commit().await
    }

    async fn last_beat(&self, place: Place) -> StoreResult<Option<SignOfLife>> {
        const SQL: &str = "SELECT shard, shards, beat_at FROM shard_heartbeats WHERE shard = $1 % shards \
                           ORDER BY beat_at DESC LIMIT 1";
        self.find("last_beat", SQL, values![place.shard_key() as i64]).await?.map(read_beat).transpose()
    }

    fn ahead(&self) -> SignedDuration {
        SignedDuration::from_millis(self.ahead.load(Ordering::Relaxed))
    }

    async fn ping(&self) -> StoreResult<()> {
        // A full disk can still be read, and SQLite does not write what is there already. No event has this number.
        const SQL: &str = "INSERT INTO events (id, seen_at, owner) VALUES (0, $1, $2) \
                           ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at";
        self.write("ping", SQL, values![local_now(), self.owner.as_str()]).await.map(drop)
    }

    async fn close(&self) {
        // The writer comes last, and alone: the last connection to a SQLite file moves what is in the -wal file into it, but
        // two that end at once may each leave that to the other.
        self.readers.close().await;
        self.relaxed.close().await;
        self.writer.close().await;
    }
}

impl Transaction {
    /// Divides the bot's places among this many shards, if the number was different until now. The new shards count as
    /// silent since the last sign of life of any former one. If another former shard was silent before that, its time
    /// is given back here.
    async fn divide(&mut self, total: u32, tolerance: i64) -> StoreResult<()> {
        // If several processes do this at once, only one gets the rows.
        const FORMER: &str = "DELETE FROM shard_heartbeats WHERE shards <> $1 RETURNING shard, shards, beat_at";
        let former: Vec<BeatRow> = self.rows(FORMER, values![total]).await?;
        let Some(until) = former.iter().map(|it| it.2).max() else { return Ok(()) };
        for (shard, shards, since) in former {
            self.give_back(&ShardSilence { shard, shards, since, until }, tolerance).await?;
        }
        for shard in 0..total {
            self.execute(FIRST_BEAT, values![shard, total, until]).await?;
        }
        Ok(())
    }

    /// Notes a sign of life of one shard.
    async fn beat_one(&mut self, shard: Shard, now: i64, tolerance: i64) -> StoreResult<()> {
        const LAST: &str = "SELECT beat_at FROM shard_heartbeats WHERE shard = $1 AND shards = $2";
        const NEXT: &str = "UPDATE shard_heartbeats SET beat_at = $4 WHERE shard = $1 AND shards = $2 AND beat_at = $3";
        let (shard, shards) = (i64::from(shard.index), i64::from(shard.total));
        let Some((since,)) = self.find(LAST, values![shard, shards]).await? else {
            return self.execute(FIRST_BEAT, values![shard, shards, now]).await.map(drop);
        };
        // What lies further in the future was noted by a clock that was wrong. Until then, no silence would be noticed.
        if since > now + tolerance {
            return self.execute(NEXT, values![shard, shards, since, now]).await.map(drop);
        }
        if since >= now {
            return Ok(());
        }
        match self.execute(NEXT, values![shard, shards, since, now]).await? {
            // Another process was faster, and has done the rest.
            0 => Ok(()),
            _ => self.give_back(&ShardSilence { shard, shards, since, until: now }, tolerance).await,
        }
    }
}

fn read_beat((index, total, beat_at): BeatRow) -> StoreResult<SignOfLife> {
    let number = |it: i64| u32::try_from(it).map_err(|_| StoreError::Corrupt(format!("no shard is {it}")));
    let shard = Shard { index: number(index)?, total: number(total)? };
    Ok(SignOfLife { shard, at: read_time(beat_at)? })
}

//! What is due, and which process owns it.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::AssertSqlSafe;

use super::{LEASE_MS, SqlStore, Value, local_now, places, statements, values};
use crate::rows::read_time;
use play::ChannelId;
use play::ports::{Backlog, DueRow, DueTable, FailedTries, GonePlace, JobStore, Release, ReleaseOutcome, StoreResult};

#[async_trait]
impl JobStore for SqlStore {
    async fn claim(&self, table: DueTable, now: Timestamp, most: usize) -> StoreResult<Vec<DueRow>> {
        let claims = statements::claims(table, self.dialect.pick("", " FOR UPDATE SKIP LOCKED"));
        let mut tx = self.begin("claim").await?;
        let asked = local_now();
        let theirs = tx.number(self.dialect.now(), values![]).await?;
        self.note_clock(theirs, asked);
        let mut claimed: Vec<(i64,)> = Vec::new();
        for (claim, most) in claims.into_iter().zip([most, (most * 3).div_ceil(4), most]) {
            let free = most.saturating_sub(claimed.len());
            let values = values![self.owner.as_str(), theirs + LEASE_MS, now, theirs, free];
            claimed.extend(tx.rows::<(i64,)>(AssertSqlSafe(claim), values).await?);
        }
        tx.commit().await?;
        Ok(claimed.into_iter().map(|(id,)| DueRow { table, id }).collect())
    }

    async fn renew(&self, table: DueTable, ids: &[i64]) -> StoreResult<Vec<(i64, u32)>> {
        // A row that was given back meanwhile is not taken again.
        let sql = format!(
            "UPDATE {} SET lease_until = $1 WHERE owner = $2 AND lease_until > 0 AND id IN ({}) RETURNING id, revision",
            table.name(),
            places(3, ids.len())
        );
        let mut values = vec![self.lease_end().into(), self.owner.as_str().into()];
        values.extend(ids.iter().map(|it| Value::from(*it)));
        let rows: Vec<(i64, i64)> = self.writer.rows("renew", AssertSqlSafe(sql), &values).await?;
        Ok(rows.into_iter().map(|(id, revision)| (id, revision as u32)).collect())
    }

    async fn release(&self, row: DueRow, revision: u32, release: Release) -> StoreResult<ReleaseOutcome> {
        let table = row.table.name();
        let (due_at, failures, refusals) = match release {
            Release::Done(due_at) => return self.release_done(row, revision, due_at).await,
            Release::Waits(due_at) => (Some(due_at), 0_i64, 0_i64),
            Release::Failed(due_at) => (due_at, 1, 0),
            Release::Refused(due_at) => (due_at, 1, 1),
        };
        // A failure counts in any case: the task may have been carried out all the same.
        let sql = format!(
            "UPDATE {table} SET failures = failures + $5, refusals = refusals + $6, \
             due_at = CASE WHEN revision = $4 THEN $3 ELSE due_at END, \
             lease_until = CASE WHEN revision = $4 THEN 0 ELSE lease_until END \
             WHERE id = $1 AND owner = $2 RETURNING revision"
        );
        let values = values![row.id, self.owner.as_str(), due_at, revision, failures, refusals];
        let found: Vec<(i64,)> = self.writer.rows("release", AssertSqlSafe(sql), values).await?;
        Ok(match found.first() {
            None => ReleaseOutcome::NotOwner,
            Some((found,)) if *found == i64::from(revision) => ReleaseOutcome::Released,
            Some(_) => ReleaseOutcome::Changed,
        })
    }

    async fn release_all(&self) -> StoreResult<()> {
        for table in DueTable::ALL {
            // A process that is still working on a row may post something without our getting the answer, so this counts
            // as a failure.
            let sql = format!(
                "UPDATE {} SET failures = failures + CASE WHEN lease_until > 0 THEN 1 ELSE 0 END, lease_until = 0 \
                 WHERE owner = $1 AND due_at IS NOT NULL",
                table.name()
            );
            self.writer.execute("release_all", AssertSqlSafe(sql), values![self.owner.as_str()]).await?;
        }
        Ok(())
    }

    async fn failed_tries(&self, row: DueRow) -> StoreResult<FailedTries> {
        let sql = format!("SELECT failures, refusals, revision FROM {} WHERE id = $1", row.table.name());
        let found: Option<(i64, i64, i64)> = self.find("failed_tries", AssertSqlSafe(sql), values![row.id]).await?;
        let (failures, refusals, revision) = found.unwrap_or_default();
        Ok(FailedTries { failures: failures as u32, refusals: refusals as u32, revision: revision as u32 })
    }

    async fn retry_in(&self, place: u64, now: Timestamp) -> StoreResult<Vec<ChannelId>> {
        let values = values![place as i64, now];
        for table in DueTable::ALL.into_iter().filter(|it| *it != DueTable::Matches) {
            let sql = format!(
                "UPDATE {} SET due_at = $2, refusals = 0, revision = revision + 1 \
                 WHERE failures > 0 AND refusals > 0 AND (channel_id = $1 OR guild_id = $1)",
                table.name()
            );
            self.writer.execute("retry_in", AssertSqlSafe(sql), values).await?;
        }
        let channels = self.writer.rows("retry_in", statements::RETRY_IN, values).await?;
        Ok(channels.into_iter().map(|(channel,): (i64,)| ChannelId(channel as u64)).collect())
    }

    async fn set_aside(&self, gone: GonePlace) -> StoreResult<u64> {
        let (place, challenges, matches) = match gone {
            GonePlace::Channel(channel) => {
                (Value::from(channel), statements::EXPIRE_IN_CHANNEL, statements::SET_ASIDE_IN_CHANNEL)
            }
            GonePlace::Server(server) => {
                (Value::from(server), statements::EXPIRE_IN_SERVER, statements::SET_ASIDE_IN_SERVER)
            }
        };
        let place = [place];
        self.write("expire_where_gone", challenges, &place).await?;
        self.write("set_aside", matches, &place).await
    }

    async fn backlog(&self, table: DueTable, now: Timestamp) -> StoreResult<Backlog> {
        let table = table.name();
        let sql = format!(
            "SELECT (SELECT COUNT(*) FROM {table} WHERE due_at <= $1), \
             (SELECT MIN(due_at) FROM {table} WHERE due_at <= $1), \
             (SELECT COUNT(*) FROM {table} WHERE failures > 0 AND due_at IS NULL)"
        );
        let found: Option<(i64, Option<i64>, i64)> = self.find("backlog", AssertSqlSafe(sql), values![now]).await?;
        let (due, oldest, set_aside) = found.unwrap_or_default();
        Ok(Backlog { due: due as u64, oldest: oldest.map(read_time).transpose()?, set_aside: set_aside as u64 })
    }
}

impl SqlStore {
    /// Gives back a row in which everything is done until then.
    async fn release_done(&self, row: DueRow, revision: u32, due_at: Option<Timestamp>) -> StoreResult<ReleaseOutcome> {
        let table = row.table.name();
        let sql = format!(
            "UPDATE {table} SET due_at = $4, lease_until = 0, failures = 0, refusals = 0 \
             WHERE id = $1 AND revision = $2 AND owner = $3"
        );
        let values = values![row.id, revision, self.owner.as_str(), due_at];
        // If it is lost, the row is looked at once more.
        if self.write_relaxed("release_done", AssertSqlSafe(sql), values).await? > 0 {
            return Ok(ReleaseOutcome::Released);
        }
        let sql = format!("SELECT COUNT(*) FROM {table} WHERE id = $1 AND owner = $2");
        let mine = self.number("is_owner", AssertSqlSafe(sql), values![row.id, self.owner.as_str()]).await?;
        Ok(if mine > 0 { ReleaseOutcome::Changed } else { ReleaseOutcome::NotOwner })
    }
}

//! What is due in matches, and which process owns them.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::AssertSqlSafe;

use super::{LEASE_MS, SqlStore, Value, local_now, places, statements, values};
use crate::rows::BacklogRow;
use play::ports::{Backlog, DueStore, FailedTries, GonePlace, Release, Renewed, StoreResult};
use play::{ChannelId, MatchId};

#[async_trait]
impl DueStore for SqlStore {
    async fn claim_due(&self, now: Timestamp, most: usize) -> StoreResult<Vec<MatchId>> {
        let mut tx = self.begin("claim_due").await?;
        let asked = local_now();
        let theirs = tx.number(self.dialect.now(), values![]).await?;
        self.note_clock(theirs, asked);
        let mut claimed: Vec<(i64,)> = Vec::new();
        let claims = self.dialect.pick(statements::CLAIM_DUE, statements::CLAIM_DUE_SKIPPING);
        // Matches in which somebody has just acted come first. Of the rest, neither kind may crowd out the other.
        for (claim, most) in claims.into_iter().zip([most, (most * 3).div_ceil(4), most]) {
            let free = most.saturating_sub(claimed.len());
            let values = values![self.owner.as_str(), theirs + LEASE_MS, now, theirs, free];
            claimed.extend(tx.rows::<(i64,)>(claim, values).await?);
        }
        tx.commit().await?;
        Ok(claimed.into_iter().map(|(id,)| MatchId(id)).collect())
    }

    async fn renew(&self, ids: &[MatchId]) -> StoreResult<Vec<Renewed>> {
        // If a match came to rest meanwhile, its lease was released and is not renewed.
        let sql = format!(
            "UPDATE matches SET lease_until = $1 WHERE owner = $2 AND lease_until > 0 AND id IN ({}) \
             RETURNING id, ply + undone, reason",
            places(3, ids.len())
        );
        let mut values = vec![self.lease_end().into(), self.owner.as_str().into()];
        values.extend(ids.iter().map(|it| Value::from(*it)));
        let rows: Vec<(i64, i64, Option<String>)> = self.writer.rows("renew", AssertSqlSafe(sql), &values).await?;
        let renewed = |(id, version, reason): (i64, i64, Option<String>)| Renewed {
            id: MatchId(id),
            version: version as u32,
            is_over: reason.is_some(),
        };
        Ok(rows.into_iter().map(renewed).collect())
    }

    async fn leave(&self, id: MatchId, revision: u32) -> StoreResult<Release> {
        const SQL: &str = "UPDATE matches SET due_at = NULL, lease_until = 0, failures = 0, refusals = 0 \
                           WHERE id = $1 AND revision = $2 AND owner = $3";
        match self.write("leave", SQL, values![id, revision, self.owner.as_str()]).await? {
            0 => self.unless_mine(id).await,
            _ => Ok(Release::Released),
        }
    }

    async fn rest(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> StoreResult<Release> {
        // A slow process may have given an old board controls meanwhile.
        const SQL: &str = "UPDATE matches SET due_at = $4, lease_until = 0, failures = 0, refusals = 0 \
                           WHERE id = $1 AND revision = $2 AND owner = $3 \
                           AND NOT EXISTS (SELECT 1 FROM boards WHERE match_id = $1 AND live \
                           AND message_id <> board_message)";
        // If it is lost, the match is looked at once more.
        match self.write_relaxed("rest", SQL, values![id, revision, self.owner.as_str(), due_at]).await? {
            0 => self.unless_mine(id).await,
            _ => Ok(Release::Released),
        }
    }

    async fn put_off(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> StoreResult<Release> {
        // The failure counts in any case: the task may have been carried out all the same.
        self.leave_until(due_at, id, revision, More { failures: 1, refusals: 0 }).await
    }

    async fn refused(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> StoreResult<Release> {
        self.leave_until(due_at, id, revision, More { failures: 1, refusals: 1 }).await
    }

    async fn postpone(&self, id: MatchId, revision: u32, due_at: Timestamp) -> StoreResult<Release> {
        self.leave_until(Some(due_at), id, revision, More { failures: 0, refusals: 0 }).await
    }

    async fn retry_in(&self, place: u64, now: Timestamp) -> StoreResult<Vec<ChannelId>> {
        let channels = self.writer.rows("retry_in", statements::RETRY_IN, values![place as i64, now]).await?;
        Ok(channels.into_iter().map(|(it,): (i64,)| ChannelId(it as u64)).collect())
    }

    async fn note_broken(&self, id: MatchId, now: Timestamp) -> StoreResult<()> {
        // A match that is set aside has failed: it does not become due again each time somebody asks for it.
        const SQL: &str = "UPDATE matches SET due_at = $2 \
                           WHERE id = $1 AND due_at IS NULL AND failures = 0 AND reason IS NULL";
        self.write("note_broken", SQL, values![id, now]).await.map(drop)
    }

    async fn failures(&self, id: MatchId) -> StoreResult<FailedTries> {
        const SQL: &str = "SELECT failures, refusals, revision FROM matches WHERE id = $1";
        let (failures, refusals, revision): (i64, i64, i64) =
            self.find("failures", SQL, values![id]).await?.unwrap_or_default();
        Ok(FailedTries { failures: failures as u32, refusals: refusals as u32, revision: revision as u32 })
    }

    async fn set_aside(&self, gone: GonePlace) -> StoreResult<u64> {
        match gone {
            GonePlace::Channel(channel) => {
                self.write("set_aside", statements::SET_ASIDE_IN_CHANNEL, values![channel]).await
            }
            GonePlace::Server(server) => {
                self.write("set_aside", statements::SET_ASIDE_IN_SERVER, values![server]).await
            }
        }
    }

    async fn release(&self) -> StoreResult<()> {
        // A process that is still working on it may post a board without our getting the answer, so this counts as a
        // failure.
        const SQL: &str = "UPDATE matches SET failures = failures + CASE WHEN lease_until > 0 THEN 1 ELSE 0 END, \
                           lease_until = 0 WHERE owner = $1 AND due_at IS NOT NULL";
        self.write("release", SQL, values![self.owner.as_str()]).await.map(drop)
    }

    async fn note_reminded(&self, id: MatchId, version: u32) -> StoreResult<()> {
        const SQL: &str = "UPDATE matches SET reminded = $2 WHERE id = $1";
        self.write("note_reminded", SQL, values![id, version]).await.map(drop)
    }

    async fn note_claim_told(&self, id: MatchId, version: u32) -> StoreResult<()> {
        const SQL: &str = "UPDATE matches SET claim_told = $2 WHERE id = $1";
        self.write("note_claim_told", SQL, values![id, version]).await.map(drop)
    }

    async fn backlog(&self, now: Timestamp) -> StoreResult<Backlog> {
        let row: Option<BacklogRow> =
            self.find("backlog", statements::BACKLOG, values![now, statements::NEVER]).await?;
        row.map_or_else(|| Ok(Backlog::default()), BacklogRow::read)
    }
}

impl SqlStore {
    /// Why a match could not be left: it has changed, or another process has it.
    async fn unless_mine(&self, id: MatchId) -> StoreResult<Release> {
        const MINE: &str = "SELECT COUNT(*) FROM matches WHERE id = $1 AND owner = $2";
        let mine = self.number("unless_mine", MINE, values![id, self.owner.as_str()]).await?;
        Ok(if mine > 0 { Release::Changed } else { Release::NotOwner })
    }

    /// Lets a match wait until it is due again, with more failures on its count; does nothing if it has changed
    /// meanwhile.
    async fn leave_until(
        &self,
        due_at: Option<Timestamp>,
        id: MatchId,
        revision: u32,
        more: More,
    ) -> StoreResult<Release> {
        const SQL: &str = "UPDATE matches SET failures = failures + $5, refusals = refusals + $6, \
                           due_at = CASE WHEN revision = $4 THEN $3 ELSE due_at END, \
                           lease_until = CASE WHEN revision = $4 THEN 0 ELSE lease_until END \
                           WHERE id = $1 AND owner = $2 RETURNING revision";
        let values = values![id, self.owner.as_str(), due_at, revision, more.failures, more.refusals];
        let found: Vec<(i64,)> = self.writer.rows("leave_until", SQL, values).await?;
        Ok(match found.first() {
            None => Release::NotOwner,
            Some((found,)) if *found == i64::from(revision) => Release::Released,
            Some(_) => Release::Changed,
        })
    }
}

/// What to add to the failures of a match, and to the refusals among them.
struct More {
    failures: i64,
    refusals: i64,
}

//! What is due, and which process owns it, in SQL.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Type};
use sqlx::{QueryBuilder, query, query_as, query_scalar};

use super::{LEASE_MS, SqlStore, failed, local_now, statements};
use crate::rows::BacklogRow;
use play::ports::{Backlog, DueStore, FailedTries, GonePlace, Renewed, Rest, Stored};
use play::{ChannelId, MatchId};

#[async_trait]
impl<DB> DueStore for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
    for<'a> Option<String>: Type<DB> + Decode<'a, DB>,
    for<'r> BacklogRow: FromRow<'r, DB::Row>,
{
    async fn claim_due(&self, now: Timestamp, most: usize) -> Stored<Vec<MatchId>> {
        let mut tx = self.begin().await?;
        let asked = local_now();
        let theirs: i64 = query_scalar(self.backend.now).fetch_one(&mut *tx).await.map_err(failed)?;
        self.note_clock(theirs, asked);
        let mut claimed: Vec<i64> = Vec::new();
        // Matches in which somebody has just acted come first. Of the rest, neither kind may crowd out the other.
        for (claim, most) in self.backend.claim_due.into_iter().zip([most, (most * 3).div_ceil(4), most]) {
            let free = most.saturating_sub(claimed.len()) as i64;
            let claim = query_scalar(claim).bind(self.owner.as_str()).bind(theirs + LEASE_MS);
            let claim = claim.bind(now.as_millisecond()).bind(theirs).bind(free);
            let claim: Vec<i64> = claim.fetch_all(&mut *tx).await.map_err(failed)?;
            claimed.extend(claim);
        }
        tx.commit().await.map_err(failed)?;
        Ok(claimed.into_iter().map(MatchId).collect())
    }

    async fn renew(&self, ids: &[MatchId]) -> Stored<Vec<Renewed>> {
        let mut renew = QueryBuilder::new("UPDATE matches SET lease_until = ");
        renew.push_bind(self.lease_end()).push(" WHERE owner = ");
        // If a match came to rest meanwhile, its lease was released and is not renewed.
        renew.push_bind(self.owner.as_str()).push(" AND lease_until > 0 AND id IN (");
        let mut listed = renew.separated(", ");
        for id in ids {
            listed.push_bind(id.0);
        }
        renew.push(") RETURNING id, ply + undone, reason");
        let rows: Vec<(i64, i64, Option<String>)> =
            renew.build_query_as().fetch_all(&self.writer).await.map_err(failed)?;
        let renewed = rows.into_iter().map(|(id, version, reason)| Renewed {
            id: MatchId(id),
            version: version as u32,
            is_over: reason.is_some(),
        });
        Ok(renewed.collect())
    }

    async fn leave(&self, id: MatchId, revision: u32) -> Stored<Rest> {
        const SQL: &str = "UPDATE matches SET due_at = NULL, lease_until = 0, failures = 0, refusals = 0 \
                           WHERE id = $1 AND revision = $2 AND owner = $3 RETURNING id";
        let leave = query_scalar(SQL).bind(id.0).bind(i64::from(revision)).bind(self.owner.as_str());
        let left: Option<i64> = leave.fetch_all(&self.writer).await.map_err(failed)?.pop();
        if left.is_some() { Ok(Rest::Rests) } else { self.unless_mine(id).await }
    }

    async fn rest(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest> {
        // A slow process may have given an old board controls meanwhile.
        const SQL: &str = "UPDATE matches SET due_at = $4, lease_until = 0, failures = 0, refusals = 0 \
                           WHERE id = $1 AND revision = $2 AND owner = $3 \
                           AND NOT EXISTS (SELECT 1 FROM boards WHERE match_id = $1 AND live \
                           AND message_id <> board_message) \
                           AND NOT EXISTS (SELECT 1 FROM boards WHERE match_id = $1 AND unsettled_until IS NOT NULL \
                           AND message_id <> board_message AND ($4 IS NULL OR unsettled_until < $4)) RETURNING id";
        let rest = query_scalar(SQL).bind(id.0).bind(i64::from(revision)).bind(self.owner.as_str());
        let rest = rest.bind(due_at.map(|it| it.as_millisecond()));
        // If it is lost, the match is looked at once more.
        let mut connection = self.relaxed().await?;
        let rests: Option<i64> = rest.fetch_all(&mut *connection).await.map_err(failed)?.pop();
        drop(connection);
        if rests.is_some() { Ok(Rest::Rests) } else { self.unless_mine(id).await }
    }

    async fn put_off(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest> {
        // The failure counts in any case: the task may have been carried out all the same.
        self.leave_until(due_at, id, revision, More { failures: 1, refusals: 0 }).await
    }

    async fn refused(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest> {
        self.leave_until(due_at, id, revision, More { failures: 1, refusals: 1 }).await
    }

    async fn postpone(&self, id: MatchId, revision: u32, due_at: Timestamp) -> Stored<Rest> {
        self.leave_until(Some(due_at), id, revision, More { failures: 0, refusals: 0 }).await
    }

    async fn retry_in(&self, place: u64, now: Timestamp) -> Stored<Vec<ChannelId>> {
        let retry = query_scalar(statements::RETRY_IN).bind(place as i64).bind(now.as_millisecond());
        let channels: Vec<i64> = retry.fetch_all(&self.writer).await.map_err(failed)?;
        Ok(channels.into_iter().map(|it| ChannelId(it as u64)).collect())
    }

    async fn note_broken(&self, id: MatchId, now: Timestamp) -> Stored<()> {
        // A match that is set aside has failed: it does not become due again each time somebody asks for it.
        const SQL: &str = "UPDATE matches SET due_at = $2 \
                           WHERE id = $1 AND due_at IS NULL AND failures = 0 AND reason IS NULL";
        let note = query(SQL).bind(id.0).bind(now.as_millisecond());
        note.execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn failures(&self, id: MatchId) -> Stored<FailedTries> {
        const SQL: &str = "SELECT failures, refusals, revision FROM matches WHERE id = $1";
        let row: Option<(i64, i64, i64)> = query_as(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        let (failures, refusals, revision) = row.unwrap_or_default();
        Ok(FailedTries { failures: failures as u32, refusals: refusals as u32, revision: revision as u32 })
    }

    async fn set_aside(&self, gone: GonePlace) -> Stored<u64> {
        let (sql, place) = match gone {
            GonePlace::Channel(channel) => (statements::SET_ASIDE_IN_CHANNEL, channel.0),
            GonePlace::Server(server) => (statements::SET_ASIDE_IN_SERVER, server.0),
        };
        let aside: Vec<i64> = query_scalar(sql).bind(place as i64).fetch_all(&self.writer).await.map_err(failed)?;
        Ok(aside.len() as u64)
    }

    async fn release(&self) -> Stored<()> {
        // A process that is still working on it may post a board without our getting the answer, so this counts as a
        // failure.
        const SQL: &str = "UPDATE matches SET failures = failures + CASE WHEN lease_until > 0 THEN 1 ELSE 0 END, \
                           lease_until = 0 WHERE owner = $1 AND due_at IS NOT NULL";
        query(SQL).bind(self.owner.as_str()).execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn note_reminded(&self, id: MatchId, version: u32) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET reminded = $2 WHERE id = $1";
        query(SQL).bind(id.0).bind(i64::from(version)).execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn note_claim_told(&self, id: MatchId, version: u32) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET claim_told = $2 WHERE id = $1";
        query(SQL).bind(id.0).bind(i64::from(version)).execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn backlog(&self, now: Timestamp) -> Stored<Backlog> {
        let count = query_as(statements::BACKLOG).bind(now.as_millisecond()).bind(statements::NEVER);
        let row: BacklogRow = count.fetch_one(&self.pool).await.map_err(failed)?;
        row.read()
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
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
{
    /// Why a match could not be left: it has changed, or another process has it.
    async fn unless_mine(&self, id: MatchId) -> Stored<Rest> {
        const MINE: &str = "SELECT COUNT(*) FROM matches WHERE id = $1 AND owner = $2";
        let mine = query_scalar(MINE).bind(id.0).bind(self.owner.as_str());
        let mine: i64 = mine.fetch_one(&self.pool).await.map_err(failed)?;
        Ok(if mine > 0 { Rest::Changed } else { Rest::NotMine })
    }

    /// Lets a match wait until it is due again, with more failures on its count; does nothing if it has changed
    /// meanwhile.
    async fn leave_until(&self, due_at: Option<Timestamp>, id: MatchId, revision: u32, more: More) -> Stored<Rest> {
        const SQL: &str = "UPDATE matches SET failures = failures + $5, refusals = refusals + $6, \
                           due_at = CASE WHEN revision = $4 THEN $3 ELSE due_at END, \
                           lease_until = CASE WHEN revision = $4 THEN 0 ELSE lease_until END \
                           WHERE id = $1 AND owner = $2 RETURNING revision";
        let leave = query_scalar(SQL).bind(id.0).bind(self.owner.as_str());
        let leave = leave.bind(due_at.map(|it| it.as_millisecond())).bind(i64::from(revision));
        let leave = leave.bind(more.failures).bind(more.refusals);
        let found: Option<i64> = leave.fetch_all(&self.writer).await.map_err(failed)?.pop();
        Ok(match found {
            None => Rest::NotMine,
            Some(found) if found == i64::from(revision) => Rest::Rests,
            Some(_) => Rest::Changed,
        })
    }
}

/// What to add to the failures of a match, and to the refusals among them.
struct More {
    failures: i64,
    refusals: i64,
}

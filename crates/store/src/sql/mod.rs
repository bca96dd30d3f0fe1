//! The store, in SQL that SQLite and PostgreSQL both understand: one file for each port.

mod absences;
mod answers;
mod boards;
mod challenges;
mod community;
mod due;
mod give_back;
mod matches;
mod people;
mod processes;
mod ratings;
pub mod statements;

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;
use sqlx::pool::PoolConnection;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, IntoArguments, Pool, Transaction, Type};
use sqlx::{query, query_scalar};

use play::ports::{StoreError, Stored};
use play::{EventId, UserId};

/// The connections to a database. Several of these pools may be the same.
pub(super) struct Pools<DB: Database> {
    pub readers: Pool<DB>,
    /// For writing. If only one connection can write at a time, writers queue here: SQLite itself would let them sleep
    /// and retry, for longer the more of them there are.
    ///
    /// Outside of a transaction, a write is read to the end even if it returns one row: only then SQLite commits it, and
    /// says if that fails.
    pub writer: Pool<DB>,
    /// For writes that may be lost in a power cut, because what they say is found out again: see [`SqlStore::relaxed`].
    pub relaxed: Pool<DB>,
}

/// A store in a database that sqlx can speak to.
pub(super) struct SqlStore<DB: Database> {
    pool: Pool<DB>,
    writer: Pool<DB>,
    relaxed: Pool<DB>,
    pub(super) backend: Backend,
    /// The name of this process as the owner of matches.
    owner: String,
    /// By how many milliseconds the database's clock is ahead of this machine's.
    ahead: AtomicI64,
}

/// How the databases differ.
pub(super) struct Backend {
    /// How a writing transaction begins.
    pub begin: &'static str,
    /// Asks for the database's time, in milliseconds since 1970.
    pub now: &'static str,
    /// Makes a connection's commits not wait for the disk, if those of the relaxed pool would.
    pub relax: Option<&'static str>,
    /// Moves what was written to its final place (a checkpoint), without stopping writers.
    pub tidy: Option<&'static str>,
    /// Does so completely, and empties the place where it was before. Writers wait meanwhile.
    pub wipe: Option<&'static str>,
    /// Claims what is due: matches with failures in which somebody has just acted, matches without failures, and the
    /// rest.
    pub claim_due: [&'static str; 3],
}

impl Backend {
    pub const SQLITE: Self = Self {
        begin: "BEGIN IMMEDIATE",
        now: "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)",
        relax: Some("PRAGMA synchronous = NORMAL"),
        tidy: Some("PRAGMA wal_checkpoint(PASSIVE)"),
        wipe: Some("PRAGMA wal_checkpoint(TRUNCATE)"),
        claim_due: statements::CLAIM_DUE,
    };
    pub const POSTGRES: Self = Self {
        begin: "BEGIN",
        now: "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT",
        relax: None,
        tidy: None,
        wipe: None,
        claim_due: statements::CLAIM_DUE_SKIPPING,
    };
}

/// How long a lease lasts. If the owner is killed, other processes wait this long.
pub(super) const LEASE_MS: i64 = 10_000;

/// If asking for the database's time takes longer than this, the answer is not used.
const PROMPT_MS: u64 = 500;

impl<DB: Database> SqlStore<DB> {
    /// A store in an open database, whose clock says `theirs`, in milliseconds since 1970.
    pub fn new(pools: Pools<DB>, backend: Backend, theirs: i64) -> Self {
        let Pools { readers: pool, writer, relaxed } = pools;
        #[expect(clippy::disallowed_methods, reason = "a name that no other process has")]
        let owner = format!("{:016x}", rand::random::<u64>());
        Self { pool, writer, relaxed, backend, owner, ahead: AtomicI64::new(theirs - local_now()) }
    }

    /// Notes the time that the database's clock gave for a question `asked` at that time. A slow answer is not accurate
    /// enough.
    fn note_clock(&self, theirs: i64, asked: i64) {
        let answered = local_now();
        if answered.abs_diff(asked) <= PROMPT_MS {
            self.ahead.store(theirs - (asked + answered) / 2, Ordering::Relaxed);
        }
    }

    /// The end of a lease that begins now, by the database's clock.
    fn lease_end(&self) -> i64 {
        self.database_now() + LEASE_MS
    }

    /// The database's current time, as far as this process knows.
    pub(super) fn database_now(&self) -> i64 {
        local_now() + self.ahead.load(Ordering::Relaxed)
    }

    pub(super) async fn begin(&self) -> Stored<Transaction<'static, DB>> {
        let (pool, begin) = (self.writer.clone(), self.backend.begin);
        // In a task of its own, which cannot be canceled: sqlx 0.9.0 would return a PostgreSQL connection to the pool
        // with the transaction still open (transact-rs/sqlx#4385).
        let begun = tokio::spawn(async move { pool.begin_with(begin).await });
        begun.await.map_err(|error| StoreError::Database(Box::new(error)))?.map_err(failed)
    }

    /// A connection for a write that may be lost in a power cut: its commit does not wait for the disk. Other connections
    /// see it at once, and the next durable commit makes it durable, too.
    pub(super) async fn relaxed(&self) -> Stored<PoolConnection<DB>>
    where
        for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
        DB::Arguments: IntoArguments<DB>,
    {
        let mut connection = self.relaxed.acquire().await.map_err(failed)?;
        if let Some(relax) = self.backend.relax {
            query(relax).execute(&mut *connection).await.map_err(failed)?;
        }
        Ok(connection)
    }
}

/// This machine's time in milliseconds since 1970. Only its difference from the database's time is used.
#[expect(clippy::disallowed_methods, reason = "leases are a matter of processes, not of matches")]
fn local_now() -> i64 {
    Timestamp::now().as_millisecond()
}

pub(super) fn failed(error: sqlx::Error) -> StoreError {
    match error {
        // The database works, but it holds something that this program does not write.
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => StoreError::Corrupt(error.to_string()),
        _ => StoreError::Database(Box::new(error)),
    }
}

/// Turns a violated uniqueness constraint into [`StoreError::Repeated`] or [`StoreError::Conflict`].
fn unless_there(error: sqlx::Error) -> StoreError {
    match error.as_database_error() {
        Some(database) if database.is_unique_violation() && is_about_origin(database.message()) => StoreError::Repeated,
        Some(database) if database.is_unique_violation() => StoreError::Conflict,
        _ => failed(error),
    }
}

/// Whether a message says that the same message or interaction has asked for this before: PostgreSQL names the index,
/// and SQLite the column.
fn is_about_origin(message: &str) -> bool {
    ["_by_origin", ".origin"].iter().any(|it| message.contains(it))
}

/// The rows of a list that can be read: a broken row does not hide the others.
fn readable<T>(rows: impl Iterator<Item = Stored<T>>) -> Vec<T> {
    let skip = |error: StoreError| tracing::warn!("a row is left out: {error}");
    rows.filter_map(|it| it.map_err(skip).ok()).collect()
}

/// A row that is one of several, under the same rule.
fn unless_corrupt<T>(found: Stored<Option<T>>) -> Stored<Option<T>> {
    match found {
        Err(error @ StoreError::Corrupt(_)) => {
            tracing::warn!("a row is left out: {error}");
            Ok(None)
        }
        found => found,
    }
}

/// The result of a write guarded by the state of a row: the write returns that row's id, or nothing if the state was
/// different.
fn guarded(id: Option<i64>) -> Stored<()> {
    id.map(|_| ()).ok_or(StoreError::Conflict)
}

impl<DB> SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB>,
{
    /// Locks a person until the transaction ends, so that what belongs to the person is not counted while it grows.
    pub(super) async fn lock_player(
        &self,
        tx: &mut Transaction<'static, DB>,
        user: UserId,
        now: Timestamp,
    ) -> Stored<()> {
        // A person whose name is not known yet is called by their number.
        const SQL: &str = "INSERT INTO players (id, name, met_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (id) DO UPDATE SET met_at = players.met_at";
        let insert = query(SQL).bind(user.0 as i64).bind(user.to_string()).bind(now.as_millisecond());
        insert.execute(&mut **tx).await.map(drop).map_err(failed)
    }

    /// Refuses a request if the same message or interaction has already created something, as the query `counting`
    /// says.
    pub(super) async fn unless_repeated(
        &self,
        tx: &mut Transaction<'static, DB>,
        counting: &'static str,
        origin: Option<EventId>,
    ) -> Stored<()> {
        let Some(origin) = origin else { return Ok(()) };
        let count = query_scalar(counting).bind(origin.0 as i64);
        let count: i64 = count.fetch_one(&mut **tx).await.map_err(failed)?;
        if count > 0 { Err(StoreError::Repeated) } else { Ok(()) }
    }
}

//! The store, in SQL that SQLite and PostgreSQL both understand. This file runs the statements: on either database, each
//! call measured, and given up after ten seconds. The others hold the statements of one theme each.

mod answers;
mod boards;
mod challenges;
mod give_back;
mod jobs;
mod links;
mod matches;
mod people;
mod processes;
mod ratings;
pub mod statements;
mod study;
mod votes;

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use sqlx::error::BoxDynError;
use sqlx::pool::PoolConnection;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{
    Arguments, Database, Encode, FromRow, PgPool, Postgres, SqlSafeStr, Sqlite, SqlitePool, Type, query, query_as_with,
    query_scalar, query_with,
};
use tokio::time::Instant;

use crate::dialect::Dialect;
use play::ports::{StoreError, StoreResult};
use play::{ChallengeId, ChannelId, EventId, GuildId, MatchId, MessageId, UserId};

/// How long a call may take: longer than waiting for a connection and for SQLite's write lock.
const CALL_TIMEOUT: Duration = Duration::from_secs(10);

/// How long a lease lasts, in milliseconds. If the owner is killed, other processes wait this long.
pub(super) const LEASE_MS: i64 = 10_000;

/// If asking for the database's time takes longer than this many milliseconds, the answer is not used.
const PROMPT_MS: u64 = 500;

/// The store in an open database.
pub(super) struct SqlStore {
    pub dialect: Dialect,
    pub readers: Pool,
    /// For writing. If only one connection can write at a time, writers queue here: SQLite itself would let them sleep
    /// and retry, for longer the more of them there are.
    pub writer: Pool,
    /// For writes that may be lost in a power cut, because what they say is found out again: their commits don't wait for
    /// the disk. Other connections see them at once, and the next durable commit makes them durable, too.
    pub relaxed: Pool,
    /// The name of this process as the owner of matches.
    owner: String,
    /// By how many milliseconds the database's clock is ahead of this machine's.
    ahead: AtomicI64,
}

/// The lease that whoever commits a change takes, unless another process holds one.
#[derive(Clone, Copy)]
pub(super) struct Lease<'a> {
    owner: &'a str,
    due_at: Timestamp,
    /// Until when it lasts, and the present time, by the database's clock.
    until: i64,
    now: i64,
}

/// The connections to a database.
#[derive(Clone)]
pub(super) enum Pool {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// A transaction, which is rolled back unless it is committed. All of it is one call of the database.
pub(super) struct Transaction {
    begun: Begun,
    call: Call,
}

enum Begun {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

/// A row that can be read from either database.
pub(super) trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// What a statement is given for `$1`, `$2`, …
pub(super) enum Value {
    Integer(Option<i64>),
    Text(Option<String>),
    Real(f64),
    Boolean(bool),
}

/// The values of a statement, in the order of their numbers.
macro_rules! values {
    ($($value:expr),* $(,)?) => { &[$($crate::sql::Value::from($value)),*] };
}
use values;

/// Numbers as the databases store them.
macro_rules! integers {
    ($($kind:ty => $read:expr),* $(,)?) => {$(
        impl From<$kind> for Value {
            fn from(value: $kind) -> Self {
                Self::Integer(Some($read(value)))
            }
        }

        impl From<Option<$kind>> for Value {
            fn from(value: Option<$kind>) -> Self {
                Self::Integer(value.map($read))
            }
        }
    )*};
}

integers! {
    i64 => |it| it,
    u32 => i64::from,
    usize => |it| it as i64,
    Timestamp => Timestamp::as_millisecond,
    UserId => |it: UserId| it.0 as i64,
    GuildId => |it: GuildId| it.0 as i64,
    ChannelId => |it: ChannelId| it.0 as i64,
    MessageId => |it: MessageId| it.0 as i64,
    EventId => |it: EventId| it.0 as i64,
    MatchId => |it: MatchId| it.0,
    ChallengeId => |it: ChallengeId| it.0,
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::Text(Some(value.to_owned()))
    }
}

impl From<Option<&str>> for Value {
    fn from(value: Option<&str>) -> Self {
        Self::Text(value.map(str::to_owned))
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::Text(Some(value))
    }
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Real(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

fn arguments<DB>(values: &[Value]) -> sqlx::Result<DB::Arguments>
where
    DB: Database,
    for<'a> Option<i64>: Encode<'a, DB> + Type<DB>,
    for<'a> Option<&'a str>: Encode<'a, DB> + Type<DB>,
    for<'a> f64: Encode<'a, DB> + Type<DB>,
    for<'a> bool: Encode<'a, DB> + Type<DB>,
{
    let mut arguments = DB::Arguments::default();
    let mut add = |value: &Value| match value {
        Value::Integer(value) => arguments.add(*value),
        Value::Text(value) => arguments.add(value.as_deref()),
        Value::Real(value) => arguments.add(*value),
        Value::Boolean(value) => arguments.add(*value),
    };
    values.iter().try_for_each(&mut add).map_err(|error: BoxDynError| sqlx::Error::Encode(error))?;
    Ok(arguments)
}

/// A call of the database, measured from when it begins until it is dropped.
struct Call {
    name: &'static str,
    begun: Instant,
    is_answered: bool,
}

impl Call {
    fn begin(name: &'static str) -> Self {
        Self { name, begun: Instant::now(), is_answered: true }
    }

    /// Waits for some work of the call.
    async fn wait_for<T>(&mut self, work: impl Future<Output = sqlx::Result<T>>) -> StoreResult<T> {
        let answer = match tokio::time::timeout_at(self.begun + CALL_TIMEOUT, work).await {
            Ok(answer) => answer.map_err(failed),
            Err(_) => Err(StoreError::Unanswered(self.name, CALL_TIMEOUT)),
        };
        let is_failed = |it: &StoreError| it.is_of_database() || matches!(it, StoreError::Corrupt(_));
        self.is_answered &= !answer.as_ref().is_err_and(is_failed);
        answer
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        metrics::database(self.name, self.is_answered, self.begun.elapsed());
    }
}

/// What a failed statement says about the request.
pub(super) fn failed(error: sqlx::Error) -> StoreError {
    /// How PostgreSQL's name of an index, or SQLite's name of a column, says that the same message or interaction has
    /// asked for this before.
    const ABOUT_ORIGIN: [&str; 2] = ["_by_origin", ".origin"];
    match error {
        // The database works, but it holds something that this program does not write.
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => StoreError::Corrupt(error.to_string()),
        sqlx::Error::Database(found) if found.is_unique_violation() => {
            let is_repeated = ABOUT_ORIGIN.iter().any(|it| found.message().contains(it));
            if is_repeated { StoreError::Repeated } else { StoreError::Conflict }
        }
        _ => StoreError::Database(Box::new(error)),
    }
}

impl Pool {
    /// The rows that a statement returns. A write is read to the end even if it returns one row: only then SQLite commits
    /// it, and says if that fails.
    async fn rows<T: Row>(&self, call: &'static str, sql: impl SqlSafeStr, values: &[Value]) -> StoreResult<Vec<T>> {
        let sql = sql.into_sql_str();
        let run = async {
            match self {
                Self::Sqlite(pool) => query_as_with(sql, arguments::<Sqlite>(values)?).fetch_all(pool).await,
                Self::Postgres(pool) => query_as_with(sql, arguments::<Postgres>(values)?).fetch_all(pool).await,
            }
        };
        Call::begin(call).wait_for(run).await
    }

    /// Runs a statement for its effect. Returns how many rows it has changed.
    async fn execute(&self, call: &'static str, sql: impl SqlSafeStr, values: &[Value]) -> StoreResult<u64> {
        let sql = sql.into_sql_str();
        let run = async {
            Ok(match self {
                Self::Sqlite(pool) => {
                    query_with(sql, arguments::<Sqlite>(values)?).execute(pool).await?.rows_affected()
                }
                Self::Postgres(pool) => {
                    query_with(sql, arguments::<Postgres>(values)?).execute(pool).await?.rows_affected()
                }
            })
        };
        Call::begin(call).wait_for(run).await
    }

    pub(super) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
        }
    }
}

impl Transaction {
    /// The rows that a statement returns.
    async fn rows<T: Row>(&mut self, sql: impl SqlSafeStr, values: &[Value]) -> StoreResult<Vec<T>> {
        let sql = sql.into_sql_str();
        let run = async {
            match &mut self.begun {
                Begun::Sqlite(transaction) => {
                    query_as_with(sql, arguments::<Sqlite>(values)?).fetch_all(&mut **transaction).await
                }
                Begun::Postgres(transaction) => {
                    query_as_with(sql, arguments::<Postgres>(values)?).fetch_all(&mut **transaction).await
                }
            }
        };
        self.call.wait_for(run).await
    }

    /// The first row that a statement returns.
    async fn find<T: Row>(&mut self, sql: &'static str, values: &[Value]) -> StoreResult<Option<T>> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// The number that a statement returns, such as how many rows there are.
    async fn number(&mut self, sql: &'static str, values: &[Value]) -> StoreResult<i64> {
        Ok(self.find(sql, values).await?.map_or(0, |(number,)| number))
    }

    /// Runs a statement for its effect. Returns how many rows it has changed.
    async fn execute(&mut self, sql: &'static str, values: &[Value]) -> StoreResult<u64> {
        let run = async {
            Ok(match &mut self.begun {
                Begun::Sqlite(transaction) => {
                    query_with(sql, arguments::<Sqlite>(values)?).execute(&mut **transaction).await?.rows_affected()
                }
                Begun::Postgres(transaction) => {
                    query_with(sql, arguments::<Postgres>(values)?).execute(&mut **transaction).await?.rows_affected()
                }
            })
        };
        self.call.wait_for(run).await
    }

    async fn commit(mut self) -> StoreResult<()> {
        let begun = self.begun;
        let commit = async {
            match begun {
                Begun::Sqlite(transaction) => transaction.commit().await,
                Begun::Postgres(transaction) => transaction.commit().await,
            }
        };
        self.call.wait_for(commit).await
    }
}

impl SqlStore {
    /// A store in an open database, for a process that owns nothing yet.
    pub async fn new(dialect: Dialect, readers: Pool, writer: Pool, relaxed: Pool) -> sqlx::Result<Self> {
        #[expect(clippy::disallowed_methods, reason = "a name that no other process has")]
        let owner = format!("{:016x}", rand::random::<u64>());
        let now: i64 = match &writer {
            Pool::Sqlite(pool) => query_scalar(dialect.now()).fetch_one(pool).await?,
            Pool::Postgres(pool) => query_scalar(dialect.now()).fetch_one(pool).await?,
        };
        let ahead = AtomicI64::new(now - local_now());
        Ok(Self { dialect, readers, writer, relaxed, owner, ahead })
    }

    /// The rows that a query finds.
    async fn read<T: Row>(&self, call: &'static str, sql: impl SqlSafeStr, values: &[Value]) -> StoreResult<Vec<T>> {
        self.readers.rows(call, sql, values).await
    }

    /// The first row that a query finds.
    async fn find<T: Row>(&self, call: &'static str, sql: impl SqlSafeStr, values: &[Value]) -> StoreResult<Option<T>> {
        Ok(self.read(call, sql, values).await?.into_iter().next())
    }

    /// The number that a query returns, such as how many rows there are.
    async fn number(&self, call: &'static str, sql: impl SqlSafeStr, values: &[Value]) -> StoreResult<i64> {
        Ok(self.find(call, sql, values).await?.map_or(0, |(number,)| number))
    }

    /// Changes rows. Returns how many.
    async fn write(&self, call: &'static str, sql: &'static str, values: &[Value]) -> StoreResult<u64> {
        self.writer.execute(call, sql, values).await
    }

    /// The same for a write that may be lost in a power cut.
    async fn write_relaxed(&self, call: &'static str, sql: impl SqlSafeStr, values: &[Value]) -> StoreResult<u64> {
        let sql = sql.into_sql_str();
        let Pool::Sqlite(pool) = &self.relaxed else { return self.relaxed.execute(call, sql, values).await };
        let write = async {
            let mut connection = relaxed(pool).await?;
            Ok(query_with(sql, arguments::<Sqlite>(values)?).execute(&mut *connection).await?.rows_affected())
        };
        Call::begin(call).wait_for(write).await
    }

    /// Begins a transaction that writes.
    async fn begin(&self, call: &'static str) -> StoreResult<Transaction> {
        let (pool, mut call) = (self.writer.clone(), Call::begin(call));
        // In a task of its own, which cannot be canceled: sqlx 0.9.0 would return a PostgreSQL connection to the pool
        // with the transaction still open (transact-rs/sqlx#4385).
        let begin = tokio::spawn(async move {
            Ok(match pool {
                Pool::Sqlite(pool) => Begun::Sqlite(pool.begin_with("BEGIN IMMEDIATE").await?),
                Pool::Postgres(pool) => Begun::Postgres(pool.begin().await?),
            })
        });
        let begin = async { begin.await.unwrap_or_else(|error| Err(sqlx::Error::Io(std::io::Error::other(error)))) };
        let begun = call.wait_for(begin).await?;
        Ok(Transaction { begun, call })
    }

    /// Notes the time that the database's clock gave for a question `asked` at that time. A slow answer is not accurate
    /// enough.
    fn note_clock(&self, theirs: i64, asked: i64) {
        let answered = local_now();
        if answered.abs_diff(asked) <= PROMPT_MS {
            self.ahead.store(theirs - (asked + answered) / 2, Ordering::Relaxed);
        }
    }

    /// The database's current time, as far as this process knows.
    fn database_now(&self) -> i64 {
        local_now() + self.ahead.load(Ordering::Relaxed)
    }

    /// A lease of what is due now.
    fn lease(&self, due_at: Timestamp) -> Lease<'_> {
        Lease { owner: &self.owner, due_at, until: self.lease_end(), now: self.database_now() }
    }

    /// The end of a lease that begins now, by the database's clock.
    fn lease_end(&self) -> i64 {
        self.database_now() + LEASE_MS
    }
}

/// A connection to a SQLite file whose commits don't wait for the disk, until it is given back.
pub(super) async fn relaxed(writer: &SqlitePool) -> sqlx::Result<PoolConnection<Sqlite>> {
    let mut connection = writer.acquire().await?;
    query("PRAGMA synchronous = NORMAL").execute(&mut *connection).await?;
    Ok(connection)
}

/// This machine's time in milliseconds since 1970. Only its difference from the database's time is used.
#[expect(clippy::disallowed_methods, reason = "leases are a matter of processes, not of matches")]
fn local_now() -> i64 {
    Timestamp::now().as_millisecond()
}

/// The rows of a list that can be read: a broken row does not hide the others.
fn readable<R, T>(rows: Vec<R>, read: impl Fn(R) -> StoreResult<T>) -> Vec<T> {
    let skip = |error: &StoreError| tracing::warn!("a row is left out: {error}");
    rows.into_iter().filter_map(|it| read(it).inspect_err(skip).ok()).collect()
}

/// The result of a write guarded by the state of a row, which has changed that row if its state was as expected.
fn guarded(changed: u64) -> StoreResult<()> {
    if changed > 0 { Ok(()) } else { Err(StoreError::Conflict) }
}

/// The places of values in a list like `$3, $4, $5`, for a list of unknown length.
fn places(first: usize, count: usize) -> String {
    (first..first + count).map(|it| format!("${it}")).collect::<Vec<_>>().join(", ")
}

impl Transaction {
    /// Locks a person until the transaction ends, so that what belongs to the person is not counted while it grows.
    async fn lock_player(&mut self, user: UserId, now: Timestamp) -> StoreResult<()> {
        // A person whose name is not known yet is called by their number.
        const SQL: &str = "INSERT INTO players (id, name, met_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (id) DO UPDATE SET met_at = players.met_at";
        self.execute(SQL, values![user, user.to_string(), now]).await.map(drop)
    }

    /// Refuses a request if the same message or interaction has already created something, as the query `counting`
    /// says.
    async fn unless_repeated(&mut self, counting: &'static str, origin: Option<EventId>) -> StoreResult<()> {
        match origin {
            Some(origin) if self.number(counting, values![origin]).await? > 0 => Err(StoreError::Repeated),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_call_that_is_never_answered_fails_in_time() {
        let mut never = Call::begin("never");
        never.begun -= CALL_TIMEOUT;
        let answer = never.wait_for(std::future::pending::<sqlx::Result<()>>()).await;
        assert!(matches!(answer, Err(StoreError::Unanswered("never", CALL_TIMEOUT))), "{answer:?}");
        assert!(Call::begin("at once").wait_for(std::future::ready(Ok(7))).await.is_ok_and(|it| it == 7));
    }
}

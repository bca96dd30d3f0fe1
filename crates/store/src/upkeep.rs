//! A connection for maintenance, to a database of either kind, without bringing its schema up to date.

use std::path::PathBuf;

use jiff::Timestamp;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection as _, Row as _};

use super::dialect::Dialect;
use super::failure::{self, OpenError, without_secret};
use super::rows::read_time;
use super::schema::newest_schema;
use play::ports::StoreError;

/// What can go wrong during maintenance.
#[derive(Debug, thiserror::Error)]
pub enum UpkeepError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error("the database failed: {}", failure::why(.0))]
    Database(sqlx::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the file can't be read or written: {0}")]
    File(#[from] std::io::Error),
    #[error("the database is empty; the bot makes its tables when it starts, and so does `parlor db migrate`")]
    NoSchema,
    #[error("the database has schema {found}, and this program wants {wanted}; run `parlor db migrate` first")]
    OldSchema { found: i64, wanted: i64 },
    #[error("the database has schema {found}, and this program knows {wanted} at most; use the newer program")]
    NewSchema { found: i64, wanted: i64 },
    #[error("nobody has said whether the table {0} is to be exported")]
    UnknownTable(String),
    #[error("column {column} of table {table} has the type {kind}, which can't be exported")]
    UnknownType { table: String, column: String, kind: String },
    #[error("the database isn't empty (there's something in {0}); import into a new one")]
    NotEmpty(String),
    #[error("the file was written with schema {found}, and this program has {wanted}; import it with that program")]
    OtherSchema { found: i64, wanted: i64 },
    #[error("line {number} of the file can't be used: {why}")]
    Line { number: u64, why: String },
    #[error("{table} isn't what was exported: there were {exported}, and there are {imported}; nothing was imported")]
    Differs { table: String, exported: String, imported: String },
    #[error("{0} is there already; choose another name")]
    FileExists(PathBuf),
    #[error("PostgreSQL has its own program for backups; run pg_dump")]
    UsePgDump,
}

impl From<sqlx::Error> for UpkeepError {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

pub(super) type Kept<T> = Result<T, UpkeepError>;

/// One connection to a database of either kind.
pub(super) struct Upkeep {
    pub connection: AnyConnection,
    pub dialect: Dialect,
}

impl Upkeep {
    /// Connects to a database that exists.
    pub async fn connect(url: &str) -> Result<Self, OpenError> {
        let dialect = Dialect::of(url)?;
        sqlx::any::install_default_drivers();
        let failed = |error| OpenError::Connect { url: without_secret(url), error };
        let mut connection = AnyConnection::connect(url).await.map_err(failed)?;
        // SQLite doesn't look into a file before it has to.
        let sql = dialect.pick("PRAGMA schema_version", "SELECT 1");
        sqlx::query(sql).execute(&mut connection).await.map_err(failed)?;
        Ok(Self { connection, dialect })
    }

    /// Connects, does some work, and closes the connection, whether or not the work was done: the last one to leave a SQLite
    /// file moves everything into it.
    pub async fn with<T>(url: &str, work: impl AsyncFnOnce(&mut Self) -> Kept<T>) -> Kept<T> {
        let mut upkeep = Self::connect(url).await?;
        let done = work(&mut upkeep).await;
        // Whatever has been committed is safe even if this fails.
        let _ = upkeep.connection.close().await;
        done
    }

    /// Runs a statement for its effect only.
    pub async fn execute(&mut self, sql: impl Into<String>) -> Kept<()> {
        // A prepared statement works here, because each call passes only one statement.
        sqlx::query(AssertSqlSafe(sql.into())).execute(&mut self.connection).await?;
        Ok(())
    }

    /// The first column of all rows, as text.
    pub async fn texts(&mut self, sql: impl Into<String>) -> Kept<Vec<String>> {
        let rows = sqlx::query(AssertSqlSafe(sql.into())).fetch_all(&mut self.connection).await?;
        Ok(rows.iter().map(|it| it.try_get(0)).collect::<Result<_, _>>()?)
    }

    /// The number that a query about a table returns, if any; `$1` is the table.
    pub async fn number(&mut self, sql: &'static str, table: &str) -> Kept<Option<i64>> {
        let row = sqlx::query::<Any>(sql).bind(table).fetch_optional(&mut self.connection).await?;
        Ok(row.map(|it| it.try_get(0)).transpose()?.flatten())
    }

    /// The time by the database's clock.
    pub async fn time(&mut self) -> Kept<Timestamp> {
        let row = sqlx::query(self.dialect.now()).fetch_one(&mut self.connection).await?;
        Ok(read_time(row.try_get(0)?)?)
    }

    /// All tables, in no order.
    pub async fn tables(&mut self) -> Kept<Vec<String>> {
        self.texts(self.dialect.pick(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
            "SELECT tablename::TEXT FROM pg_tables WHERE schemaname = current_schema()",
        ))
        .await
    }

    /// The number of the last migration; `None` before the first.
    pub async fn schema(&mut self) -> Kept<Option<i64>> {
        if !self.tables().await?.iter().any(|it| it == "_sqlx_migrations") {
            return Ok(None);
        }
        let row = sqlx::query("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(&mut self.connection).await?;
        Ok(row.try_get(0)?)
    }

    /// Refuses a database whose schema is not this program's.
    pub async fn require_newest_schema(&mut self) -> Kept<()> {
        let wanted = newest_schema();
        match self.schema().await? {
            None => Err(UpkeepError::NoSchema),
            Some(found) if found < wanted => Err(UpkeepError::OldSchema { found, wanted }),
            Some(found) if found > wanted => Err(UpkeepError::NewSchema { found, wanted }),
            Some(_) => Ok(()),
        }
    }
}

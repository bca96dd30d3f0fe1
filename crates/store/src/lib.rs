//! Adapter: the store in a database, through sqlx. SQLite is embedded; PostgreSQL serves several processes.
//!
//! Both share one implementation ([`sql`]) with the same SQL text. They differ in how they are opened and how a writing
//! transaction begins. The maintenance tools ([`export`], [`import`], [`check`], …) read the database's catalog instead
//! of knowing its columns.

mod catalog;
mod check;
mod condition;
mod export;
mod failure;
mod format;
mod import;
mod personal_rows;
mod rows;
mod session;
mod sql;
pub mod testing;

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::MigrateError;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection, query};
use url::Url;

pub use check::{Checked, check};
pub use condition::{Condition, examine, folder_of, set_aside};
pub use export::{RowCount, backup, export};
pub use failure::file_of;
pub use import::import;
use play::ports::Store;
use session::Dialect;
pub use session::UpkeepError;
pub use sql::statements;
use sql::{Pool, SqlStore};

/// The database could not be opened or brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("“{0}” isn't a database address; it starts with sqlite:// or postgres://")]
    Address(String),
    #[error("the database at {url} cannot be opened: {}", failure::why_closed(.url, .error))]
    Connect { url: String, error: sqlx::Error },
    #[error("the database at {url} cannot be brought up to date: {}", why_not_migrated(.error))]
    Migrate { url: String, error: MigrateError },
    #[error(
        "the database at {url} was brought up to date by a newer Parlor (this one doesn't know schema {step}); \
         start the newer one, or restore a backup from before the update"
    )]
    Newer { url: String, step: i64 },
}

impl OpenError {
    /// Whether waiting may help, because the database cannot be reached, or is only starting or stopping.
    pub fn is_temporary(&self) -> bool {
        /// PostgreSQL's codes for a server that is starting, is stopping, has no free connection, or has a full disk.
        const NOT_NOW: [&str; 5] = ["57P01", "57P02", "57P03", "53300", "53100"];
        let error = match self {
            Self::Connect { error, .. }
            | Self::Migrate {
                error: MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _), ..
            } => error,
            _ => return false,
        };
        match error {
            // The last one: somebody else answers in the server's place, and hangs up.
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_) => true,
            sqlx::Error::Database(error) => {
                error.code().is_some_and(|it| NOT_NOW.contains(&it.as_ref()) || is_passing_in_sqlite(&it))
            }
            _ => false,
        }
    }

    /// Explains why the schema of a database is not this program's.
    fn migrating(url: &str, error: MigrateError) -> Self {
        let url = without_secret(url);
        match error {
            MigrateError::VersionMissing(step) => Self::Newer { url, step },
            error => Self::Migrate { url, error },
        }
    }
}

/// Why a schema stays as it is, and what to do.
fn why_not_migrated(error: &MigrateError) -> String {
    match error {
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => failure::why(error),
        _ => error.to_string(),
    }
}

/// Whether a code is SQLite's for a database that is locked, or for a disk that is full or fails.
fn is_passing_in_sqlite(code: &str) -> bool {
    const PRIMARY: [u32; 4] = [5, 6, 10, 13];
    // The lowest byte says what it is, and the rest of it details; PostgreSQL's codes are longer.
    code.len() < 5 && code.parse().is_ok_and(|it: u32| PRIMARY.contains(&(it & 0xff)))
}

/// How long a query waits for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long SQLite waits for its write lock: less, so that it is told who is in the way.
const BUSY_TIMEOUT: Duration = Duration::from_secs(4);

/// Opens the database at `url` and brings its schema up to date. With a SQLite file, it takes over what an earlier
/// process owned.
pub async fn open(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    let (store, not_migrated) = (connect(url).await?, |error| OpenError::migrating(url, error));
    match &store.writer {
        Pool::Sqlite(writer) => {
            sqlx::migrate!("../../migrations/sqlite").run(writer).await.map_err(not_migrated)?;
            take_over(url, writer).await?;
        }
        Pool::Postgres(writer) => {
            sqlx::migrate!("../../migrations/postgres").run(writer).await.map_err(not_migrated)?;
        }
    }
    Ok(Arc::new(store))
}

/// Connects to a database as it is, even while a bot is running. That bot keeps its leases.
async fn connect(url: &str) -> Result<SqlStore, OpenError> {
    let failed = |error| OpenError::Connect { url: without_secret(url), error };
    let store = match Dialect::of(url)? {
        Dialect::Sqlite => connect_sqlite(url).await,
        Dialect::Postgres => connect_postgres(url).await,
    };
    store.map_err(failed)
}

/// How many connections a process has to PostgreSQL, and how many more for writes that don't wait for the disk.
const POSTGRES_CONNECTIONS: u32 = 10;
const RELAXED_CONNECTIONS: u32 = 4;

/// The connections to a SQLite file: several readers, and the only writer.
async fn connect_sqlite(url: &str) -> sqlx::Result<SqlStore> {
    /// A relaxed write, even if it was given up halfway, leaves the writer as it was.
    const DURABLE: &str = "PRAGMA synchronous = FULL";
    let options = SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A move is only confirmed once it would survive a power cut.
        .synchronous(SqliteSynchronous::Full)
        // Automatic checkpoints would make a writer wait now and then. So they are rare here, and `tidy` does them
        // beside the writer, with every sign of life.
        .pragma("wal_autocheckpoint", "20000")
        // What is deleted is overwritten, not only left out: a person who wants to be forgotten is.
        .pragma("secure_delete", "ON")
        .foreign_keys(true)
        .busy_timeout(BUSY_TIMEOUT);
    let connections = |most| SqlitePoolOptions::new().max_connections(most).acquire_timeout(ACQUIRE_TIMEOUT);
    let file = file_of(url);
    let writer = connections(1)
        .before_acquire(move |connection, _| {
            // What is written to a file that somebody has removed would be lost.
            let is_there = file.as_ref().is_none_or(|it| it.exists());
            Box::pin(async move { Ok(is_there && query(DURABLE).execute(connection).await.map(|_| true)?) })
        })
        .after_release(|connection, _| Box::pin(is_outside_transactions(connection)))
        .connect_with(options.clone())
        .await?;
    let readers = connections(4).connect_with(options.clone()).await?;
    // Nor is an empty one created in its place.
    for pool in [&writer, &readers] {
        pool.set_connect_options(options.clone().create_if_missing(false));
    }
    let (readers, writer) = (Pool::Sqlite(readers), Pool::Sqlite(writer));
    SqlStore::new(Dialect::Sqlite, readers, writer.clone(), writer).await
}

/// Whether a connection can be used again. On a full disk or an I/O error, SQLite rolls back by itself. Then sqlx's
/// rollback fails, and it counts the transaction as open forever.
async fn is_outside_transactions(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    // Only after this, a rollback that was begun is over.
    connection.ping().await?;
    Ok(!connection.is_in_transaction())
}

/// A SQLite file is used by one process at a time. So whatever an earlier process owned is free now, and what it was
/// doing has failed.
async fn take_over(url: &str, writer: &SqlitePool) -> Result<(), OpenError> {
    const MATCHES: &str =
        "UPDATE matches SET failures = failures + 1, lease_until = 0 WHERE due_at IS NOT NULL AND lease_until > 0";
    const CHALLENGES: &str =
        "UPDATE challenges SET failures = failures + 1, lease_until = 0 WHERE due_at IS NOT NULL AND lease_until > 0";
    // Nor is anybody reminding a person now.
    const REMIND_ANEW: &str = "UPDATE players SET reminding_until = 0 WHERE reminding_until > 0";
    let failed = |error| OpenError::Connect { url: without_secret(url), error };
    for sql in [MATCHES, CHALLENGES, REMIND_ANEW] {
        query(sql).execute(writer).await.map_err(failed)?;
    }
    Ok(())
}

async fn connect_postgres(url: &str) -> sqlx::Result<SqlStore> {
    let connections = |most| PgPoolOptions::new().max_connections(most).acquire_timeout(ACQUIRE_TIMEOUT);
    let [durable, relaxed] = postgres_options(url)?;
    // A connection is opened to find out whether that is possible; the others once they are needed.
    let writer = Pool::Postgres(connections(POSTGRES_CONNECTIONS).connect_with(durable).await?);
    let relaxed = Pool::Postgres(connections(RELAXED_CONNECTIONS).connect_lazy_with(relaxed));
    SqlStore::new(Dialect::Postgres, writer.clone(), writer, relaxed).await
}

/// How to connect for durable writes, and for those that don't wait for the disk.
fn postgres_options(url: &str) -> sqlx::Result<[PgConnectOptions; 2]> {
    let durable = PgConnectOptions::from_str(url)?;
    Ok([durable.clone(), durable.options([("synchronous_commit", "off")])])
}

/// The parameters of a database address that may appear in a log; any other one may be a secret.
const HARMLESS: [&str; 9] =
    ["application_name", "cache", "dbname", "host", "mode", "port", "sslmode", "ssl-mode", "user"];

/// A database address without its password, and without every other parameter that may be secret. If an address cannot
/// be read, or can be read in more than one way, only its scheme is shown.
pub fn without_secret(address: &str) -> String {
    let scheme = address.split_once(':').map(|it| it.0).filter(|it| it.chars().all(|c| c.is_ascii_alphanumeric()));
    if scheme == Some("sqlite") && !address.contains('?') {
        return address.to_owned();
    }
    let hidden = || scheme.map_or_else(|| "****".to_owned(), |it| format!("{it}:****"));
    let Some(mut url) = Url::parse(address).ok().filter(|_| scheme.is_some()) else { return hidden() };
    // After the host, an @ may belong to a password that contains / or ?, and # may be part of one.
    let is_doubtful = |it: &str| it.contains('@') || it.contains("%40");
    if is_doubtful(url.path()) || url.query().is_some_and(is_doubtful) || url.fragment().is_some() {
        return hidden();
    }
    if url.password().is_some() && url.set_password(Some("****")).is_err() {
        return hidden();
    }
    if url.query().is_some() {
        let shown = url.query_pairs().map(|(name, value)| match HARMLESS.contains(&&*name) {
            true => format!("{name}={value}"),
            false => format!("{name}=****"),
        });
        let shown = shown.collect::<Vec<_>>().join("&");
        url.set_query(Some(&shown));
    }
    url.to_string()
}

#[cfg(test)]
mod tests {
    use sqlx::query_scalar;

    use super::*;

    /// How long a connection to SQLite waits for the disk when it commits: 1 is NORMAL, 2 is FULL.
    async fn synchronous(connection: &mut sqlx::SqliteConnection) -> i64 {
        query_scalar("PRAGMA synchronous").fetch_one(connection).await.unwrap()
    }

    #[tokio::test]
    async fn only_a_relaxed_write_does_not_wait_for_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let store = connect_sqlite(&format!("sqlite://{}/parlor.db", folder.path().display())).await.unwrap();
        let Pool::Sqlite(writer) = &store.writer else { unreachable!("it is SQLite") };
        assert_eq!(synchronous(&mut writer.acquire().await.unwrap()).await, 2);
        assert_eq!(synchronous(&mut sql::relaxed(writer).await.unwrap()).await, 1);
        assert_eq!(synchronous(&mut writer.acquire().await.unwrap()).await, 2, "the same connection, used again");
        assert_eq!(synchronous(&mut writer.begin().await.unwrap()).await, 2);

        // One that is given up at any moment leaves nothing behind.
        for polls in 1..20 {
            let mut given_up = Box::pin(sql::relaxed(writer));
            for _ in 0..polls {
                if futures::poll!(given_up.as_mut()).is_ready() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            drop(given_up);
            assert_eq!(synchronous(&mut writer.acquire().await.unwrap()).await, 2, "after {polls} polls");
        }
    }

    #[tokio::test]
    async fn after_a_full_disk_the_writer_can_be_used_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = connect_sqlite(&format!("sqlite://{}/parlor.db", folder.path().display())).await.unwrap();
        let Pool::Sqlite(writer) = &store.writer else { unreachable!("it is SQLite") };
        sqlx::migrate!("../../migrations/sqlite").run(writer).await.unwrap();
        for _ in 0..2 {
            // As if no page more had room on the disk, on this connection.
            query("PRAGMA max_page_count = 1").execute(writer).await.unwrap();
            let mut tx = writer.begin_with("BEGIN IMMEDIATE").await.unwrap();
            let large = query("INSERT INTO players (id, name, met_at) VALUES (1, $1, 0)").bind("x".repeat(100_000));
            let full = large.execute(&mut *tx).await.unwrap_err();
            assert_eq!(full.as_database_error().unwrap().code().as_deref(), Some("13"), "{full}");
            drop(tx);
            writer.begin_with("BEGIN IMMEDIATE").await.unwrap().commit().await.unwrap();
        }
        let room = query_scalar::<_, i64>("PRAGMA max_page_count").fetch_one(writer).await.unwrap();
        assert!(room > 1_000_000, "the connection is another one");
    }

    #[test]
    fn a_database_that_is_locked_or_full_is_waited_for() {
        for (code, is_passing) in [
            ("5", true),
            ("261", true),
            ("6", true),
            ("10", true),
            ("4874", true),
            ("13", true),
            ("1", false),
            ("8", false),
            ("14", false),
            ("26", false),
            ("42601", false),
        ] {
            assert_eq!(is_passing_in_sqlite(code), is_passing, "{code}");
        }
    }

    #[test]
    fn postgres_waits_for_the_disk_but_for_relaxed_writes() {
        let options = postgres_options("postgres://ann@host/db?options=-c%20statement_timeout%3D1s").unwrap();
        let [durable, relaxed] = options.map(|it| it.get_options().unwrap_or_default().to_owned());
        assert_eq!(durable, "-c statement_timeout=1s");
        assert_eq!(relaxed, "-c statement_timeout=1s -c synchronous_commit=off");
    }

    #[test]
    fn a_password_is_never_shown() {
        for (address, shown) in [
            ("postgres://ann:s3cret@host/db", "postgres://ann:****@host/db"),
            ("postgres://ann:s3cr%40et@host:5432/db", "postgres://ann:****@host:5432/db"),
            ("postgres://ann:s3cr@et@host/db", "postgres://ann:****@host/db"),
            ("postgres://ann:s3cr:et@host/db", "postgres://ann:****@host/db"),
            ("postgres://ann@host/db?password=s3cret", "postgres://ann@host/db?password=****"),
            (
                "postgresql://host/db?user=ann&sslpassword=s3cret&sslmode=require",
                "postgresql://host/db?user=ann&sslpassword=****&sslmode=require",
            ),
            ("postgres://host/db?PASSWORD=s3cret&options=s3cret", "postgres://host/db?PASSWORD=****&options=****"),
            ("postgres://ann:s3c/ret@host/db", "postgres:****"),
            ("postgres://ann:3/s3cret@host/db", "postgres:****"),
            ("postgres://ann:3?s3cret@host/db", "postgres:****"),
            ("postgres://ann:3#s3cret@host/db", "postgres:****"),
            ("postgres://ann:s3cret@host:port/db", "postgres:****"),
            ("host=host user=ann password=s3cret", "****"),
            ("host=host options=a:b password=s3cret", "****"),
            ("mysql://ann:s3cret@host/db", "mysql://ann:****@host/db"),
            ("sqlite://parlor.db", "sqlite://parlor.db"),
            ("sqlite::memory:", "sqlite::memory:"),
            ("sqlite:///var/parlor.db?mode=rwc", "sqlite:///var/parlor.db?mode=rwc"),
            ("parlor.db", "****"),
        ] {
            assert_eq!(without_secret(address), shown);
            assert!(!shown.contains("s3c"));
        }
    }

    #[tokio::test]
    async fn a_database_that_does_not_open_tells_no_password() {
        // This listener is not a database.
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap();
        tokio::spawn(async move { while listener.accept().await.is_ok() {} });
        for address in [
            format!("postgres://ann:s3cret@{host}/db?password=s3cret&sslpassword=s3cret"),
            "postgres://ann:s3cret@host:s3cret/db".into(),
            format!("postgres://ann:s3cret@{host}/db?sslmode=strange"),
            "sqlite:///nowhere/parlor.db?key=s3cret".into(),
            "mysql://ann:s3cret@host/db".into(),
        ] {
            let Err(error) = open(&address).await else { panic!("{address} is opened") };
            let said = format!("{error} {error:?}");
            assert!(!said.contains("s3cret"), "{said}");
        }
    }
}

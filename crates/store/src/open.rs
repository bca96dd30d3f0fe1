//! Opens a database: connects, brings its schema up to date, and takes over what an earlier process owned.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection, query};

use super::dialect::Dialect;
use super::failure::{OpenError, file_of, without_secret};
use super::schema::migrator;
use super::sql::{Pool, SqlStore};
use play::ports::{DueTable, Store};

/// How long a query waits for a free connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// How long SQLite waits for its write lock: less, so that it is told who is in the way.
const BUSY_TIMEOUT: Duration = Duration::from_secs(4);

/// Opens the database at `url` and brings its schema up to date. With a SQLite file, it takes over what an earlier
/// process owned.
pub async fn open(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    let (store, not_migrated) = (connect(url).await?, |error| OpenError::migrating(url, error));
    let steps = migrator(store.dialect);
    match &store.writer {
        Pool::Sqlite(writer) => {
            steps.run(writer).await.map_err(not_migrated)?;
            take_over(url, writer).await?;
        }
        Pool::Postgres(writer) => steps.run(writer).await.map_err(not_migrated)?,
    }
    Ok(Arc::new(store))
}

/// Connects to a database as it is, even while a bot is running. That bot keeps its leases.
pub(super) async fn connect(url: &str) -> Result<SqlStore, OpenError> {
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
    let claimed = DueTable::ALL.map(|it| {
        format!(
            "UPDATE {} SET failures = failures + 1, lease_until = 0 WHERE due_at IS NOT NULL AND lease_until > 0",
            it.name()
        )
    });
    // Nor is anybody reminding a person now.
    const REMIND_ANEW: &str = "UPDATE players SET reminding_until = 0 WHERE reminding_until > 0";
    let failed = |error| OpenError::Connect { url: without_secret(url), error };
    for sql in claimed {
        query(AssertSqlSafe(sql)).execute(writer).await.map_err(failed)?;
    }
    query(REMIND_ANEW).execute(writer).await.map_err(failed)?;
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
        assert_eq!(synchronous(&mut crate::sql::relaxed(writer).await.unwrap()).await, 1);
        assert_eq!(synchronous(&mut writer.acquire().await.unwrap()).await, 2, "the same connection, used again");
        assert_eq!(synchronous(&mut writer.begin().await.unwrap()).await, 2);

        // One that is given up at any moment leaves nothing behind.
        for polls in 1..20 {
            let mut given_up = Box::pin(crate::sql::relaxed(writer));
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
        migrator(Dialect::Sqlite).run(writer).await.unwrap();
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
    fn postgres_waits_for_the_disk_but_for_relaxed_writes() {
        let options = postgres_options("postgres://ann@host/db?options=-c%20statement_timeout%3D1s").unwrap();
        let [durable, relaxed] = options.map(|it| it.get_options().unwrap_or_default().to_owned());
        assert_eq!(durable, "-c statement_timeout=1s");
        assert_eq!(relaxed, "-c statement_timeout=1s -c synchronous_commit=off");
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

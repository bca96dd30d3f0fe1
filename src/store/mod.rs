//! Adapter: the store in a database, by sqlx. SQLite is embedded; PostgreSQL serves several processes.
//!
//! Both are one implementation ([`sql`]) with the same SQL text; they differ in how they are opened and how a writing
//! transaction begins.

mod rows;
mod sql;

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use crate::play::ports::Store;
use sql::SqlStore;

/// The database could not be opened or brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("“{0}” isn't a database address; it starts with sqlite:// or postgres://")]
    Address(String),
    #[error("the database at {url} cannot be opened: {source}")]
    Connect { url: String, source: sqlx::Error },
    #[error("the database at {url} cannot be brought up to date: {source}")]
    Migrate { url: String, source: sqlx::migrate::MigrateError },
}

/// How long a query waits for a free connection, and SQLite for its write lock.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens the database at `url` and brings its schema up to date.
pub async fn open(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    match url.split_once(':').map(|(scheme, _)| scheme) {
        Some("sqlite") => open_sqlite(url).await,
        Some("postgres" | "postgresql") => open_postgres(url).await,
        _ => Err(OpenError::Address(without_secret(url))),
    }
}

async fn open_sqlite(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    let failed = |source| OpenError::Connect { url: without_secret(url), source };
    let options = SqliteConnectOptions::from_str(url)
        .map_err(failed)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A move is only answered when it would survive a power cut.
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(PATIENCE);
    let pool = SqlitePoolOptions::new().max_connections(4).acquire_timeout(PATIENCE);
    let pool = pool.connect_with(options).await.map_err(failed)?;
    let migrations = sqlx::migrate!("migrations/sqlite").run(&pool).await;
    migrations.map_err(|source| OpenError::Migrate { url: without_secret(url), source })?;
    Ok(Arc::new(SqlStore::new(pool, "BEGIN IMMEDIATE")))
}

async fn open_postgres(url: &str) -> Result<Arc<dyn Store>, OpenError> {
    let failed = |source| OpenError::Connect { url: without_secret(url), source };
    let pool = PgPoolOptions::new().max_connections(10).acquire_timeout(PATIENCE).connect(url).await.map_err(failed)?;
    let migrations = sqlx::migrate!("migrations/postgres").run(&pool).await;
    migrations.map_err(|source| OpenError::Migrate { url: without_secret(url), source })?;
    Ok(Arc::new(SqlStore::new(pool, "BEGIN")))
}

/// A database address with its password left out.
pub fn without_secret(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    match rest.rsplit_once('@') {
        Some((login, host)) => {
            let user = login.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}:****@{host}")
        }
        None => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_shown() {
        assert_eq!(without_secret("postgres://ann:s3cret@host/db"), "postgres://ann:****@host/db");
        assert_eq!(without_secret("sqlite://parlor.db"), "sqlite://parlor.db");
    }
}

//! Where a database is, why it fails, and what to do, in plain words: whoever reads them sees no chain of errors.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use sqlx::migrate::MigrateError;
use sqlx::sqlite::SqliteConnectOptions;
use url::Url;

/// The database could not be opened or brought up to date.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("“{0}” isn't a database address; it starts with sqlite:// or postgres://")]
    Address(String),
    #[error("the database at {url} cannot be opened: {}", why_closed(.url, .error))]
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
    pub(super) fn migrating(url: &str, error: MigrateError) -> Self {
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
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => why(error),
        _ => error.to_string(),
    }
}

/// Whether a code is SQLite's for a database that is locked, or for a disk that is full or fails.
fn is_passing_in_sqlite(code: &str) -> bool {
    const PRIMARY: [u32; 4] = [5, 6, 10, 13];
    // The lowest byte says what it is, and the rest of it details; PostgreSQL's codes are longer.
    code.len() < 5 && code.parse().is_ok_and(|it: u32| PRIMARY.contains(&(it & 0xff)))
}

/// The file of a SQLite database; `None` for another database, or one in memory.
pub fn file_of(url: &str) -> Option<PathBuf> {
    let options = SqliteConnectOptions::from_str(url).ok()?;
    let in_memory = url.contains(":memory:") || url.contains("mode=memory");
    (url.starts_with("sqlite:") && !in_memory).then(|| options.get_filename().to_owned())
}

/// Why the database at `url` cannot be opened, and what to do.
pub(super) fn why_closed(url: &str, error: &sqlx::Error) -> String {
    let Some(file) = file_of(url) else { return why(error) };
    let folder = file.parent().filter(|it| *it != Path::new(""));
    if file.is_dir() {
        return format!("{0} is a folder; name a file in it, like sqlite://{0}/parlor.db", file.display());
    }
    match folder.filter(|it| !it.is_dir()) {
        Some(folder) => format!("there's no folder {}; create it, or correct the address", folder.display()),
        // SQLite itself gives up sooner, unless several wait.
        None if matches!(error, sqlx::Error::PoolTimedOut) => IN_USE.to_owned(),
        None => why(error),
    }
}

const IN_USE: &str = "another program is using it; stop that program, and try again";

/// Why a database fails, and what to do.
pub(super) fn why(error: &sqlx::Error) -> String {
    let code = error.as_database_error().and_then(|it| it.code()).unwrap_or_default();
    // SQLite's codes are small numbers whose last byte says enough; PostgreSQL's are five characters.
    let sqlite = code.parse::<u32>().ok().filter(|_| code.len() < 5).map(|it| it & 0xff);
    match (error, sqlite, code.as_ref()) {
        (_, Some(5 | 6), _) => IN_USE.into(),
        (_, Some(8), _) => {
            "it can be read, but not written to; give the bot's user the right to write the file and its \
                            folder, or correct the address"
                .into()
        }
        (_, Some(13), _) => "the disk is full; make room".into(),
        (_, Some(14), _) => "the file can't be opened; give the bot's user the right to read and write it and its \
                             folder, or correct the address"
            .into(),
        (_, Some(26), _) => "that file isn't a SQLite database; name another file".into(),
        // The user, the password, or the name of the database.
        (sqlx::Error::Database(error), None, "28P01" | "28000" | "3D000") => {
            format!("{}; correct the address", error.message())
        }
        (sqlx::Error::PoolTimedOut, ..) => "PostgreSQL doesn't answer; start it, or correct the address".into(),
        (sqlx::Error::Io(error), ..) => {
            format!("PostgreSQL can't be reached ({error}); start it, or correct the address")
        }
        (sqlx::Error::Configuration(error), ..) => format!("{error}; correct the address"),
        (sqlx::Error::Database(error), ..) => error.message().to_owned(),
        _ => error.to_string(),
    }
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
    use super::*;

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
}

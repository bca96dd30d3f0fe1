//! Where a database is, why it fails, and what to do, in plain words: whoever reads them sees no chain of errors.

use std::path::{Path, PathBuf};
use std::str::FromStr as _;

use sqlx::sqlite::SqliteConnectOptions;

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

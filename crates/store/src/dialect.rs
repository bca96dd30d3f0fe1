//! What differs between the two kinds of databases.

use super::failure::{OpenError, without_secret};

/// Which kind of database it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// The kind of the database at an address; an error if it begins with neither `sqlite:`, `postgres:` nor
    /// `postgresql:`.
    pub fn of(url: &str) -> Result<Self, OpenError> {
        match url.split_once(':').map(|(scheme, _)| scheme) {
            Some("sqlite") => Ok(Self::Sqlite),
            Some("postgres" | "postgresql") => Ok(Self::Postgres),
            _ => Err(OpenError::Address(without_secret(url))),
        }
    }

    /// Asks for the database's time, in milliseconds since 1970.
    pub fn now(self) -> &'static str {
        self.pick(
            "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)",
            "SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT",
        )
    }

    /// Picks what is for this kind of database.
    pub fn pick<T>(self, sqlite: T, postgres: T) -> T {
        match self {
            Self::Sqlite => sqlite,
            Self::Postgres => postgres,
        }
    }
}

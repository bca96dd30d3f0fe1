//! What a run is told to do.

use std::path::PathBuf;
use std::time::Duration;

/// What a run does to the bot.
#[derive(Debug, Clone)]
pub struct ChaosOptions {
    pub seed: u64,
    /// How many bots run at a time.
    pub processes: usize,
    /// How many of them are workers, which hear nothing.
    pub workers: usize,
    /// Into how many shards the others divide what there is to hear; several may serve the same one.
    pub shards: usize,
    /// How many matches are played at a time.
    pub matches: usize,
    /// How many moves are to be accepted, at least.
    pub moves: u64,
    pub kills: usize,
    /// Whether the bot is sometimes forbidden to post. A board that it could not show then is retried only a minute
    /// later.
    pub denies: bool,
    /// The plan is abandoned this long after the first move.
    pub limit: Duration,
    /// How long the bots may take to do everything that is due once the disruptions have stopped.
    pub patience: Duration,
    /// The database, which must have no matches.
    pub database_url: String,
    /// A shell command that restarts the database; if there is none, it is not restarted.
    pub restart_database: Option<String>,
    /// Where the bots run and log.
    pub folder: PathBuf,
}

impl ChaosOptions {
    /// Whether the database is PostgreSQL, not SQLite.
    pub(crate) fn has_postgres(&self) -> bool {
        self.database_url.starts_with("postgres")
    }
}

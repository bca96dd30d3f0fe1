//! `parlor chaos`: violence against own processes, and a judgment.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};

use super::print;
use crate::app;
use chaos::{self, ChaosOptions};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many bots run at a time; with SQLite only one can
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    processes: u16,
    /// How many of these bots are workers, which do what is due and hear nothing
    #[arg(long, value_name = "N", default_value_t = 0, requires = "processes")]
    workers: u16,
    /// Into how many shards the other bots divide what there is to hear; several may serve the same one
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    shards: u16,
    /// How many matches are played at a time
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=1000))]
    matches: u16,
    /// How many accepted moves to play; a moderator deletes a message of the bot once in 300 moves, and a
    /// channel once in 3000
    #[arg(long, value_name = "N", default_value_t = 1000)]
    moves: u64,
    /// How often a bot is killed; about as many other faults come with it
    #[arg(long, value_name = "N", default_value_t = 20)]
    kills: usize,
    /// Never take away the bot's permission to post (it waits a minute before it tries such a board again)
    #[arg(long)]
    no_denials: bool,
    /// Stop the violence after this many seconds, even if the plan isn't finished
    #[arg(long, value_name = "SECONDS", default_value_t = 86_400)]
    limit: u64,
    /// How many seconds the bot has, once the violence is over, to finish everything that is due
    #[arg(long, value_name = "SECONDS", default_value_t = 420)]
    patience: u64,
    /// An empty database for the matches; without one, a SQLite file that is removed afterwards
    #[arg(long, value_name = "URL")]
    db: Option<String>,
    /// A command that restarts that database, run now and then, such as "pg_ctl restart -m immediate"
    #[arg(long, value_name = "COMMAND", requires = "db")]
    restart_db: Option<String>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    app::log();
    let folder = std::env::temp_dir().join(format!("parlor-chaos-{}-{}", arguments.seed, std::process::id()));
    std::fs::create_dir_all(&folder).with_context(|| format!("{} can't be made", folder.display()))?;
    let options = options(arguments, folder.clone());
    let runtime = super::runtime()?;
    let report = runtime.block_on(chaos::run(&options))?;
    print(&report)?;
    let broken = report.broken();
    if broken == 0 {
        // What is left of a run without a fault is of no use to anybody.
        let _ = std::fs::remove_dir_all(&folder);
        return Ok(());
    }
    bail!(
        "{broken} promise{} broken. Repeat the run with: parlor chaos {} (the bots' logs are in {})",
        if broken == 1 { " was" } else { "s were" },
        repeated(),
        folder.display()
    );
}

fn options(arguments: &Arguments, folder: PathBuf) -> ChaosOptions {
    let own = || format!("sqlite://{}", folder.join("chaos.db").display());
    ChaosOptions {
        seed: arguments.seed,
        processes: arguments.processes.into(),
        workers: arguments.workers.into(),
        shards: arguments.shards.into(),
        matches: arguments.matches.into(),
        moves: arguments.moves,
        kills: arguments.kills,
        denies: !arguments.no_denials,
        limit: Duration::from_secs(arguments.limit),
        patience: Duration::from_secs(arguments.patience),
        database_url: arguments.db.clone().unwrap_or_else(own),
        restart_database: arguments.restart_db.clone(),
        folder,
    }
}

/// The arguments as they were given, without the password of the database.
fn repeated() -> String {
    let shown = |it: String| match it.contains("://") {
        true => store::without_secret(&it),
        false if it.contains(' ') => format!("'{it}'"),
        false => it,
    };
    std::env::args().skip(2).map(shown).collect::<Vec<_>>().join(" ")
}

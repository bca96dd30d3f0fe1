//! `parlor db`: the database.

use anyhow::Context as _;

use super::print;
use crate::config::Config;
use crate::store;

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Bring the database's schema up to date (the bot also does this each time it starts)
    Migrate {
        /// Use this database instead of DATABASE_URL
        #[arg(long, value_name = "URL")]
        db: Option<String>,
    },
}

pub(super) fn run(command: &Command) -> anyhow::Result<()> {
    let Command::Migrate { db } = command;
    let url = match db {
        Some(url) => url.clone(),
        None => Config::read()?.store.url.0,
    };
    let runtime = tokio::runtime::Runtime::new().context("Couldn't start any threads")?;
    runtime.block_on(store::open(&url))?;
    print(format_args!("{} is up to date.", store::without_secret(&url)))
}

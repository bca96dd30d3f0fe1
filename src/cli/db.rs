//! `parlor db`: the database.

use anyhow::Context as _;

use super::print;
use crate::config::Config;
use crate::store;

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Bring the schema of DATABASE_URL up to date (the bot does so at every start, too)
    Migrate {
        /// Another database than DATABASE_URL
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
    let runtime = tokio::runtime::Runtime::new().context("No threads can be started")?;
    runtime.block_on(store::open(&url))?;
    print(format_args!("{} is up to date.", store::without_secret(&url)))
}

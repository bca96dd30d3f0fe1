//! `parlor db`: the database.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use super::print;
use crate::config::Config;
use store::{self, Checked, RowCount, UpkeepError};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Bring the database's schema up to date (the bot also does this each time it starts)
    Migrate(Place),
    /// Write everything to a file that can be imported into another database
    Export(InFile),
    /// Read an exported file into an empty database, SQLite or PostgreSQL, and compare
    Import(InFile),
    /// Replay every match with the referee and list the broken rows
    Check(Place),
    /// Copy a SQLite database to a new file, also while the bot is running
    Backup(InFile),
}

#[derive(clap::Args)]
pub(super) struct Place {
    /// Use this database instead of DATABASE_URL
    #[arg(long, value_name = "URL")]
    db: Option<String>,
}

#[derive(clap::Args)]
pub(super) struct InFile {
    /// The file
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

impl Place {
    fn url(&self) -> anyhow::Result<String> {
        match &self.db {
            Some(url) => Ok(url.clone()),
            None => Ok(Config::read()?.database_url.0),
        }
    }
}

pub(super) fn run(command: &Command) -> anyhow::Result<()> {
    let runtime = super::runtime()?;
    runtime.block_on(async {
        match command {
            Command::Migrate(place) => migrate(&place.url()?).await,
            Command::Export(copy) => export(&copy.place.url()?, &copy.file).await,
            Command::Import(copy) => import(&copy.place.url()?, &copy.file).await,
            Command::Check(place) => check(&place.url()?).await,
            Command::Backup(copy) => backup(&copy.place.url()?, &copy.file).await,
        }
    })
}

async fn migrate(url: &str) -> anyhow::Result<()> {
    store::open(url).await?.close().await;
    print(format_args!("{} is up to date.", store::without_secret(url)))
}

async fn export(url: &str, path: &Path) -> anyhow::Result<()> {
    let file = match File::create_new(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            return Err(UpkeepError::FileExists(path.to_owned()).into());
        }
        file => file.with_context(|| format!("{} can't be written", path.display()))?,
    };
    let exported = store::export(url, &mut BufWriter::new(file)).await;
    if exported.is_err() {
        // Half an export is of no use, and the error says why there is none.
        let _ = std::fs::remove_file(path);
    }
    print(format_args!("{} has {}.", path.display(), counted(&exported?)))
}

async fn import(url: &str, path: &Path) -> anyhow::Result<()> {
    let file = File::open(path).with_context(|| format!("{} can't be read", path.display()))?;
    let imported = store::import(url, BufReader::new(file)).await?;
    let shown = store::without_secret(url);
    print(format_args!("{shown} has {}, each table just as it was exported.", counted(&imported)))
}

/// The tables with their rows.
fn counted(counts: &[RowCount]) -> String {
    let words: Vec<String> = counts.iter().map(|it| format!("{} {}", it.rows, it.table)).collect();
    words.join(", ")
}

async fn check(url: &str) -> anyhow::Result<()> {
    let mut unprinted = Ok(());
    let tell = |what: String| {
        if unprinted.is_ok() {
            unprinted = print(what);
        }
    };
    let Checked { matches, challenges, broken } = store::check(url, tell).await?;
    unprinted?;
    if broken > 0 {
        bail!("{broken} of {matches} matches and {challenges} challenges are broken.");
    }
    print(format_args!("{matches} matches replay, and {challenges} challenges can be read."))
}

async fn backup(url: &str, path: &Path) -> anyhow::Result<()> {
    store::backup(url, path).await?;
    print(format_args!("{} is a copy of {}.", path.display(), store::without_secret(url)))
}

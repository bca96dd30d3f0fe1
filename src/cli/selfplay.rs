//! `parlor selfplay`: the engine's own games, for `parlor tune` and `parlor train`.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use parking_lot::Mutex;

use super::arguments::threads;
use super::position::RulesetArguments;
use super::progress;
use lab::selfplay::{SelfPlay, TrainingPosition, play};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    rules: RulesetArguments,
    /// The file to write the positions to, one POSITION;SCORE;RESULT per line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u32,
    /// How many positions to search for each move
    #[arg(long, value_name = "N", default_value_t = 1000)]
    nodes: u64,
    /// How many games to play at once
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = threads)]
    threads: usize,
    /// The random seed for the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { games: number, nodes, threads, seed, .. } = *arguments;
    let ruleset = arguments.rules.ruleset()?;
    let path = &arguments.out;
    let file = File::create(path).with_context(|| format!("{} can't be written", path.display()))?;
    let output = Mutex::new((std::io::BufWriter::new(file), Ok(())));
    let bar = progress::bar(u64::from(number), "games");
    let plan = SelfPlay { ruleset, games: number, nodes, threads, seed };
    play(&plan, |seen| {
        let mut output = output.lock();
        let (file, written) = &mut *output;
        if written.is_ok() {
            *written = seen.iter().try_for_each(|it| writeln!(file, "{it}"));
        }
        bar.inc(1);
    })?;
    bar.finish_and_clear();
    let (mut file, written) = output.into_inner();
    written.and_then(|()| file.flush()).with_context(|| format!("{} can't be written", path.display()))
}

/// The positions of files that `parlor selfplay` wrote.
pub(super) fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<TrainingPosition>> {
    let mut all = Vec::new();
    paths.iter().try_for_each(|path| read_file(path, &mut all))?;
    if all.is_empty() {
        bail!("There are no positions to learn from. Make some with `parlor selfplay`.");
    }
    Ok(all)
}

fn read_file(path: &Path, all: &mut Vec<TrainingPosition>) -> anyhow::Result<()> {
    let unreadable = || format!("{} can't be read", path.display());
    let file = File::open(path).with_context(unreadable)?;
    for (index, line) in BufReader::new(file).lines().enumerate() {
        let seen = line.with_context(unreadable)?.parse();
        all.push(seen.with_context(|| format!("Line {} of {} can't be used", index + 1, path.display()))?);
    }
    Ok(())
}

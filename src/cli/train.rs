//! `parlor train`: trains a game's network on the engine's own games.

use std::path::PathBuf;

use anyhow::Context as _;

use super::arguments::{share, threads};
use super::position::RulesetArguments;
use super::{print, progress, selfplay};
use lab::train::{Training, train};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    rules: RulesetArguments,
    /// Files of positions from `parlor selfplay`, with the same rules
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file to write the network to, like crates/games/src/breakthrough/8x8.net
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many times to go over all positions
    #[arg(long, value_name = "N", default_value_t = 30)]
    passes: u32,
    /// How much the search's score counts compared to the game's result, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = share)]
    trust: f32,
    /// How many threads to use
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = threads)]
    threads: usize,
    /// The random seed for the initial weights
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { passes, trust, threads, seed, .. } = *arguments;
    let ruleset = arguments.rules.ruleset()?;
    let training = Training { ruleset, passes, trust, threads, seed };
    let seen = selfplay::read(&arguments.files)?;
    let bar = progress::bar(u64::from(passes), "passes");
    let trained = train(&training, seen.into_iter(), |pass| bar.set_position(u64::from(pass)))?;
    bar.finish_and_clear();
    let path = &arguments.out;
    std::fs::write(path, &trained.file).with_context(|| format!("{} can't be written", path.display()))?;
    let (terms, net) = trained.loss;
    print(format_args!("{} positions; loss with the terms {terms:.4}, with the network {net:.4}", trained.positions))
}

//! `parlor train`: trains a game's network on the engine's own games.

use std::path::PathBuf;

use anyhow::Context as _;

use super::arguments::{share, threads};
use super::table::RulesetArguments;
use super::{print, selfplay};
use crate::engine::train::{Training, train};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    rules: RulesetArguments,
    /// Files of positions from `parlor selfplay` by the same rules
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Where the network is written to, like src/games/breakthrough/8x8.net
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 30)]
    passes: u32,
    /// How much the score of the search counts against the result of the game, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.5, value_parser = share)]
    trust: f32,
    /// How many threads work
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = threads)]
    threads: usize,
    /// What the first weights are drawn with
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { passes, trust, threads, seed, .. } = *arguments;
    let ruleset = arguments.rules.ruleset()?;
    let training = Training { ruleset, passes, trust, threads, seed };
    let seen = selfplay::read(&arguments.files)?;
    let watch = |pass| selfplay::progress(&format!("pass {pass} of {passes}"));
    let trained = train(&training, seen.into_iter(), watch)?;
    let path = &arguments.out;
    std::fs::write(path, &trained.file).with_context(|| format!("{} cannot be written", path.display()))?;
    let (terms, net) = trained.loss;
    print(format_args!("{} positions; loss by the terms {terms:.4}, by the network {net:.4}", trained.positions))
}

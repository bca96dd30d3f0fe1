//! `parlor tune`: fits the weights of a game's evaluation to the engine's own games.

use std::path::PathBuf;

use super::arguments::{share, threads};
use super::position::RulesetArguments;
use super::{print, selfplay};
use lab::tune::{Tuning, tune};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    rules: RulesetArguments,
    /// Files of positions from `parlor selfplay`, with the same rules, on boards of any size
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How many times to go over all positions
    #[arg(long, value_name = "N", default_value_t = 400)]
    passes: u32,
    /// How much the search's scores count compared to the games' results, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share)]
    trust: f32,
    /// How strongly to hold weights where they are, so that terms the games say little about don't drift; 0.01 is a lot
    #[arg(long, value_name = "X", default_value_t = 0.0, value_parser = share)]
    hold: f32,
    /// How many threads to use
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = threads)]
    threads: usize,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { passes, trust, hold, threads, .. } = *arguments;
    let tuning = Tuning { ruleset: arguments.rules.ruleset()?, passes, trust, hold: hold.into(), threads };
    let fitted = tune(&tuning, selfplay::read(&arguments.files)?.into_iter())?;
    let (before, after) = fitted.loss;
    print(format_args!("{} positions, loss {before:.4} before, {after:.4} now", fitted.positions))?;
    let numbers: Vec<String> = fitted.weights.iter().map(i32::to_string).collect();
    numbers.chunks(8).try_for_each(|line| print(format_args!("{},", line.join(", "))))
}

//! `parlor tune`: fits the weights of a game's evaluation to the engine's own games.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::anyhow;

use super::print;
use crate::engine::tune::{Tuning, tune};
use crate::games;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The game: its key, like loa, or with a preset, like loa:mso
    game: String,
    /// Options, like "limit=60 size=6x6"
    #[arg(long, value_name = "RULES", default_value = "")]
    rules: String,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u32,
    /// Positions that a search visits for each move
    #[arg(long, value_name = "N", default_value_t = 1000)]
    nodes: u64,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 2)]
    threads: usize,
    /// Passes over all positions
    #[arg(long, value_name = "N", default_value_t = 400)]
    passes: u32,
    /// What the openings are drawn with
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let Arguments { games: number, nodes, threads, passes, seed, .. } = *arguments;
    let words = format!("{} {}", arguments.game, arguments.rules);
    let unknown = || anyhow!("“{}” is no ruleset. The games are: {}.", words.trim(), games::keys());
    let tuning = Tuning {
        ruleset: games::read_ruleset(&words).ok_or_else(unknown)?,
        games: number,
        nodes,
        threads,
        passes,
        seed,
    };
    let done = AtomicU32::new(0);
    let progress = || {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if std::io::stderr().is_terminal() {
            eprint!("\r{done} of {number} games");
            // A progress line that does not appear is no loss.
            let _ = std::io::stderr().flush();
        }
    };
    let fitted = tune(&tuning, progress)?;
    let (before, after) = fitted.loss;
    print(format_args!("{} positions, loss {before:.4} before, {after:.4} now", fitted.positions))?;
    let numbers: Vec<String> = fitted.weights.iter().map(i32::to_string).collect();
    numbers.chunks(8).try_for_each(|line| print(format_args!("{},", line.join(", "))))
}

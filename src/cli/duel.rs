//! `parlor match`: the engine against itself at two settings.

use super::print;
use super::table::TableArguments;
use crate::engine::Stop;
use crate::engine::duel::{Duel, Player, play_out};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    table: TableArguments,
    /// Whom the score is told of: level:7, depth:5, nodes:20000, time:100 (milliseconds) or random
    one: Player,
    /// The opponent, likewise
    other: Player,
    /// How many random openings; each is played twice, with sides changed
    #[arg(long, value_name = "N", default_value_t = 50)]
    pairs: u32,
    /// What the openings are drawn with
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut duel = Duel::new(arguments.table.ruleset()?, [arguments.one, arguments.other], arguments.pairs);
    duel.seed = arguments.seed;
    let mut plies = 0;
    let tally = play_out(&duel, &Stop::new(), |game, _| plies += game.moves.len())?;
    print(format_args!("{tally}; {} plies a game", plies / tally.games().max(1) as usize))
}

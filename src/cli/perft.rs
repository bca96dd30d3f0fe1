//! `parlor perft`: counting moves.

use std::time::Instant;

use super::{position::PositionArguments, print};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    start: PositionArguments,
    /// How many moves each sequence has
    #[arg(long, value_name = "N")]
    depth: u32,
    /// Also print the count after each first move
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let position = arguments.start.open()?;
    let start = Instant::now();
    let mut nodes = 0;
    if arguments.divide && arguments.depth > 0 {
        for mv in position.legal() {
            let mut next = position.clone();
            if next.play(mv).is_ok() {
                let count = next.perft(arguments.depth - 1);
                print(format_args!("{mv} {count}"))?;
                nodes += count;
            }
        }
    } else {
        nodes = position.perft(arguments.depth);
    }
    let seconds = start.elapsed().as_secs_f64();
    print(format_args!("nodes {nodes} in {seconds:.3} s, {:.0} nodes/s", nodes as f64 / seconds.max(1e-9)))
}

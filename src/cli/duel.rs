//! `parlor match`: the engine against itself at two settings, against an older build, or against another program.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, anyhow, bail};
use indicatif::ProgressBar;

use super::arguments::threads;
use super::position::PositionArguments;
use super::{print, progress};
use engine::Stop;
use lab::duel::{Contestant, Duel, DuelGame, EnginePlayer, Fault, PlayOptions, Sprt, play_out};
use lab::programs::entrant::{Entrant, EntrantKind};
use lab::programs::program::Program;
use lab::programs::records::Records;
use lab::programs::report::Standings;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    start: PositionArguments,
    /// The player to score: level:7, depth:5, nodes:20000, time:100 (milliseconds), random, or a program, like
    /// 'ugi:path/to/parlor time=100' or 'uci:fairy-stockfish variant=NAME time=100 option.Hash=64'
    one: Entrant,
    /// The opponent, given the same way
    other: Entrant,
    /// How many random openings to play, each twice with sides swapped
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    pairs: u32,
    /// The random seed for the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many random moves each opening has
    #[arg(long, value_name = "N", default_value_t = 4)]
    plies: u32,
    /// The largest advantage an opening may give either side, in hundredths of a piece
    #[arg(long, value_name = "N", default_value_t = 80)]
    balance: i32,
    /// Call a game a draw after this many moves (counting both sides)
    #[arg(long, value_name = "N", default_value_t = 300)]
    longest: u32,
    /// How many games to play at once (default: all cores but one)
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// The size of this engine's transposition table, in MiB
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=16_384))]
    hash: u32,
    /// Stop as soon as it's clear which of two Elo differences is true: elo0,elo1[,alpha,beta]
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Append every game to this file, as text
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let duel = Duel {
        position: arguments.start.position()?,
        opening_plies: arguments.plies,
        balance: arguments.balance,
        longest: arguments.longest,
        seed: arguments.seed,
        ..Duel::new(arguments.start.ruleset()?)
    };
    let options = PlayOptions { pairs: arguments.pairs, boards: arguments.threads.unwrap_or_else(usual_boards) };
    let names = [arguments.one.name.clone(), arguments.other.name.clone()];
    let mut records = arguments.records.as_deref().map(|it| Records::open(it, &duel, &names)).transpose()?;
    let mut standings = Standings::new(names, arguments.pairs, arguments.sprt);
    let bar = progress::bar(arguments.pairs.into(), "pairs");
    let mut failed = None;
    let stop = Stop::new();
    let seat = || {
        let [one, other] = [&arguments.one, &arguments.other].map(|it| player(it, arguments.hash, &duel, &stop));
        Ok([one?, other?])
    };
    let done = play_out(&duel, options, &stop, seat, |games, tally| {
        standings.add(games, tally);
        games.iter().for_each(|it| tell_forfeit(it, &bar, &standings));
        bar.set_position(standings.pairs().into());
        bar.set_message(standings.in_short());
        failed = records.as_mut().and_then(|it| it.add(games).err());
        if failed.is_some() || standings.verdict().is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    bar.finish_and_clear();
    done.map_err(|fault| anyhow!("{fault}."))?;
    if let Some(error) = failed {
        return Err(error).context("The records can't be written");
    }
    if standings.is_empty() {
        bail!(
            "No games were played: no balanced opening of {} moves was found. Change --plies or --balance.",
            arguments.plies
        );
    }
    if standings.is_short() {
        eprintln!("There were no more balanced openings of {} moves. Raise --plies or --balance.", arguments.plies);
    }
    print(if arguments.json { standings.as_json(&duel.ruleset) } else { standings.to_string() })
}

/// One board for each core but one, which is left to other work.
fn usual_boards() -> usize {
    std::thread::available_parallelism().map_or(1, |it| it.get().saturating_sub(1).max(1))
}

/// Makes a player for a board.
fn player(entrant: &Entrant, hash: u32, duel: &Duel, stop: &Stop) -> Result<Box<dyn Contestant>, Fault> {
    Ok(match &entrant.kind {
        EntrantKind::Engine(player) => Box::new(EnginePlayer::new(*player, hash as usize)),
        EntrantKind::Program(spec) => Box::new(Program::start(Arc::new(spec.clone()), duel, stop)?),
    })
}

fn tell_forfeit(game: &DuelGame, bar: &ProgressBar, standings: &Standings) {
    if let (Some(how), Some(winner)) = (&game.forfeit, game.winner()) {
        let loser = &standings.names[1 - winner];
        bar.suspend(|| eprintln!("Game {}: {} {how}, and loses.", game.number(), loser));
    }
}

//! The command line: one file for each subcommand.

mod arguments;
mod bench;
mod chaos;
mod db;
mod doctor;
mod duel;
mod games;
mod moves;
mod perft;
mod playground;
mod position;
mod process;
mod progress;
mod puzzles;
mod record;
mod render;
mod run;
mod selfplay;
mod solve;
mod train;
mod tune;
mod ugi;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::app::Role;
use process::{print, runtime};

/// Great small abstract board games, played in Discord, with an exact referee.
#[derive(Parser)]
#[command(name = "parlor", version, about, long_about = None)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Connect to Discord with DISCORD_TOKEN (the default when there's no command)
    Run,
    /// Help a running bot with whatever is due (engine moves, boards, reminders), on the same PostgreSQL database
    Worker,
    /// Start a local stand-in for Discord with a web page, and the real bot, in one process
    Playground(playground::Arguments),
    /// List the games with their sizes, options, and presets
    Games(games::Arguments),
    /// Count the move sequences of exactly N moves
    Perft(perft::Arguments),
    /// Show a position with its legal moves and its outcome
    Moves(moves::Arguments),
    /// Draw the picture the bot would post, or a replay
    Render(render::Arguments),
    /// Check and convert game records
    #[command(subcommand)]
    Record(record::Command),
    /// Play the engine against itself or another program from random openings, to see who's stronger
    Match(Box<duel::Arguments>),
    /// Let the engine play itself and save the positions for `tune` and `train`
    Selfplay(selfplay::Arguments),
    /// Fit the weights of a game's evaluation to the engine's own games
    Tune(tune::Arguments),
    /// Train a game's network on the engine's own games
    Train(train::Arguments),
    /// Make puzzles from the engine's own games and others', each with its proof
    Puzzles(puzzles::Arguments),
    /// Prove who wins from a position, with best play
    Solve(solve::Arguments),
    /// Run the engine on stdin and stdout in the UGI protocol, for match programs
    Ugi,
    /// Measure the rules, the search, the pictures, and the response time: the table in docs/performance.md
    Bench(bench::Arguments),
    /// Kill and hinder the bot's own processes while people play, and check that nothing is lost
    Chaos(chaos::Arguments),
    /// Look for what's wrong with the token, intents, permissions, database, clock, or disk, and say what to do
    Doctor,
    /// Look after the database
    #[command(subcommand)]
    Db(db::Command),
}

/// Runs the command line: 0 when all went well, 1 with a plain sentence on what went wrong, 2 for wrong usage.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let done = match arguments.command.unwrap_or(Command::Run) {
        Command::Run => run::run(Role::Bot),
        Command::Worker => run::run(Role::Worker),
        Command::Playground(arguments) => playground::run(&arguments),
        Command::Games(arguments) => games::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Render(arguments) => render::run(&arguments),
        Command::Record(command) => record::run(&command),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Match(arguments) => duel::run(&arguments),
        Command::Selfplay(arguments) => selfplay::run(&arguments),
        Command::Tune(arguments) => tune::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Ugi => ugi::run(),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Chaos(arguments) => chaos::run(&arguments),
        Command::Doctor => doctor::run(),
        Command::Db(command) => db::run(&command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}", told_once(&error));
            ExitCode::FAILURE
        }
    }
}

/// What went wrong and why, without the causes that an error repeats itself.
fn told_once(error: &anyhow::Error) -> String {
    error.chain().skip(1).fold(error.to_string(), |told, cause| {
        let cause = cause.to_string();
        if told.contains(&cause) { told } else { format!("{told}: {cause}") }
    })
}

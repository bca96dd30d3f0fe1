//! `parlor solve`: who wins, proven.

use std::time::Duration;

use serde_json::json;

use super::arguments::threads;
use super::position::{PositionArguments, play_all};
use super::print;
use engine::{
    Helpers, Limits, Question, Stop,
    solve::{Proof, Solution},
    solve_with, useful,
};
use games::{AnyPosition, Outcome};

/// How long it may take where no limit is given.
const DEFAULT_SECONDS: f64 = 60.0;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    start: PositionArguments,
    /// Moves to play first, like "b1-b3 a2-c2"
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Give up after this many positions
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Give up after this many seconds (60 if there's no limit at all)
    #[arg(long, value_name = "S", value_parser = seconds)]
    seconds: Option<f64>,
    /// How many threads work together, at most one per core (the default; one if --nodes is given). A game whose play may
    /// go round always uses one. With one thread, a run always visits the same positions
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// The size of the solver's tables, in MiB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "it isn't a number")?;
    if number >= 0.0 { Ok(number) } else { Err("it must be 0 or more".into()) }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut position = arguments.start.open()?;
    let start = position.text();
    play_all(&mut *position, &arguments.moves, |_| {})?;
    if let Some(end) = position.outcome() {
        return print(finished(&*position, end, arguments.json));
    }
    let question = Question::new(arguments.start.ruleset()?, Some(start), position.played().to_vec());
    let solution =
        solve_with(&question, &arguments.limits(), &Stop::new(), arguments.hash as usize, &arguments.helpers())?;
    print(if arguments.json { as_json(&solution) } else { as_text(&solution) })
}

impl Arguments {
    fn limits(&self) -> Limits {
        let usual = self.nodes.is_none().then_some(DEFAULT_SECONDS);
        // More seconds than can be told are no limit.
        let time = self.seconds.or(usual).and_then(|it| Duration::try_from_secs_f64(it).ok());
        Limits { depth: None, nodes: self.nodes, time }
    }

    fn helpers(&self) -> Helpers {
        // So many positions are always the same ones.
        let usual = if self.nodes.is_some() { 1 } else { usize::MAX };
        Helpers::new(useful(self.threads.unwrap_or(usual)).saturating_sub(1))
    }
}

/// What a finished game means to the side whose turn it would be.
fn finished(position: &dyn AnyPosition, end: Outcome, json: bool) -> String {
    let proof = match end.winner {
        None => Proof::Draw,
        Some(winner) if winner == position.to_move() => Proof::Win,
        Some(_) => Proof::Loss,
    };
    if json {
        let reason = end.reason.as_str();
        return json!({ "result": proof.as_str(), "line": [], "nodes": 0, "seconds": 0.0, "over": reason }).to_string();
    }
    format!("{}, the game is over: {}", proof.as_str(), end.reason)
}

fn as_text(solution: &Solution) -> String {
    let Solution { proof, line, nodes, time } = solution;
    let mut text = String::new();
    if !line.is_empty() {
        let line: Vec<String> = line.iter().map(ToString::to_string).collect();
        text = format!("best {}\n", line.join(" "));
    }
    text + &format!("{}, {nodes} nodes in {:.3} s", proof.as_str(), time.as_secs_f64())
}

fn as_json(solution: &Solution) -> String {
    let Solution { proof, line, nodes, time } = solution;
    let line: Vec<String> = line.iter().map(ToString::to_string).collect();
    json!({ "result": proof.as_str(), "line": line, "nodes": nodes, "seconds": time.as_secs_f64() }).to_string()
}

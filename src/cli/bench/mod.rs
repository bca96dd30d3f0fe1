//! `parlor bench`: the table of `docs/performance.md`.

mod pictures;
mod solver;

use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde_json::json;

use super::{print, runtime};
use chaos::bench::{self, Row};
use engine::{Limits, Question};
use games::{GAMES, Ruleset};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print only how many positions a fixed search of every game visits: it changes whenever the search does
    #[arg(long)]
    signature: bool,
    /// Time only the whole bot, against the playground's Discord
    #[arg(long)]
    bot: bool,
    /// Time only boards on pages, against the playground's Discord
    #[arg(long, conflicts_with = "bot")]
    web: bool,
    /// Time only leaderboards, histories, and profiles of a large community, which takes a minute and a gigabyte to fill in
    #[arg(long, conflicts_with_all = ["bot", "web"])]
    lists: bool,
    /// Time only the puzzle of the day in many channels at once, and moves beside it
    #[arg(long, conflicts_with_all = ["bot", "web", "lists"])]
    dailies: bool,
    /// The bot's database: an empty PostgreSQL database (then several processes are timed, too); without it, a new
    /// SQLite file
    #[arg(long, value_name = "URL")]
    db: Option<String>,
    /// With --db, time the bot with one process, with two, and so on, up to this many
    #[arg(long, value_name = "N", requires = "db", conflicts_with_all = ["grown", "interactions"],
        default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=16))]
    processes: u8,
    /// How many matches are open while the bot is timed
    #[arg(long, value_name = "N", requires = "bot", conflicts_with_all = ["grown", "interactions"],
        default_value_t = bench::MATCHES as u32, value_parser = clap::value_parser!(u32).range(1..))]
    matches: u32,
    /// Time the bot once more with the rows of a large community in its database, which takes some minutes and gigabytes
    #[arg(long, requires = "bot")]
    grown: bool,
    /// Send this many interactions (keystrokes and list commands), and report only how much memory the bot uses
    #[arg(long, value_name = "N", requires = "bot", conflicts_with = "grown", value_parser = clap::value_parser!(u64).range(10..))]
    interactions: Option<u64>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.signature {
        return GAMES
            .iter()
            .map(|it| it.info())
            .try_for_each(|it| print(format_args!("{}\t{}", it.key, lab::bench::signature(it))));
    }
    let database_url = arguments.db.as_deref();
    let processes = if database_url.is_some() { arguments.processes.into() } else { 1 };
    let matches = arguments.matches as usize;
    let rows = match (arguments.bot, arguments.grown, arguments.interactions) {
        _ if arguments.dailies => runtime()?.block_on(bench::dailies(database_url))?,
        _ if arguments.lists => runtime()?.block_on(bench::lists(database_url))?,
        _ if arguments.web => runtime()?.block_on(bench::pages(database_url))?,
        (true, _, Some(count)) => runtime()?.block_on(bench::steady(database_url, count))?,
        (true, true, None) => runtime()?.block_on(bench::growth(database_url))?,
        (true, false, None) => runtime()?.block_on(bench::bot(database_url, processes, matches))?,
        (false, ..) => all_rows(database_url, processes, matches)?,
    };
    if arguments.json {
        let row = |it: &Row| json!({ "what": it.what, "value": it.value, "unit": it.unit, "goal": it.goal });
        return print(serde_json::to_string_pretty(&rows.iter().map(row).collect::<Vec<_>>())?);
    }
    print("| what | figure | goal |\n|---|---|---|")?;
    rows.iter()
        .try_for_each(|it| print(format_args!("| {} | {} {} | {} |", it.what, shown(it.value), it.unit, it.goal)))
}

fn all_rows(database_url: Option<&str>, processes: usize, matches: usize) -> anyhow::Result<Vec<Row>> {
    let mut rows: Vec<Row> = GAMES.iter().map(|it| perft(&Ruleset::default_of(it.info()))).collect::<Result<_, _>>()?;
    for game in GAMES {
        rows.extend(search(&Ruleset::default_of(game.info())));
    }
    for (rules, depth) in lab::bench::openings() {
        rows.push(opening(rules, depth)?);
    }
    rows.extend(threads());
    rows.extend(solver::rows()?);
    rows.extend(pictures::rows()?);
    rows.extend(runtime()?.block_on(bench::bot(database_url, processes, matches))?);
    Ok(rows)
}

fn shown(value: f64) -> String {
    if value >= 1000.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// Counts the move sequences of a game from its start, to the depth that takes a moment.
fn perft(ruleset: &Ruleset) -> anyhow::Result<Row> {
    let position = games::open(ruleset, None)?;
    let (mut depth, mut nodes, mut time) = (1, 0, Duration::ZERO);
    while nodes < 20_000_000 {
        depth += 1;
        let start = Instant::now();
        nodes = position.perft(depth);
        time = start.elapsed();
    }
    let what = format!("{}: perft {depth}, {nodes} nodes", ruleset.info.key);
    Ok(Row {
        what,
        value: nodes as f64 / time.as_secs_f64() / 1e6,
        unit: "million nodes/s",
        goal: "≥ 40; ≥ 15 where moves jump in chains",
    })
}

/// How deep the search is timed.
const DEPTH: u32 = 10;

fn search(ruleset: &Ruleset) -> [Row; 2] {
    let key = ruleset.info.key;
    let (nodes, time) = lab::bench::run(&lab::bench::questions(ruleset), &Limits::depth(DEPTH), 0);
    let (speed, time) = (nodes as f64 / time.as_secs_f64() / 1e6, time.as_secs_f64());
    [
        Row { what: format!("{key}: search, {nodes} nodes"), value: speed, unit: "million nodes/s", goal: "" },
        Row { what: format!("{key}: five positions to depth {DEPTH}"), value: time, unit: "s", goal: "" },
    ]
}

/// The start of a game, searched to a depth.
fn opening(rules: &str, depth: u32) -> anyhow::Result<Row> {
    let ruleset = games::read_ruleset(rules).with_context(|| format!("There's no ruleset {rules}"))?;
    let (nodes, time) = lab::bench::run(&[Question::new(ruleset, None, Vec::new())], &Limits::depth(depth), 0);
    let what = format!("{rules}: the start to depth {depth}, {nodes} nodes");
    Ok(Row { what, value: time.as_secs_f64(), unit: "s", goal: "" })
}

/// What a second thread brings, and how soon a search ends when it is told to.
fn threads() -> Vec<Row> {
    const DEEPER: u32 = 13;
    let questions = lab::bench::questions(&Ruleset::default_of(GAMES[0].info()));
    let seconds = |helpers| lab::bench::run(&questions, &Limits::depth(DEEPER), helpers).1.as_secs_f64();
    let what =
        |threads: &str| format!("{}: five positions to depth {DEEPER} by {threads}", questions[0].ruleset.info.key);
    let mut stops: Vec<f64> = GAMES
        .iter()
        .flat_map(|it| lab::bench::stops(&lab::bench::questions(&Ruleset::default_of(it.info())), 10))
        .map(|it| it.as_secs_f64() * 1e3)
        .collect();
    stops.sort_by(f64::total_cmp);
    let stop = |share: usize| stops.get(stops.len() * share / 100).copied().unwrap_or(f64::NAN);
    vec![
        Row { what: what("one thread"), value: seconds(0), unit: "s", goal: "" },
        Row { what: what("two threads"), value: seconds(1), unit: "s", goal: "" },
        Row { what: "stop latency with two threads: median".into(), value: stop(50), unit: "ms", goal: "≤ 5" },
        Row {
            what: "stop latency with two threads: slowest of 100".into(), value: stop(99), unit: "ms", goal: "≤ 5"
        },
    ]
}

//! `parlor bench`: the table of `docs/performance.md`.

mod solver;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use serde_json::json;

use super::print;
use crate::config::{Config, DatabaseUrl, Secret};
use crate::discord::{ConnectOptions, Patience};
use crate::play::{Agreement, ChannelId, GuildId, MessageId, NewMatch, Place, Seat, Shown, UserId};
use crate::render::{Look, png};
use crate::{app, store};
use engine::{Limits, Question};
use games::{GAMES, Ruleset, Scene};
use playground::{Playground, ids};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Print only how many positions a fixed search of every game visits: it changes whenever the search does
    #[arg(long)]
    signature: bool,
}

/// One figure.
struct Row {
    what: String,
    value: f64,
    unit: &'static str,
    /// What is promised of it.
    goal: &'static str,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.signature {
        return print(format_args!("signature {}", lab::bench::signature()));
    }
    let mut rows: Vec<Row> = GAMES.iter().map(|it| perft(&Ruleset::default_of(it.info()))).collect::<Result<_, _>>()?;
    for it in GAMES {
        rows.extend(search(&Ruleset::default_of(it.info())));
    }
    for (rules, depth) in lab::bench::openings() {
        rows.push(opening(rules, depth)?);
    }
    rows.extend(threads());
    rows.extend(solver::rows()?);
    rows.extend(picture()?);
    rows.extend(answer_time()?);
    if arguments.json {
        let row = |it: &Row| json!({ "what": it.what, "value": it.value, "unit": it.unit, "goal": it.goal });
        return print(serde_json::to_string_pretty(&rows.iter().map(row).collect::<Vec<_>>())?);
    }
    print("| what | figure | goal |\n|---|---|---|")?;
    rows.iter()
        .try_for_each(|it| print(format_args!("| {} | {} {} | {} |", it.what, shown(it.value), it.unit, it.goal)))
}

fn shown(value: f64) -> String {
    if value >= 1000.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// Leaves a second, from the start, as deep as takes a moment.
fn perft(ruleset: &Ruleset) -> anyhow::Result<Row> {
    let table = games::open(ruleset, None)?;
    let (mut depth, mut nodes, mut time) = (1, 0, Duration::ZERO);
    while nodes < 20_000_000 {
        depth += 1;
        let start = Instant::now();
        nodes = table.perft(depth);
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

/// A board in the middle of a game, drawn and encoded.
fn picture() -> anyhow::Result<Vec<Row>> {
    let mut table = games::open(&Ruleset::default_of(GAMES[0].info()), None)?;
    for choice in 0..20_usize {
        let legal = table.legal();
        if let Some(it) = legal.get(choice * 7 % legal.len().max(1)) {
            let _ = table.play(*it);
        }
    }
    let (middle, look) = (table.scene(), Look::default());
    let size = png(&middle, &look)?.len();
    let mut slowest: f64 = 0.0;
    for example in GAMES.iter().map(|it| games::example(it.info())) {
        slowest = slowest.max(drawing_time(&example, &look)?);
    }
    let row = |what: &str, value, unit, goal| Row { what: what.into(), value, unit, goal };
    Ok(vec![
        row("board picture, 640 px", drawing_time(&middle, &look)?, "ms", "≤ 2.5"),
        row("board picture, 640 px, slowest of the games' examples", slowest, "ms", ""),
        row("board picture, file size", size as f64 / 1e3, "kB", "≤ 25"),
    ])
}

/// How long a picture takes on average once its empty board is in the cache, in milliseconds.
fn drawing_time(scene: &Scene, look: &Look) -> anyhow::Result<f64> {
    const TIMES: u32 = 100;
    png(scene, look)?;
    let start = Instant::now();
    for _ in 0..TIMES {
        png(scene, look)?;
    }
    Ok(start.elapsed().as_secs_f64() * 1e3 / f64::from(TIMES))
}

/// How many matches are open while answers are timed.
const OPEN: u64 = 200;
/// How many moves are timed.
const MOVES: usize = 300;
/// Moves that come back to where they began.
const ROUND: [&str; 4] = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"];

/// From a message with a legal move at the gateway to the request that answers it, with the durable commit between.
fn answer_time() -> anyhow::Result<Vec<Row>> {
    let folder = Scratch::new()?;
    let runtime = tokio::runtime::Runtime::new().context("Couldn't start any threads")?;
    let mut times = runtime.block_on(time_answers(&folder))?;
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let row = |name: &str, value: f64, goal: &'static str| Row {
        what: format!("move to answer on loopback, {OPEN} matches open, {name}"),
        value,
        unit: "ms",
        goal,
    };
    Ok(vec![row("median", at(0.5), ""), row("p99", at(0.99), "< 15")])
}

async fn time_answers(folder: &Scratch) -> anyhow::Result<Vec<Duration>> {
    let url = format!("sqlite://{}/bench.db", folder.0.display());
    open_matches(&url).await?;
    let discord = Playground::start(playground::Settings::default()).await?;
    let mut config = Config::read()?;
    config.store.url = DatabaseUrl(url);
    let token = Secret(discord.token().to_owned());
    let settings = ConnectOptions {
        token,
        api_base: Some(discord.url()),
        shards: None,
        // It is not Discord's limits that are to be measured.
        requests_per_second: u16::MAX,
        patience: Patience::default(),
    };
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let bot = tokio::spawn(async move {
        app::serve(&config, settings, app::Role::Bot, async {
            // Told to stop, or dropped: either way it is over.
            let _ = stopped.await;
        })
        .await
    });
    next_board(&discord, 0).await.context("The bot didn't connect")?;
    let mut times = Vec::with_capacity(MOVES);
    for index in 0..MOVES {
        let person = if index % 2 == 0 { ids::ANN } else { ids::BOB };
        let seen = discord.request_count();
        let asked = Instant::now();
        discord
            .say(person, ids::GAMES, &format!("!move {}", ROUND[index % ROUND.len()]))
            .context("Couldn't post a message")?;
        let answered = next_board(&discord, seen).await.context("A move wasn't answered")?;
        times.push(answered - asked);
        // What follows an answer, like taking the controls off the last board, is not to disturb the next.
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let _ = stop.send(());
    bot.await??;
    discord.stop();
    Ok(times)
}

/// When the next message with a board came in, after the first `seen` requests.
async fn next_board(discord: &Playground, seen: usize) -> Option<Instant> {
    for _ in 0..10_000 {
        let posted = discord.requests_since(seen).into_iter().find(|it| it.method == "POST" && !it.files.is_empty());
        if let Some(it) = posted {
            return Some(it.received);
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    None
}

/// Opens one match in #games, and the others elsewhere.
async fn open_matches(url: &str) -> anyhow::Result<()> {
    let db = store::open(url).await?;
    #[expect(clippy::disallowed_methods, reason = "a benchmark plays in real time")]
    let now = jiff::Timestamp::now();
    let ruleset = games::read_ruleset("loa:cs61b limit=off").context("There's no such ruleset")?;
    for index in 0..OPEN {
        let here = index == 0;
        let channel = if here { ids::GAMES } else { ids::GAMES + 1000 + index };
        let place = Place { guild: Some(GuildId(ids::GUILD)), channel: ChannelId(channel) };
        let seats = [Seat::User(UserId(ids::ANN)), Seat::User(UserId(ids::BOB))];
        let begun = NewMatch {
            place,
            ruleset: ruleset.clone(),
            seats,
            rated: false,
            agreement: Agreement::default(),
            challenge: None,
            rematch_of: None,
        };
        let id = db.begin_match(&begun, u32::MAX, now).await?;
        if !here {
            db.shown(id, Shown { message: MessageId(index), revision: Some(0), plies: 0 }).await?;
            db.rest(id, 0, None).await?;
        }
    }
    db.release().await?;
    Ok(())
}

/// A folder that is gone afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> anyhow::Result<Self> {
        let folder = std::env::temp_dir().join(format!("parlor-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).with_context(|| format!("{} can't be created", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left in the temporary folder is the system's to clear.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

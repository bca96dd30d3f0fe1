//! `parlor chaos`: disrupts the bot's own processes, and judges the result.
//!
//! Bots run as separate processes against a playground. People play ([`player`]) while a plan that follows from the
//! seed ([`faults`]) disrupts everything: bots are killed ([`bots`]), also at critical moments ([`tripwire`]), requests
//! fail ([`rest_proxy`]), the database connection is cut or frozen ([`database_proxy`]), the gateway misbehaves, and
//! messages ([`moderator`]) and channels ([`channels`]) are deleted. Then the disruptions stop, and the history is
//! judged ([`checker`]).

mod bots;
mod channels;
mod checker;
mod database_proxy;
mod faults;
mod history;
mod moderator;
mod onlooker;
mod person;
mod player;
mod process;
mod ratings;
mod report;
mod rest_proxy;
mod seen;
mod tally;
mod tripwire;
mod wal;

use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use playground::{Playground, Settings};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use crate::store;
use bots::{Bots, Home};
use channels::Channels;
use database_proxy::Link;
use faults::{Extent, Fault, Planned};
use history::History;
use onlooker::Onlooker;
pub(crate) use person::Person;
use player::{Hall, Player};
pub(crate) use process::{BotProcess, BotSettings};
pub use report::ChaosReport;
use rest_proxy::Weather;
use tally::Tally;

/// How long the first move may take.
const BEGINNING: Duration = Duration::from_secs(60);

/// How long nothing may happen before the next fault comes anyway.
const STANDSTILL: Duration = Duration::from_secs(15);

/// How long Discord remembers a nonce here: a little longer than the bot relies on.
const NONCE_LIFE: Duration = Duration::from_secs(80);

/// A run with this many moves takes long enough for long faults.
const MANY_MOVES: u64 = 2000;

/// How long it may take until the last messages are seen.
const LAST_LOOK: Duration = Duration::from_secs(2);

/// What a run does to the bot.
#[derive(Debug, Clone)]
pub struct ChaosOptions {
    pub seed: u64,
    /// How many bots run at a time.
    pub processes: usize,
    /// How many matches are played at a time.
    pub matches: usize,
    /// How many moves are to be accepted, at least.
    pub moves: u64,
    pub kills: usize,
    /// Whether the bot is sometimes forbidden to post. A board that it could not show then is retried only a minute
    /// later.
    pub denies: bool,
    /// The plan is abandoned this long after the first move.
    pub limit: Duration,
    /// How long the bots may take to do everything that is due once the disruptions have stopped.
    pub patience: Duration,
    /// The database, which must have no matches.
    pub database_url: String,
    /// A shell command that restarts the database; if there is none, it is not restarted.
    pub restart_database: Option<String>,
    /// Where the bots run and log.
    pub folder: PathBuf,
}

impl ChaosOptions {
    fn has_postgres(&self) -> bool {
        self.database_url.starts_with("postgres")
    }
}

/// Makes a run and judges it.
pub async fn run(options: &ChaosOptions) -> anyhow::Result<ChaosReport> {
    anyhow::ensure!(
        options.has_postgres() || options.processes == 1,
        "SQLite takes one process; use PostgreSQL for more"
    );
    let start = Instant::now();
    let settings = Settings {
        // This Discord keeps every message, so that every search can succeed.
        messages_per_channel: usize::MAX,
        heartbeat: faults::HEARTBEAT,
        nonce_life: NONCE_LIFE,
        ..Settings::default()
    };
    let playground = Playground::start(settings).await.context("The playground can't be started")?;
    let hall = Arc::new(hall(options, &playground).await?);
    let looking = tokio::spawn(hall.onlooker.clone().keep_looking());
    let mut dice = StdRng::seed_from_u64(options.seed);
    let home = Home {
        playground: playground.clone(),
        database_url: options.database_url.clone(),
        database_file: store::file_of(&options.database_url),
        folder: options.folder.clone(),
        weather: Weather::new(dice.random()),
        link: Link::new(),
    };
    let storm = Storm {
        playground: playground.clone(),
        weather: home.weather.clone(),
        link: home.link.clone(),
        restart_database: options.restart_database.clone(),
    };
    let bots = Bots::start(home, options.processes).await?;
    let extent = Extent {
        has_postgres: options.has_postgres(),
        denies: options.denies,
        restarts: options.restart_database.is_some(),
        has_time: options.moves >= MANY_MOVES,
    };
    let plan = faults::plan(&mut dice, options.moves, options.kills, extent);
    let seeds: Vec<u64> = (0..options.matches).map(|_| dice.random()).collect();
    let player = |seed| Player { hall: Arc::clone(&hall), dice: StdRng::seed_from_u64(seed) }.run();
    let players: Vec<_> = seeds.into_iter().map(|it| tokio::spawn(player(it))).collect();
    let mut ordeal = Ordeal { options, hall: &hall, storm: &storm, bots, dice, end: start + BEGINNING };
    let suffered = ordeal.suffer(&plan).await;
    hall.is_over.store(true, Ordering::SeqCst);
    storm.calm();
    futures::future::join_all(players).await;
    let other_faults = suffered?;
    let stuck = ordeal.come_to_rest().await?;
    looking.abort();
    hall.onlooker.look(None).await;
    let kills = ordeal.bots.kills;
    drop(ordeal);
    playground.stop();
    Ok(ChaosReport {
        seed: options.seed,
        database: if options.has_postgres() { "PostgreSQL" } else { "SQLite" },
        processes: options.processes,
        kills,
        other_faults,
        spoiled_requests: storm.weather.spoiled(),
        outlived_requests: storm.weather.outlived(),
        matches: hall.history.accepted().len(),
        moves: hall.history.moves(),
        indeterminate: hall.history.indeterminate(),
        time: start.elapsed(),
        checks: checker::check(&hall, stuck).await?,
    })
}

async fn hall(options: &ChaosOptions, playground: &Playground) -> anyhow::Result<Hall> {
    let store = store::open(&options.database_url).await?;
    let first = checker::Matches::read(&*store).await?;
    anyhow::ensure!(first.readable.is_empty() && first.broken.is_empty(), "The database has matches; use an empty one");
    let people = Person::everybody(playground);
    let channels = Channels::open(playground);
    let onlooker = Onlooker::new(&people, channels.clone());
    let (history, is_over, has_changed_past) = (History::default(), false.into(), false.into());
    let database_url = options.database_url.clone();
    Ok(Hall { store, database_url, people, channels, onlooker, history, is_over, has_changed_past })
}

/// What can be disrupted around the bots.
struct Storm {
    playground: Playground,
    weather: Weather,
    link: Link,
    restart_database: Option<String>,
}

impl Storm {
    /// Stops all disruptions.
    fn calm(&self) {
        self.weather.set_bad(false);
        self.link.freeze(false);
        self.playground.set_outage(false);
        self.playground.set_deaf(false);
    }

    /// Carries out a fault completely, except kills and deletions.
    async fn play(&self, fault: Fault) -> anyhow::Result<()> {
        match fault {
            Fault::Kill(_) | Fault::Delete(_) | Fault::DeleteChannel => {}
            Fault::Hitch(hitch) => self.playground.hitch(hitch),
            Fault::Deafness(time) => {
                self.playground.set_deaf(true);
                tokio::time::sleep(time).await;
                self.playground.set_deaf(false);
            }
            Fault::Resend(count) => self.playground.resend_last_events(count),
            Fault::CutDatabase => self.link.cut(),
            Fault::Outage(time) => {
                self.playground.set_outage(true);
                tokio::time::sleep(time).await;
                self.playground.set_outage(false);
            }
            Fault::Deny(channel, time) => {
                self.playground.deny_posting(channel, true);
                tokio::time::sleep(time).await;
                self.playground.deny_posting(channel, false);
            }
            Fault::FreezeDatabase(time) => {
                self.link.freeze(true);
                tokio::time::sleep(time).await;
                self.link.freeze(false);
            }
            Fault::RestartDatabase => self.restart().await?,
        }
        Ok(())
    }

    async fn restart(&self) -> anyhow::Result<()> {
        let Some(command) = &self.restart_database else { return Ok(()) };
        let mut shell = tokio::process::Command::new("sh");
        let started = shell.args(["-c", command]).stdin(Stdio::null()).stdout(Stdio::null()).status();
        let status = started.await.with_context(|| format!("`{command}` can't be run"))?;
        anyhow::ensure!(status.success(), "`{command}` has failed: {status}");
        Ok(())
    }
}

/// A run under way, with everything that carries out its plan.
struct Ordeal<'a> {
    options: &'a ChaosOptions,
    hall: &'a Hall,
    storm: &'a Storm,
    bots: Bots,
    dice: StdRng,
    end: Instant,
}

impl Ordeal<'_> {
    /// Carries out the plan. Returns which faults there were besides kills.
    async fn suffer(&mut self, plan: &[Planned]) -> anyhow::Result<Tally> {
        self.until(1).await?;
        self.end = Instant::now() + self.options.limit;
        self.storm.weather.set_bad(true);
        let mut others = Tally::default();
        for Planned { after, fault } in plan {
            self.until(*after).await?;
            if self.is_late() {
                break;
            }
            tracing::info!(?fault, moves = self.hall.history.moves(), "a fault");
            match *fault {
                Fault::Kill(moment) => self.bots.replace(moment, &mut self.dice).await?,
                Fault::Delete(unwanted) => {
                    let chance = self.dice.random();
                    if moderator::delete(unwanted, chance, self.hall).await {
                        others.count(fault.kind());
                    }
                }
                Fault::DeleteChannel => {
                    self.hall.channels.delete_one(&self.storm.playground);
                    others.count(fault.kind());
                }
                other => {
                    self.storm.play(other).await?;
                    others.count(other.kind());
                }
            }
        }
        while self.hall.history.moves() < self.options.moves && !self.is_late() {
            self.until(self.options.moves).await?;
        }
        Ok(others)
    }

    fn is_late(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Waits until this many moves are accepted, or nothing has happened for a while.
    async fn until(&mut self, moves: u64) -> anyhow::Result<()> {
        let (mut last, mut since) = (self.hall.history.moves(), Instant::now());
        while last < moves && since.elapsed() < STANDSTILL && !self.is_late() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let now = self.hall.history.moves();
            if now > last {
                (last, since) = (now, Instant::now());
            }
            let ended = self.bots.revive().await?;
            if ended > 0 {
                tracing::warn!(ended, "bots have ended of their own accord");
            }
        }
        Ok(())
    }

    /// Waits until nothing is due anymore. Returns what is still due when the patience is used up.
    async fn come_to_rest(&mut self) -> anyhow::Result<Vec<String>> {
        let start = Instant::now();
        // By now the waits between retries are longer than the patience of a run, so the retries are made due now. This
        // may fail at first, while the database is starting.
        while store::testing::hurry(&self.options.database_url).await.is_err()
            && start.elapsed() < self.options.patience
        {
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        loop {
            self.bots.revive().await?;
            let undone = checker::undone(self.hall).await?;
            if undone.is_empty() {
                // The last messages may still make something due.
                tokio::time::sleep(LAST_LOOK).await;
            }
            let undone = if undone.is_empty() { checker::undone(self.hall).await? } else { undone };
            if undone.is_empty() || start.elapsed() > self.options.patience {
                return Ok(undone);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }
}

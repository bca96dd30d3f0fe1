//! `parlor chaos`: disrupts the bot's own processes, and judges the result. And the benchmark of the whole bot.
//!
//! Bots run as separate processes ([`bots`]) against a playground. People play ([`players`]) while a plan that follows
//! from the seed ([`plan`]) kills and disrupts ([`disruptions`]). Then the disruptions stop, and what was done and seen
//! ([`scene`]) is judged ([`judge`]).

pub mod bench;
mod bots;
mod database_proxy;
mod disruptions;
mod history;
mod judge;
mod kill_moments;
mod options;
mod person;
mod plan;
mod players;
mod report;
mod rest_proxy;
mod scene;
mod seen;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use playground::{Playground, Settings};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

use bots::Bots;
pub use options::ChaosOptions;
use plan::{Fault, PlannedFault};
use play::UserId;
use play::preferences::{Notices, Setting};
use players::Player;
pub use report::ChaosReport;
use report::Tally;
use rest_proxy::RestFaults;
use scene::{DIRECTLY_TOLD, Scene};

/// How long the first move may take.
const FIRST_MOVE_TIMEOUT: Duration = Duration::from_secs(60);

/// How long nothing may happen before the next fault comes anyway.
const STANDSTILL_TIMEOUT: Duration = Duration::from_secs(15);

/// How long Discord remembers a nonce here: a little longer than the bot relies on.
const NONCE_LIFE: Duration = Duration::from_secs(80);

/// How long a change of a thread's title counts here: the title of a match that is over, or of a rematch, is set once
/// Discord takes it, and that would take longer than a run.
const RENAME_WINDOW: Duration = Duration::from_secs(2);

/// A minute of rest here: the threads of matches that are over are archived after some seconds, as if it were an hour.
const REST_MINUTE: Duration = Duration::from_millis(50);

/// How long it may take until the last messages are seen.
const LAST_LOOK: Duration = Duration::from_secs(2);

/// Makes a run and judges it; an error if the options don't go together, or if the run itself has failed.
pub async fn run(options: &ChaosOptions) -> anyhow::Result<ChaosReport> {
    let &ChaosOptions { seed, processes, workers, shards, .. } = options;
    anyhow::ensure!(options.has_postgres() || processes == 1, "SQLite takes one process; use PostgreSQL for more");
    anyhow::ensure!(shards >= 1 && processes >= workers + shards, "Each shard needs a process that is no worker");
    let start = Instant::now();
    let scene = Arc::new(set_scene(options).await?);
    let onlooker = Arc::clone(&scene);
    let looking = tokio::spawn(async move { onlooker.keep_looking().await });
    let mut dice = StdRng::seed_from_u64(seed);
    let mut bots = Bots::new(options, &scene.playground, RestFaults::new(dice.random()));
    for number in 0..processes {
        bots.start((number < processes - workers).then_some(number % shards)).await?;
    }
    let plan = plan::plan(&mut dice, options);
    let seeds: Vec<u64> = (0..options.matches).map(|_| dice.random()).collect();
    let player = |seed| Player { scene: Arc::clone(&scene), dice: StdRng::seed_from_u64(seed) }.run();
    let players: Vec<_> = seeds.into_iter().map(|it| tokio::spawn(player(it))).collect();

    let mut chaos = ChaosRun { options, scene: &scene, bots, dice, end: start + FIRST_MOVE_TIMEOUT, ended: 0 };
    let carried_out = chaos.carry_out(&plan).await;
    scene.end();
    disruptions::stop(&scene, &chaos.bots);
    futures::future::join_all(players).await;
    let other_faults = carried_out?;
    let undone = chaos.wait_until_nothing_is_due().await?;
    looking.abort();
    scene.look_at_everything().await;

    let evidence = judge::Evidence::collect(&scene, undone, &options.folder).await?;
    let mut report = ChaosReport::new(evidence.judge());
    report.add("seed", seed);
    report.add("database", if options.has_postgres() { "PostgreSQL" } else { "SQLite" });
    report.add("processes at a time", processes);
    report.add("workers among them", workers);
    report.add("shards", shards);
    report.add("time", format_args!("{} s", start.elapsed().as_secs()));
    report.add("kills", chaos.bots.kills);
    report.add("bots that ended by themselves", chaos.ended);
    report.add_all("other faults", &other_faults);
    report.add_all("spoiled requests", &chaos.bots.rest_faults.spoiled());
    let history = scene.history.lock().clone();
    report.add("matches", history.accepted.len());
    report.add("accepted moves", history.moves);
    report.add("moves whose fate was unknown for a while", history.indeterminate);
    let mut offers = Tally::default();
    history.offers.values().for_each(|kind| offers.count(kind.name()));
    report.add_all("offers", &offers);
    report.add("prepared replies", history.prepared);
    drop(chaos);
    scene.playground.stop();
    Ok(report)
}

/// Starts a Discord in which nothing has happened yet, and opens the database.
async fn set_scene(options: &ChaosOptions) -> anyhow::Result<Scene> {
    let settings = Settings {
        // This Discord keeps every message, so that every search can succeed.
        messages_per_channel: usize::MAX,
        heartbeat: plan::HEARTBEAT,
        nonce_life: NONCE_LIFE,
        rename_window: RENAME_WINDOW,
        rest_minute: REST_MINUTE,
        ..Settings::default()
    };
    let playground = Playground::start(settings).await.context("The playground can't be started")?;
    let store = store::open(&options.database_url).await?;
    let (readable, broken) = judge::read_matches(&*store).await?;
    anyhow::ensure!(readable.is_empty() && broken.is_empty(), "The database has matches; use an empty one");
    store.set_preference(UserId(DIRECTLY_TOLD), Setting::Notices(Notices::Direct), scene::now()).await?;
    Ok(Scene::new(playground, store, options.database_url.clone()))
}

/// A run under way, with everything that carries out its plan.
struct ChaosRun<'a> {
    options: &'a ChaosOptions,
    scene: &'a Scene,
    bots: Bots<'a>,
    dice: StdRng,
    end: Instant,
    /// How many bots have ended of their own accord.
    ended: usize,
}

impl ChaosRun<'_> {
    /// Carries out the plan. Returns which faults there were besides kills.
    async fn carry_out(&mut self, plan: &[PlannedFault]) -> anyhow::Result<Tally> {
        self.wait_for_moves(1).await?;
        self.end = Instant::now() + self.options.limit;
        self.bots.rest_faults.is_on.store(true, Ordering::SeqCst);
        let mut others = Tally::default();
        for &PlannedFault { after, fault } in plan {
            self.wait_for_moves(after).await?;
            if self.is_late() {
                break;
            }
            tracing::info!(?fault, moves = self.scene.history.lock().moves, "a fault");
            let restart = self.options.restart_database.as_deref();
            let was_possible = disruptions::cause(fault, self.scene, &mut self.bots, &mut self.dice, restart).await?;
            match fault {
                Fault::Hitch(hitch) => others.count(format!("{hitch:?}")),
                fault if was_possible && !matches!(fault, Fault::Kill(_)) => others.count_name(&fault),
                _ => {}
            }
        }
        while self.scene.history.lock().moves < self.options.moves && !self.is_late() {
            self.wait_for_moves(self.options.moves).await?;
        }
        Ok(others)
    }

    fn is_late(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Waits until this many moves are accepted, or nothing has happened for a while.
    async fn wait_for_moves(&mut self, moves: u64) -> anyhow::Result<()> {
        let (mut last, mut since) = (self.scene.history.lock().moves, Instant::now());
        while last < moves && since.elapsed() < STANDSTILL_TIMEOUT && !self.is_late() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let now = self.scene.history.lock().moves;
            if now > last {
                (last, since) = (now, Instant::now());
            }
            let ended = self.bots.revive().await?;
            if ended > 0 {
                tracing::warn!(ended, "bots have ended of their own accord");
                self.ended += ended;
            }
        }
        Ok(())
    }

    /// Waits until nothing is due anymore. Returns what is still due when the patience is used up.
    async fn wait_until_nothing_is_due(&mut self) -> anyhow::Result<Vec<String>> {
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
            let mut undone = judge::undone(self.scene).await?;
            if undone.is_empty() {
                // The last messages may still make something due.
                tokio::time::sleep(LAST_LOOK).await;
                undone = judge::undone(self.scene).await?;
            }
            if undone.is_empty() || start.elapsed() > self.options.patience {
                return Ok(undone);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }
}

//! `parlor chaos`: disrupts the bot's own processes, and judges the result.
//!
//! Bots run as separate processes ([`bots`]) against a playground. People play ([`players`]) while a plan that follows
//! from the seed ([`disruptions`]) kills and disrupts. Then the disruptions stop, and what was done and seen ([`scene`])
//! is judged ([`judge`]).

pub mod bench;
mod bots;
mod disruptions;
mod judge;
mod players;
mod report;
mod scene;
mod tally;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use jiff::Timestamp;
use playground::{Playground, Settings};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};

pub(crate) use bots::{BotProcess, BotSettings};
use bots::{Bots, CommonSettings, Crew};
use disruptions::{DatabaseFaults, Disruptions, Fault, PlannedFault, PossibleFaults, RestFaults, moderator, plan};
use play::UserId;
use play::preferences::{Notices, Setting};
use players::Player;
pub use report::ChaosReport;
use scene::{Channels, DIRECTLY_TOLD, History, Onlooker, Scene};
pub(crate) use scene::{Person, SeenMessage};
use tally::Tally;

/// This machine's time of day.
#[expect(clippy::disallowed_methods, reason = "the judge compares with what the machine says")]
fn now() -> Timestamp {
    Timestamp::now()
}

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
    /// How many of them are workers, which hear nothing.
    pub workers: usize,
    /// Into how many shards the others divide what there is to hear.
    pub shards: usize,
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
    fn crew(&self) -> Crew {
        Crew { processes: self.processes, workers: self.workers, shards: self.shards }
    }

    /// Refuses numbers of processes that do not go together.
    fn check(&self) -> anyhow::Result<()> {
        anyhow::ensure!(
            self.has_postgres() || self.processes == 1,
            "SQLite takes one process; use PostgreSQL for more"
        );
        anyhow::ensure!(
            self.shards >= 1 && self.processes >= self.workers + self.shards,
            "Each shard needs a process that is no worker"
        );
        Ok(())
    }

    fn possible_faults(&self) -> PossibleFaults {
        PossibleFaults {
            has_postgres: self.has_postgres(),
            denies: self.denies,
            restarts: self.restart_database.is_some(),
            has_time: self.moves >= MANY_MOVES,
        }
    }

    fn has_postgres(&self) -> bool {
        self.database_url.starts_with("postgres")
    }
}

/// Makes a run and judges it.
pub async fn run(options: &ChaosOptions) -> anyhow::Result<ChaosReport> {
    options.check()?;
    let start = Instant::now();
    let playground = start_playground().await?;
    let scene = Arc::new(set_scene(options, &playground).await?);
    let looking = tokio::spawn(scene.onlooker.clone().keep_looking());
    let mut dice = StdRng::seed_from_u64(options.seed);
    let common = CommonSettings {
        playground: playground.clone(),
        database_url: options.database_url.clone(),
        database_file: store::file_of(&options.database_url),
        folder: options.folder.clone(),
        rest_faults: RestFaults::new(dice.random()),
        database_faults: DatabaseFaults::new(),
    };
    let disruptions = Disruptions {
        playground: playground.clone(),
        rest_faults: common.rest_faults.clone(),
        database_faults: common.database_faults.clone(),
        restart_database: options.restart_database.clone(),
    };
    let bots = Bots::start(common, options.crew()).await?;
    let plan = plan::plan(&mut dice, options.moves, options.kills, options.possible_faults());
    let seeds: Vec<u64> = (0..options.matches).map(|_| dice.random()).collect();
    let player = |seed| Player { scene: Arc::clone(&scene), dice: StdRng::seed_from_u64(seed) }.run();
    let players: Vec<_> = seeds.into_iter().map(|it| tokio::spawn(player(it))).collect();
    let mut chaos = ChaosRun {
        options,
        scene: &scene,
        disruptions: &disruptions,
        bots,
        dice,
        end: start + FIRST_MOVE_TIMEOUT,
        ended: 0,
    };
    let carried_out = chaos.carry_out(&plan).await;
    scene.is_over.store(true, Ordering::SeqCst);
    disruptions.stop();
    futures::future::join_all(players).await;
    let other_faults = carried_out?;
    let stuck = chaos.wait_until_nothing_is_due().await?;
    looking.abort();
    scene.onlooker.look(None).await;
    let (kills, ended) = (chaos.bots.kills, chaos.ended);
    drop(chaos);
    playground.stop();
    Ok(ChaosReport {
        seed: options.seed,
        database: if options.has_postgres() { "PostgreSQL" } else { "SQLite" },
        processes: options.processes,
        workers: options.workers,
        shards: options.shards,
        kills,
        ended,
        other_faults,
        spoiled_requests: disruptions.rest_faults.spoiled(),
        outlived_requests: disruptions.rest_faults.outlived(),
        matches: scene.history.accepted().len(),
        moves: scene.history.moves(),
        indeterminate: scene.history.indeterminate(),
        offers: offers(&scene),
        prepared: scene.history.prepared(),
        time: start.elapsed(),
        checks: judge::check(&scene, stuck, &options.folder).await?,
    })
}

fn offers(scene: &Scene) -> Tally {
    let mut offers = Tally::default();
    scene.history.offers().values().for_each(|kind| offers.count(kind.name()));
    offers
}

async fn start_playground() -> anyhow::Result<Playground> {
    let settings = Settings {
        // This Discord keeps every message, so that every search can succeed.
        messages_per_channel: usize::MAX,
        heartbeat: plan::HEARTBEAT,
        nonce_life: NONCE_LIFE,
        rename_window: RENAME_WINDOW,
        rest_minute: REST_MINUTE,
        ..Settings::default()
    };
    Playground::start(settings).await.context("The playground can't be started")
}

async fn set_scene(options: &ChaosOptions, playground: &Playground) -> anyhow::Result<Scene> {
    let store = store::open(&options.database_url).await?;
    let first = judge::Matches::read(&*store).await?;
    anyhow::ensure!(first.readable.is_empty() && first.broken.is_empty(), "The database has matches; use an empty one");
    let directly = Setting::Notices(Notices::Direct);
    store.set_preference(UserId(DIRECTLY_TOLD), directly, now()).await?;
    let people = Person::everybody(playground);
    let channels = Channels::open(playground);
    let onlooker = Onlooker::new(&people, channels.clone());
    let (history, is_over, has_changed_past) = (History::default(), false.into(), false.into());
    let database_url = options.database_url.clone();
    Ok(Scene { store, database_url, people, channels, onlooker, history, is_over, has_changed_past })
}

/// A run under way, with everything that carries out its plan.
struct ChaosRun<'a> {
    options: &'a ChaosOptions,
    scene: &'a Scene,
    disruptions: &'a Disruptions,
    bots: Bots,
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
        self.disruptions.rest_faults.set_on(true);
        let mut others = Tally::default();
        for PlannedFault { after, fault } in plan {
            self.wait_for_moves(*after).await?;
            if self.is_late() {
                break;
            }
            tracing::info!(?fault, moves = self.scene.history.moves(), "a fault");
            match *fault {
                Fault::Kill(moment) => self.bots.replace(moment, &mut self.dice).await?,
                Fault::Delete(kind) => {
                    let chance = self.dice.random();
                    if moderator::delete(kind, chance, self.scene).await {
                        others.count(fault.kind());
                    }
                }
                Fault::DeleteChannel => {
                    self.scene.channels.delete_one();
                    others.count(fault.kind());
                }
                Fault::Thread(what, chance) => {
                    if moderator::disturb_thread(what, chance, self.scene).await {
                        others.count(fault.kind());
                    }
                }
                other => {
                    if let Fault::Leave(person, time) = other {
                        #[expect(clippy::disallowed_methods, reason = "a run takes place in real time")]
                        self.scene.history.leave(person, jiff::Timestamp::now(), time);
                    }
                    self.disruptions.cause(other).await?;
                    others.count(other.kind());
                }
            }
        }
        while self.scene.history.moves() < self.options.moves && !self.is_late() {
            self.wait_for_moves(self.options.moves).await?;
        }
        Ok(others)
    }

    fn is_late(&self) -> bool {
        Instant::now() >= self.end
    }

    /// Waits until this many moves are accepted, or nothing has happened for a while.
    async fn wait_for_moves(&mut self, moves: u64) -> anyhow::Result<()> {
        let (mut last, mut since) = (self.scene.history.moves(), Instant::now());
        while last < moves && since.elapsed() < STANDSTILL_TIMEOUT && !self.is_late() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            let now = self.scene.history.moves();
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
            let undone = judge::undone(self.scene).await?;
            if undone.is_empty() {
                // The last messages may still make something due.
                tokio::time::sleep(LAST_LOOK).await;
            }
            let undone = if undone.is_empty() { judge::undone(self.scene).await? } else { undone };
            if undone.is_empty() || start.elapsed() > self.options.patience {
                return Ok(undone);
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }
}

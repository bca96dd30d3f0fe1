//! The bots: processes of this program that are killed and started again.

mod process;

use std::path::PathBuf;
use std::time::Duration;

use playground::Playground;
use rand::Rng as _;
use rand::rngs::StdRng;

use crate::disruptions::{DatabaseFaults, Moment, RestFaults, Tripwire, database_proxy, rest_proxy, wal};

pub(crate) use process::{BotProcess, BotSettings};

/// How long to wait for a process to reach the instant at which it is to be killed.
const TRIPWIRE_TIMEOUT: Duration = Duration::from_secs(2);

/// What all bots have in common.
pub(crate) struct CommonSettings {
    pub playground: Playground,
    pub database_url: String,
    /// The database file, if the database is one.
    pub database_file: Option<PathBuf>,
    /// Where they run and log.
    pub folder: PathBuf,
    pub rest_faults: RestFaults,
    pub database_faults: DatabaseFaults,
}

/// What a process does.
#[derive(Debug, Clone, Copy)]
enum Role {
    /// It serves one of the bot's shards.
    Gateway { shard: usize, total: usize },
    /// It does what is due, and hears nothing.
    Worker,
}

impl Role {
    fn command(self) -> &'static str {
        match self {
            Self::Gateway { .. } => "run",
            Self::Worker => "worker",
        }
    }

    /// As in `PARLOR_SHARDS`.
    fn shards(self) -> String {
        match self {
            Self::Gateway { shard, total } => format!("{shard}/{total}"),
            Self::Worker => String::new(),
        }
    }
}

/// Which processes run at a time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crew {
    pub processes: usize,
    /// How many of them are workers.
    pub workers: usize,
    /// Into how many shards the others divide the events; several may serve the same one.
    pub shards: usize,
}

impl Crew {
    fn roles(self) -> impl Iterator<Item = Role> {
        let gateways = self.processes.saturating_sub(self.workers);
        let gateway = move |number| Role::Gateway { shard: number % self.shards, total: self.shards };
        (0..gateways).map(gateway).chain(std::iter::repeat_n(Role::Worker, self.workers))
    }
}

/// A running bot.
struct Bot {
    role: Role,
    process: BotProcess,
    tripwire: Tripwire,
}

/// The running bots; dropping this ends them.
pub(crate) struct Bots {
    common: CommonSettings,
    running: Vec<Bot>,
    started: usize,
    pub kills: usize,
}

impl Bots {
    /// Starts the bots, each with proxies of its own.
    pub async fn start(common: CommonSettings, crew: Crew) -> anyhow::Result<Self> {
        let mut bots = Self { common, running: Vec::new(), started: 0, kills: 0 };
        for role in crew.roles() {
            bots.start_one(role).await?;
        }
        Ok(bots)
    }

    async fn start_one(&mut self, role: Role) -> anyhow::Result<()> {
        let CommonSettings { playground, database_url, folder, rest_faults, database_faults, .. } = &self.common;
        let tripwire = Tripwire::default();
        let api_base = rest_proxy::open(playground.url(), rest_faults.clone(), tripwire.clone()).await?;
        let database_url = match database_url.starts_with("postgres") {
            true => database_proxy::open(database_url, database_faults.clone(), tripwire.clone()).await?,
            false => database_url.clone(),
        };
        self.started += 1;
        let shards = role.shards();
        let process = BotProcess::start(&BotSettings {
            command: role.command(),
            discord: playground,
            api_base: &api_base,
            database_url: &database_url,
            folder,
            log: &format!("bot-{}.log", self.started),
            environment: &[
                ("PARLOR_ENGINE_THREADS", "1"),
                ("PARLOR_ENGINE_HASH_MB", "8"),
                ("PARLOR_SHARDS", shards.as_str()),
            ],
            cores: None,
        })?;
        self.running.push(Bot { role, process, tripwire });
        Ok(())
    }

    /// Kills a bot at that instant, and starts another one in its role. If several may run at once, the new one
    /// sometimes starts first.
    pub async fn replace(&mut self, moment: Moment, dice: &mut StdRng) -> anyhow::Result<()> {
        let several = self.running.len() > 1;
        let victim = dice.random_range(0..self.running.len());
        let pause = Duration::from_millis(dice.random_range(0..1500));
        let overlaps = several && dice.random_bool(0.5);
        let role = self.running[victim].role;
        if overlaps {
            self.start_one(role).await?;
            tokio::time::sleep(pause).await;
        }
        let mut bot = self.running.remove(victim);
        match (moment, &self.common.database_file) {
            (Moment::DuringCommit, Some(file)) => wal::wait_for_write(file, TRIPWIRE_TIMEOUT).await,
            _ => bot.tripwire.wait(moment, TRIPWIRE_TIMEOUT).await,
        }
        bot.process.kill();
        self.kills += 1;
        if !overlaps {
            tokio::time::sleep(pause).await;
            self.start_one(role).await?;
        }
        Ok(())
    }

    /// Replaces the bots that have ended without being killed, and returns their number.
    pub async fn revive(&mut self) -> anyhow::Result<usize> {
        let mut ended = Vec::new();
        self.running.retain_mut(|it| {
            let is_running = it.process.is_running();
            ended.extend((!is_running).then_some(it.role));
            is_running
        });
        for role in &ended {
            self.start_one(*role).await?;
        }
        Ok(ended.len())
    }
}

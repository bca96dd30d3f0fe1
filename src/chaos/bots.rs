//! The bots: processes of this program that are killed and started again.

use std::path::PathBuf;
use std::time::Duration;

use playground::Playground;
use rand::Rng as _;
use rand::rngs::StdRng;

use super::database_proxy::{self, DatabaseFaults};
use super::process::{BotProcess, BotSettings};
use super::rest_proxy::{self, RestFaults};
use super::tripwire::{Moment, Tripwire};
use super::wal;

/// How long to wait for a process to reach the instant at which it is to be killed.
const TRIPWIRE_TIMEOUT: Duration = Duration::from_secs(2);

/// What all bots have in common.
pub(super) struct CommonSettings {
    pub playground: Playground,
    pub database_url: String,
    /// The database file, if the database is one.
    pub database_file: Option<PathBuf>,
    /// Where they run and log.
    pub folder: PathBuf,
    pub rest_faults: RestFaults,
    pub database_faults: DatabaseFaults,
}

/// A running bot.
struct Bot {
    process: BotProcess,
    tripwire: Tripwire,
}

/// The running bots; dropping this ends them.
pub(super) struct Bots {
    common: CommonSettings,
    running: Vec<Bot>,
    started: usize,
    pub kills: usize,
}

impl Bots {
    /// Starts so many bots, each with proxies of its own.
    pub async fn start(common: CommonSettings, count: usize) -> anyhow::Result<Self> {
        let mut bots = Self { common, running: Vec::new(), started: 0, kills: 0 };
        for _ in 0..count {
            bots.start_one().await?;
        }
        Ok(bots)
    }

    async fn start_one(&mut self) -> anyhow::Result<()> {
        let CommonSettings { playground, database_url, folder, rest_faults, database_faults, .. } = &self.common;
        let tripwire = Tripwire::default();
        let api_base = rest_proxy::open(playground.url(), rest_faults.clone(), tripwire.clone()).await?;
        let database_url = match database_url.starts_with("postgres") {
            true => database_proxy::open(database_url, database_faults.clone(), tripwire.clone()).await?,
            false => database_url.clone(),
        };
        self.started += 1;
        let process = BotProcess::start(&BotSettings {
            discord: playground,
            api_base: &api_base,
            database_url: &database_url,
            folder,
            log: &format!("bot-{}.log", self.started),
            environment: &[("PARLOR_ENGINE_THREADS", "1"), ("PARLOR_ENGINE_HASH_MB", "8")],
        })?;
        self.running.push(Bot { process, tripwire });
        Ok(())
    }

    /// Kills a bot at that instant, and starts another one in its place. If several may run at once, the new one
    /// sometimes starts first.
    pub async fn replace(&mut self, moment: Moment, dice: &mut StdRng) -> anyhow::Result<()> {
        let several = self.running.len() > 1;
        let victim = dice.random_range(0..self.running.len());
        let pause = Duration::from_millis(dice.random_range(0..1500));
        let overlaps = several && dice.random_bool(0.5);
        if overlaps {
            self.start_one().await?;
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
            self.start_one().await?;
        }
        Ok(())
    }

    /// Replaces the bots that have ended without being killed, and returns their number.
    pub async fn revive(&mut self) -> anyhow::Result<usize> {
        let before = self.running.len();
        self.running.retain_mut(|it| it.process.is_running());
        let ended = before - self.running.len();
        for _ in 0..ended {
            self.start_one().await?;
        }
        Ok(ended)
    }
}

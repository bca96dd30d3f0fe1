//! The bots: processes of this program that are killed and started again.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use playground::Playground;
use rand::Rng as _;
use rand::rngs::StdRng;

use super::database_proxy::{self, DatabaseFaults};
use super::kill_moments::{Moment, Tripwire, wait_for_write};
use super::options::ChaosOptions;
use super::rest_proxy::{self, RestFaults};

/// How long to wait for a process to reach the instant at which it is to be killed.
const TRIPWIRE_TIMEOUT: Duration = Duration::from_secs(2);

/// The settings of a bot that is a process of its own.
pub(crate) struct BotSettings<'a> {
    /// The command of this program that it runs.
    pub command: &'a str,
    pub discord: &'a Playground,
    /// Discord's REST API: the playground itself, or a proxy before it.
    pub api_base: &'a str,
    pub database_url: &'a str,
    pub folder: &'a Path,
    /// The name of its log file in that folder.
    pub log: &'a str,
    /// Further environment variables.
    pub environment: &'a [(&'a str, &'a str)],
}

/// A running bot: this program, started once more. Dropping this ends it.
pub(crate) struct BotProcess(Child);

impl BotProcess {
    /// Starts a bot, which writes its log to a new file; an error if either can't be done. It may take a while until
    /// the bot is ready.
    pub fn start(settings: &BotSettings<'_>) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("This program doesn't know where it is")?;
        let log = settings.folder.join(settings.log);
        let log = File::create(&log).with_context(|| format!("{} can't be written", log.display()))?;
        let process = Command::new(program)
            .arg(settings.command)
            .env("DISCORD_TOKEN", settings.discord.token())
            .env("DISCORD_API_BASE", settings.api_base)
            .env("DATABASE_URL", settings.database_url)
            // The people here ask faster than Discord would let a bot answer.
            .env("PARLOR_REQUESTS_PER_SECOND", u16::MAX.to_string())
            .env("PARLOR_COMMANDS_PER_MINUTE", "1000000")
            .env("PARLOR_ENGINE_PAUSES", "off")
            .env("PARLOR_MATCHES_AGAINST_BOT", "10000")
            .env("PARLOR_MATCHES_PER_PERSON", "10000")
            .env("PARLOR_MATCHES_PER_CHANNEL", "10000")
            .env("PARLOR_MATCHES_PER_SERVER", "10000")
            .env("PARLOR_CHALLENGES_PER_DAY", "1000000")
            .env_remove("PARLOR_HTTP_ADDR")
            .env_remove("PARLOR_SHARDS")
            .env("NO_COLOR", "1")
            .envs(settings.environment.iter().copied())
            .current_dir(settings.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::from(log))
            .spawn()
            .context("A bot can't be started")?;
        Ok(Self(process))
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Whether the process has not ended yet.
    fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        // It may have ended already, which is fine.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A bot with a tripwire around it. It serves one of the shards, or is a worker, which hears nothing.
struct Bot {
    shard: Option<usize>,
    process: BotProcess,
    tripwire: Tripwire,
}

/// The running bots; dropping this ends them.
pub(crate) struct Bots<'a> {
    options: &'a ChaosOptions,
    discord: &'a Playground,
    pub rest_faults: Arc<RestFaults>,
    pub database_faults: DatabaseFaults,
    running: Vec<Bot>,
    started: usize,
    pub kills: usize,
}

impl<'a> Bots<'a> {
    /// No bots yet.
    pub fn new(options: &'a ChaosOptions, discord: &'a Playground, rest_faults: RestFaults) -> Self {
        let (rest_faults, database_faults) = (Arc::new(rest_faults), DatabaseFaults::default());
        Self { options, discord, rest_faults, database_faults, running: Vec::new(), started: 0, kills: 0 }
    }

    /// Starts one more bot with proxies of its own. It serves that shard; without one, it is a worker.
    pub async fn start(&mut self, shard: Option<usize>) -> anyhow::Result<()> {
        let tripwire = Tripwire::default();
        let api_base = rest_proxy::open(self.discord.url(), Arc::clone(&self.rest_faults), tripwire.clone()).await?;
        let ChaosOptions { database_url, folder, shards, .. } = self.options;
        let database_url = match self.options.has_postgres() {
            true => database_proxy::open(database_url, self.database_faults.clone(), tripwire.clone()).await?,
            false => database_url.clone(),
        };
        self.started += 1;
        let shards = shard.map_or_else(String::new, |it| format!("{it}/{shards}"));
        let process = BotProcess::start(&BotSettings {
            command: if shard.is_some() { "run" } else { "worker" },
            discord: self.discord,
            api_base: &api_base,
            database_url: &database_url,
            folder,
            log: &format!("bot-{}.log", self.started),
            environment: &[
                ("PARLOR_ENGINE_THREADS", "1"),
                ("PARLOR_ENGINE_HASH_MB", "8"),
                ("PARLOR_SHARDS", shards.as_str()),
            ],
        })?;
        self.running.push(Bot { shard, process, tripwire });
        Ok(())
    }

    /// Kills a bot at that instant, and starts another one in its place. If several may run at once, the new one
    /// sometimes starts first.
    pub async fn replace(&mut self, moment: Moment, dice: &mut StdRng) -> anyhow::Result<()> {
        let victim = dice.random_range(0..self.running.len());
        let pause = Duration::from_millis(dice.random_range(0..1500));
        let overlaps = self.running.len() > 1 && dice.random_bool(0.5);
        let shard = self.running[victim].shard;
        if overlaps {
            self.start(shard).await?;
            tokio::time::sleep(pause).await;
        }
        let bot = self.running.remove(victim);
        match store::file_of(&self.options.database_url).filter(|_| moment == Moment::DuringCommit) {
            Some(file) => wait_for_write(&file, TRIPWIRE_TIMEOUT).await,
            None => bot.tripwire.wait(moment, TRIPWIRE_TIMEOUT).await,
        }
        drop(bot);
        self.kills += 1;
        if !overlaps {
            tokio::time::sleep(pause).await;
            self.start(shard).await?;
        }
        Ok(())
    }

    /// Replaces the bots that have ended without being killed, and returns their number.
    pub async fn revive(&mut self) -> anyhow::Result<usize> {
        let ended: Vec<Bot> = self.running.extract_if(.., |it| !it.process.is_running()).collect();
        for bot in &ended {
            self.start(bot.shard).await?;
        }
        Ok(ended.len())
    }
}

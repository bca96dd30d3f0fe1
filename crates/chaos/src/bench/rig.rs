//! A playground with bots in it, as processes of their own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::cores::Cores;
use crate::{BotProcess, BotSettings};
use playground::{Playground, Recorded, Settings, ids};

/// How long anything may take before a benchmark gives up.
const WAIT_TIMEOUT: Duration = Duration::from_secs(60);

/// How often it is looked for what has come.
const POLL_INTERVAL: Duration = Duration::from_micros(500);

/// How many channels there are. A bot shows what is owed in one of them at most five at a time.
const CHANNELS: usize = 40;

/// How many rigs there were.
static RIGS: AtomicU32 = AtomicU32::new(0);

/// A playground, some bots, and their database.
pub(super) struct Rig {
    pub discord: Playground,
    pub bots: Vec<BotProcess>,
    /// Where people play.
    pub channels: Vec<u64>,
    pub database_url: String,
    /// Those of the bots; any if `None`.
    pub cores: Option<Cores>,
    folder: PathBuf,
}

impl Rig {
    /// A rig without bots; with a new file of SQLite, unless there is another database.
    pub(super) async fn new(database_url: Option<&str>) -> anyhow::Result<Self> {
        let folder = std::env::temp_dir().join(format!("parlor-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).with_context(|| format!("{} can't be created", folder.display()))?;
        let number = RIGS.fetch_add(1, Ordering::Relaxed);
        let file = || format!("sqlite://{}/bench-{number}.db", folder.display());
        let database_url = database_url.map_or_else(file, str::to_owned);
        store::open(&database_url).await?;
        let discord = Playground::start(Settings::default()).await.context("The playground can't be started")?;
        let opened = (1..CHANNELS).map(|it| discord.open_channel(&format!("games-{it}")));
        let channels = [ids::GAMES].into_iter().chain(opened).collect();
        Ok(Self { discord, bots: Vec::new(), channels, database_url, cores: None, folder })
    }

    /// One more bot begins.
    pub(super) fn start_bot(&mut self) -> anyhow::Result<()> {
        self.bots.push(BotProcess::start(&BotSettings {
            command: "run",
            discord: &self.discord,
            api_base: &self.discord.url(),
            database_url: &self.database_url,
            folder: &self.folder,
            log: &format!("bot-{}.log", self.bots.len() + 1),
            environment: &[],
            cores: self.cores.as_ref().map(|it| it.of(self.bots.len())),
        })?);
        Ok(())
    }

    /// The first request since the first `seen` that is what is looked for.
    pub(super) async fn request(&self, seen: usize, is_meant: impl Fn(&Recorded) -> bool) -> anyhow::Result<Recorded> {
        let start = Instant::now();
        while start.elapsed() < WAIT_TIMEOUT {
            if let Some(found) = self.discord.requests_since(seen).into_iter().find(&is_meant) {
                return Ok(found);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        anyhow::bail!("The bot did not do in {WAIT_TIMEOUT:?} what was waited for")
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        self.bots.clear();
        self.discord.stop();
        // What is left in the temporary folder is the system's to clear.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Linux counts in hundredths of a second, whatever the machine.
const TICK: Duration = Duration::from_millis(10);

/// For how long all cores of the machine together had something to do since it started, and for how long in all, where
/// the system tells (Linux). Time that a virtual machine did not get counts as busy.
pub(super) fn machine_time() -> Option<(Duration, Duration)> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    // user, nice, system, idle, iowait, irq, softirq, steal; then the guests, whose time is in the first two.
    let ticks: Vec<u64> = text.lines().next()?.split_whitespace().skip(1).take(8).flat_map(str::parse).collect();
    let (all, idle) = (ticks.iter().sum::<u64>(), ticks.get(3)? + ticks.get(4)?);
    Some((TICK.mul_f64((all - idle) as f64), TICK.mul_f64(all as f64)))
}

/// How much time of a core it has used, where the system tells (Linux).
pub(super) fn cpu_time(bot: &BotProcess) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{}/stat", bot.id())).ok()?;
    // The name of the program stands in brackets, and may have spaces.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<u32>().ok();
    Some(TICK * (ticks(11)? + ticks(12)?))
}

/// How much memory it holds, in MiB, where the system tells (Linux).
pub(super) fn memory_mib(bot: &BotProcess) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{}/status", bot.id())).ok()?;
    let line = text.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<f64>().ok()? / 1024.0)
}

//! A playground with bots in it, as processes of their own, and what they take: cores, time, and memory.

use std::time::{Duration, Instant};

use anyhow::Context as _;
use tempfile::TempDir;

use crate::bots::{BotProcess, BotSettings};
use crate::scene::now;
use crate::seen::BoardName;
use play::ports::{MatchLimits, Release};
use play::{ChannelId, GuildId, NewMatch, Place, Seat, UserId};
use playground::{Playground, Recorded, Settings, ids};

/// How long anything may take before a benchmark gives up.
const WAIT_TIMEOUT: Duration = Duration::from_secs(60);

/// How often it is looked for what has come.
const POLL_INTERVAL: Duration = Duration::from_micros(500);

/// How many channels there are. A bot shows what is owed in one of them at most five at a time.
const CHANNELS: usize = 40;

/// A playground, some bots, and their database.
pub(super) struct Rig {
    pub discord: Playground,
    pub bots: Vec<BotProcess>,
    /// Where people play.
    pub channels: Vec<u64>,
    pub database_url: String,
    folder: TempDir,
}

impl Rig {
    /// A rig without bots; with a new file of SQLite, unless there is another database.
    pub(super) async fn new(database_url: Option<&str>) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("There's no folder for temporary files")?;
        let file = || format!("sqlite://{}", folder.path().join("bench.db").display());
        let database_url = database_url.map_or_else(file, str::to_owned);
        store::open(&database_url).await?;
        let discord = Playground::start(Settings::default()).await.context("The playground can't be started")?;
        let opened = (1..CHANNELS).map(|it| discord.open_channel(&format!("games-{it}")));
        let channels = [ids::GAMES].into_iter().chain(opened).collect();
        Ok(Self { discord, bots: Vec::new(), channels, database_url, folder })
    }

    /// One more bot begins.
    pub(super) fn start_bot(&mut self) -> anyhow::Result<()> {
        self.start_bot_with(&[])
    }

    /// One more bot begins, which finds something more in its environment.
    pub(super) fn start_bot_with(&mut self, environment: &[(&str, &str)]) -> anyhow::Result<()> {
        self.bots.push(BotProcess::start(&BotSettings {
            command: "run",
            discord: &self.discord,
            api_base: &self.discord.url(),
            database_url: &self.database_url,
            folder: self.folder.path(),
            log: &format!("bot-{}.log", self.bots.len() + 1),
            environment,
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
    }
}

/// Linux counts in hundredths of a second, whatever the machine.
const TICK: Duration = Duration::from_millis(10);

/// In how many hundredths of a second the cores of the machine had something to do since it started, and in how many in all,
/// where the system tells (Linux). Time that a virtual machine did not get counts as busy.
pub(super) fn machine_time() -> Option<(f64, f64)> {
    let text = std::fs::read_to_string("/proc/stat").ok()?;
    // user, nice, system, idle, iowait, irq, softirq, steal; then the guests, whose time is in the first two.
    let ticks: Vec<f64> = text.lines().next()?.split_whitespace().skip(1).take(8).flat_map(str::parse).collect();
    let all: f64 = ticks.iter().sum();
    Some((all - ticks.get(3)? - ticks.get(4)?, all))
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

/// Rules under which moves can be repeated for ever.
pub(super) const ENDLESS: &str = "loa:cs61b repetition=off limit=off";

/// Begins a match between two people whose first board is owed.
pub(super) async fn begin_match(rig: &Rig) -> anyhow::Result<Begun> {
    let begun = begin_matches(rig, 1).await?;
    begun.first().copied().context("No match has begun")
}

/// Begins such matches by turns in the rig's channels.
pub(super) async fn begin_matches(rig: &Rig, count: usize) -> anyhow::Result<Vec<Begun>> {
    begin_all(rig, ENDLESS, [Seat::User(UserId(ids::ANN)), Seat::User(UserId(ids::BOB))], count).await
}

/// Begins matches whose first boards are owed, by turns in the rig's channels.
pub(super) async fn begin_all(rig: &Rig, rules: &str, seats: [Seat; 2], count: usize) -> anyhow::Result<Vec<Begun>> {
    let db = store::open(&rig.database_url).await?;
    let ruleset = games::read_ruleset(rules).context("There's no such ruleset")?;
    let mut all = Vec::with_capacity(count);
    for channel in rig.channels.iter().copied().cycle().take(count) {
        let begun = NewMatch::casual(
            Place { guild: Some(GuildId(ids::GUILD)), channel: ChannelId(channel) },
            ruleset.clone(),
            seats,
        );
        let id = db.begin_match(&begun, None, MatchLimits::NONE, now()).await?;
        // It's left to the bot. A release would count as a failure, so the bot would search the channel for its board.
        db.release(id.into(), 0, Release::Waits(now())).await?;
        all.push(Begun { id: id.0, channel });
    }
    Ok(all)
}

/// The request that shows a match after so many plies.
pub(super) async fn shown(rig: &Rig, id: i64, plies: u32, seen: usize) -> anyhow::Result<Recorded> {
    rig.request(seen, |it| board_of(it) == Some((id, plies))).await
}

/// The match and the ply of which a request shows the board.
pub(super) fn board_of(request: &Recorded) -> Option<(i64, u32)> {
    BoardName::of_picture(&request.files.first()?.name).map(|it| (it.match_id, it.version))
}

/// A match, and where it is played.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    pub id: i64,
    pub channel: u64,
}

/// Times in milliseconds, by rank.
pub struct Times(Vec<f64>);

impl Times {
    pub fn new(times: impl IntoIterator<Item = Duration>) -> Self {
        let mut times: Vec<f64> = times.into_iter().map(|it| it.as_secs_f64() * 1e3).collect();
        times.sort_by(f64::total_cmp);
        Self(times)
    }

    /// The time that so many of a hundred do not exceed.
    pub fn percentile(&self, share: usize) -> f64 {
        let last = self.0.len().saturating_sub(1);
        self.0.get(last * share / 100).copied().unwrap_or(f64::NAN)
    }
}

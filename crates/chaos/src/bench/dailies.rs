//! How soon the puzzle of the day is posted in many channels at once, and how long a move takes beside that.

use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::moves::{Field, ROUND};
use super::rig::{Begun, Rig, Times, begin_matches, shown};
use super::row::Row;
use crate::scene::now;
use play::day_time::DayTime;
use play::{ChannelId, GuildId, ServerSettings};
use playground::{Recorded, ids};

/// How many channels want a puzzle.
const CHANNELS: u64 = 2_000;

/// The number of the first server that is made up for one of them.
const FIRST_SERVER: u64 = 9_000_000;

/// How long it may take before the benchmark gives up.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Posts the puzzle of the day in all channels at once, while two people go on moving.
pub async fn rows(database_url: Option<&str>) -> anyhow::Result<Vec<Row>> {
    let mut rig = Rig::new(database_url).await?;
    let matches = begin_matches(&rig, 1).await?;
    let begun: Begun = *matches.first().context("No match has begun")?;
    rig.start_bot()?;
    Field::new(matches).rest(&rig).await?;
    rig.bots.clear();

    let db = store::open(&rig.database_url).await?;
    for number in 0..CHANNELS {
        let channel = rig.discord.open_channel(&format!("puzzles-{number}"));
        let mut settings = ServerSettings::default();
        settings.daily.change(Some(ChannelId(channel)), DayTime::default(), now());
        db.set_server(GuildId(FIRST_SERVER + number), &ServerSettings::default(), &settings).await?;
    }
    let mut seen = rig.discord.request_count();
    let start = Instant::now();
    rig.start_bot()?;
    // From then on the bot hears what people say.
    rig.request(seen, is_daily).await?;
    let (mut posted, mut times, mut plies) = (0, Vec::new(), 0);
    while posted < CHANNELS {
        anyhow::ensure!(start.elapsed() < TIMEOUT, "{posted} of {CHANNELS} puzzles were posted in {TIMEOUT:?}");
        let before = rig.discord.request_count();
        let asked = Instant::now();
        let person = if plies % 2 == 0 { ids::ANN } else { ids::BOB };
        let said = format!("!move {} {}", begun.id, ROUND[plies as usize % ROUND.len()]);
        let _ = rig.discord.say(person, begun.channel, &said);
        plies += 1;
        times.push(shown(&rig, begun.id, plies, before).await?.received - asked);
        tokio::time::sleep(Duration::from_millis(100)).await;
        let requests = rig.discord.requests_since(seen);
        seen += requests.len();
        posted += requests.iter().filter(|it| is_daily(it)).count() as u64;
    }
    let rate = posted as f64 / start.elapsed().as_secs_f64();
    let times = Times::new(times);
    let what = |name: &str| format!("move to answer while {CHANNELS} puzzles of the day are posted, {name}");
    Ok(vec![
        Row::new(
            format!("puzzles of the day, {CHANNELS} channels at once"),
            rate,
            "posts/s",
            "≥ 11.2: 10,000 in 15 minutes",
        ),
        Row::new(what("median"), times.percentile(50), "ms", ""),
        Row::new(what("p99"), times.percentile(99), "ms", "≤ 50"),
    ])
}

/// Whether a request posts a puzzle of the day.
fn is_daily(request: &Recorded) -> bool {
    request.files.iter().any(|it| it.name.contains("-daily-"))
}

//! How soon and how often people can move against each other, also with the rows of a large community in the database:
//! the whole bot, in processes of its own, against the playground's Discord on loopback.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::rig::{Begun, Rig, Times, begin_match, begin_matches, board_of, cpu_time, machine_time, memory_mib, shown};
use super::row::Row;
use playground::ids;
use store::testing::Crowd;

/// How many matches are open while the bot is timed, unless somebody wants others: so many that it is always busy.
pub const MATCHES: usize = 200;

/// Moves that come back to where they began, for ever under the rules of the matches.
pub(super) const ROUND: [&str; 4] = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"];

/// How long moves are made as fast as the bot takes them, or at half that rate.
const SPELL: Duration = Duration::from_secs(10);

/// How long the bot may go on showing boards after nobody has moved anymore.
const REST_TIMEOUT: Duration = Duration::from_secs(120);

/// Moves one at a time, and in all matches at once.
pub(super) async fn rows(database_url: Option<&str>, processes: usize, matches: usize) -> anyhow::Result<Vec<Row>> {
    let mut rig = Rig::new(database_url).await?;
    let mut field = Field::new(begin_matches(&rig, matches).await?);
    rig.start_bot()?;
    let mut rows = calm(&rig, &mut field).await?;
    rows.extend(busy(rig, field, processes).await?);
    Ok(rows)
}

/// From a message with a legal move at the gateway to the request that posts the new board, with the durable commit between;
/// one move at a time.
pub(super) async fn calm(rig: &Rig, field: &mut Field) -> anyhow::Result<Vec<Row>> {
    const MOVES: usize = 300;
    field.rest(rig).await?;
    let &(begun, _) = field.matches.values().next().context("There is no match")?;
    let mut times = Vec::with_capacity(MOVES);
    for plies in 0..MOVES as u32 {
        let seen = rig.discord.request_count();
        let asked = Instant::now();
        say_move(rig, begun, plies);
        times.push(shown(rig, begun.id, plies + 1, seen).await?.received - asked);
        // What follows an answer, like taking the controls off the last board, is not to disturb the next.
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let times = Times::new(times);
    let open = field.matches.len();
    let what = |name: &str| format!("move to answer on loopback, {open} matches open, {name}");
    Ok(vec![
        Row::new(what("median"), times.percentile(50), "ms", ""),
        Row::new(what("p99"), times.percentile(99), "ms", "≤ 15"),
    ])
}

/// Moves in all matches at once.
async fn busy(mut rig: Rig, mut field: Field, processes: usize) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for count in 1..=processes {
        if count > 1 {
            rig.start_bot()?;
        }
        field.rest(&rig).await?;
        let cpu = |rig: &Rig| rig.bots.iter().filter_map(cpu_time).sum::<Duration>();
        let (before, machine_before) = (cpu(&rig), machine_time());
        let full = field.play(&rig, None).await?;
        let used = (cpu(&rig) - before).as_secs_f64() * 1e3 / full.len().max(1) as f64;
        let busy = machine_before
            .zip(machine_time())
            .map(|(before, after)| (after.0 - before.0) / (after.1 - before.1).max(1.0));
        let rate = full.len() as f64 / SPELL.as_secs_f64();
        field.rest(&rig).await?;
        let half = Times::new(field.play(&rig, Some(rate / 2.0)).await?);
        field.rest(&rig).await?;
        let by = if count == 1 { "one process".to_owned() } else { format!("{count} processes") };
        rows.push(Row::new(format!("durable moves, {by}"), rate, "moves/s", "≥ 300"));
        rows.push(Row::new(format!("time of a core that {by} used per move"), used, "ms", ""));
        rows.extend(
            busy.map(|it| Row::new(format!("how busy all cores were with everything, {by}"), it * 100.0, "%", "")),
        );
        rows.push(Row::new(format!("move to answer at half that rate, {by}, median"), half.percentile(50), "ms", ""));
        rows.push(Row::new(format!("move to answer at half that rate, {by}, p99"), half.percentile(99), "ms", "≤ 50"));
    }
    let memory = rig.bots.iter().filter_map(memory_mib).fold(0.0, f64::max);
    rows.push(Row::new("memory that a process holds after that".into(), memory, "MiB", "≤ 150"));
    Ok(rows)
}

/// Says the next move of a match of which so many have been made.
fn say_move(rig: &Rig, Begun { id, channel }: Begun, plies: u32) {
    let person = if plies.is_multiple_of(2) { ids::ANN } else { ids::BOB };
    let _ = rig.discord.say(person, channel, &format!("!move {id} {}", ROUND[plies as usize % ROUND.len()]));
}

/// Matches in which people move.
pub(super) struct Field {
    /// Each match, and how many of its plies are shown; `None` while its first board is owed.
    matches: HashMap<i64, (Begun, Option<u32>)>,
    /// Up to which request was looked at.
    seen: usize,
}

impl Field {
    /// Matches whose first boards are owed.
    pub(super) fn new(matches: Vec<Begun>) -> Self {
        Self { matches: matches.into_iter().map(|it| (it.id, (it, None))).collect(), seen: 0 }
    }

    /// Waits until every match has been shown, and nothing more is.
    pub(super) async fn rest(&mut self, rig: &Rig) -> anyhow::Result<()> {
        let start = Instant::now();
        while start.elapsed() < REST_TIMEOUT {
            tokio::time::sleep(Duration::from_secs(2)).await;
            if self.news(rig).is_empty() && self.matches.values().all(|it| it.1.is_some()) {
                return Ok(());
            }
        }
        anyhow::bail!("The bot has not come to rest in {REST_TIMEOUT:?}")
    }

    /// The boards that were shown since the last look.
    fn news(&mut self, rig: &Rig) -> Vec<(i64, Instant)> {
        let requests = rig.discord.requests_since(self.seen);
        self.seen += requests.len();
        let mut news = Vec::new();
        for request in requests {
            let Some((id, ply)) = board_of(&request) else { continue };
            let Some((_, plies)) = self.matches.get_mut(&id) else { continue };
            if plies.is_none_or(|it| ply >= it) {
                *plies = Some(ply);
                news.push((id, request.received));
            }
        }
        news
    }

    /// People move for a while: in each match as soon as its board is shown, or so many moves in a second in all. How long
    /// each took to be shown.
    async fn play(&mut self, rig: &Rig, rate: Option<f64>) -> anyhow::Result<Vec<Duration>> {
        let mut free: Vec<i64> = self.matches.keys().copied().collect();
        let mut asked: HashMap<i64, Instant> = HashMap::new();
        let mut times = Vec::new();
        let start = Instant::now();
        let mut said = 0.0;
        while start.elapsed() < SPELL {
            for (id, at) in self.news(rig) {
                if let Some(begun) = asked.remove(&id) {
                    times.push(at - begun);
                    free.insert(0, id);
                }
            }
            let wanted = rate.map_or(f64::INFINITY, |it| start.elapsed().as_secs_f64() * it);
            while said < wanted
                && let Some(id) = free.pop()
            {
                let Some(&(begun, Some(plies))) = self.matches.get(&id) else { continue };
                asked.insert(id, Instant::now());
                say_move(rig, begun, plies);
                said += 1.0;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Ok(times)
    }
}

/// A community that has played for years.
const CROWD: Crowd = Crowd {
    players: 1_000_000,
    open: 100_000,
    ended: 1_000_000,
    moves: &["b1-b3", "a2-c2", "b3-b1", "c2-a2", "b1-b3", "a2-c2", "b3-b1", "c2-a2", "b1-b3"],
    ruleset: "loa:cs61b repetition=off limit=off",
};

/// The same figures without and with the crowd, one after the other in one run.
pub async fn growth(database_url: Option<&str>) -> anyhow::Result<Vec<Row>> {
    let mut rig = Rig::new(database_url).await?;
    let mut rows = figures(&mut rig, "").await?;
    // The bot runs on. After a minute without one, all clocks would get their time back first.
    let start = Instant::now();
    store::testing::crowd(&rig.database_url, &CROWD).await?;
    let filling = start.elapsed();
    rig.bots.clear();
    let Crowd { players, open, ended, moves, .. } = CROWD;
    let many = (open + ended) * moves.len() as u64;
    let what = format!("filling in {players} players, {open} open and {ended} ended matches, {many} moves");
    rows.push(Row::new(what, filling.as_secs_f64(), "s", ""));
    rows.extend(figures(&mut rig, "with those rows: ").await?);
    Ok(rows)
}

/// From the start of a bot to its first board, a move at a time, and the memory after that.
async fn figures(rig: &mut Rig, when: &str) -> anyhow::Result<Vec<Row>> {
    let owed = begin_match(rig).await?;
    let (seen, start) = (rig.discord.request_count(), Instant::now());
    rig.start_bot()?;
    shown(rig, owed.id, 0, seen).await?;
    let started = start.elapsed().as_secs_f64();
    let mut field = Field::new(begin_matches(rig, MATCHES).await?);
    let mut rows = calm(rig, &mut field).await?;
    rows.insert(0, Row::new("start to the first board that was owed".into(), started, "s", "≤ 2"));
    let memory = rig.bots.iter().filter_map(memory_mib).fold(0.0, f64::max);
    rows.push(Row::new("memory that the process holds".into(), memory, "MiB", "≤ 150"));
    for figure in &mut rows {
        figure.what.insert_str(0, when);
    }
    Ok(rows)
}

//! The whole bot, in processes of its own, against the playground's Discord on loopback.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use super::Row;
use super::rig::{Rig, cpu_time, machine_time, memory_mib};
use super::times::Times;
use crate::chaos::{Person, SeenMessage};
use crate::play::ports::{MatchLimits, Store, StoreError};
use crate::play::{Agreement, ChannelId, GuildId, Match, MatchId, NewMatch, Place, Seat, UserId};
use crate::store;
use games::Ruleset;
use playground::{Recorded, ids};

/// How many matches are open while answers are timed.
pub(super) const OPEN: usize = 200;

/// Moves that come back to where they began.
const ROUND: [&str; 4] = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"];

/// How long moves are made as fast as the bot takes them, or at half that rate.
const SPELL: Duration = Duration::from_secs(10);

/// How long the bot may go on showing boards after nobody has moved anymore.
const REST_TIMEOUT: Duration = Duration::from_secs(120);

/// All figures of the whole bot. With a database of PostgreSQL, also those of two processes.
pub(super) fn rows(database_url: Option<&str>) -> anyhow::Result<Vec<Row>> {
    let runtime = crate::cli::runtime()?;
    runtime.block_on(async {
        let against_bot = engine(database_url).await?;
        let mut rig = Rig::new(database_url).await?;
        let mut field = Field::new(begin_matches(&rig, OPEN).await?);
        rig.start_bot()?;
        let mut rows = calm(&rig, &mut field).await?;
        rows.extend(busy(rig, field, if database_url.is_some() { 2 } else { 1 }).await?);
        rows.extend(against_bot);
        Ok(rows)
    })
}

pub(super) fn row(what: String, value: f64, unit: &'static str, goal: &'static str) -> Row {
    Row { what, value, unit, goal }
}

/// From a message with a legal move at the gateway to the request that posts the new board, with the durable commit between;
/// one move at a time.
pub(super) async fn calm(rig: &Rig, field: &mut Field) -> anyhow::Result<Vec<Row>> {
    const MOVES: usize = 300;
    field.rest(rig).await?;
    let &Followed { begun, .. } = field.matches.values().next().context("There is no match")?;
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
    let what = |name: &str| format!("move to answer on loopback, {OPEN} matches open, {name}");
    Ok(vec![row(what("median"), times.percentile(50), "ms", ""), row(what("p99"), times.percentile(99), "ms", "≤ 15")])
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
        let busy = machine_before.zip(machine_time()).map(|(before, after)| busy_share(before, after));
        let rate = full.len() as f64 / SPELL.as_secs_f64();
        field.rest(&rig).await?;
        let half = Times::new(field.play(&rig, Some(rate / 2.0)).await?);
        field.rest(&rig).await?;
        let by = if count == 1 { "one process".to_owned() } else { format!("{count} processes") };
        rows.push(row(format!("durable moves, {by}"), rate, "moves/s", "≥ 300"));
        rows.push(row(format!("time of a core that {by} used per move"), used, "ms", ""));
        rows.extend(busy.map(|it| row(format!("how busy all cores were with everything, {by}"), it * 100.0, "%", "")));
        rows.push(row(format!("move to answer at half that rate, {by}, median"), half.percentile(50), "ms", ""));
        rows.push(row(format!("move to answer at half that rate, {by}, p99"), half.percentile(99), "ms", "≤ 50"));
    }
    let memory = rig.bots.iter().filter_map(memory_mib).fold(0.0, f64::max);
    rows.push(row("memory that a process holds after that".into(), memory, "MiB", "≤ 150"));
    Ok(rows)
}

/// Which part of the machine's time was used between two moments: (busy, all) at each.
fn busy_share(before: (Duration, Duration), after: (Duration, Duration)) -> f64 {
    (after.0 - before.0).as_secs_f64() / (after.1 - before.1).as_secs_f64().max(f64::EPSILON)
}

/// Rounds against the bot, and how soon it reacts while it thinks about other matches.
async fn engine(database_url: Option<&str>) -> anyhow::Result<Vec<Row>> {
    const ROUNDS: usize = 40;
    const THINKS: usize = 8;
    let mut rig = Rig::new(database_url).await?;
    rig.start_bot()?;
    // It is connected as soon as it has shown what it owes.
    let owed = begin_match(&rig).await?;
    shown(&rig, owed.id, 0, 0).await?;
    let db = store::open(&rig.database_url).await?;
    let people = Person::everybody(&rig.discord);
    let [ann, bob, ..] = people.as_slice() else { anyhow::bail!("There's nobody in the playground") };

    let mut current = begin_against_engine(&*db, ann, 3).await?;
    let mut times = Vec::new();
    while times.len() < ROUNDS {
        let board = current.replay().map_err(|broken| anyhow::anyhow!("{broken}"))?;
        let Some(mv) = board.legal().first().copied().filter(|_| current.outcome.is_none()) else {
            current = begin_against_engine(&*db, ann, 3).await?;
            continue;
        };
        let (seen, plies) = (rig.discord.request_count(), current.plies());
        let asked = Instant::now();
        ann.say(ids::GAMES, &format!("!move {} {mv}", current.id.0)).await?;
        let answer =
            rig.request(seen, |it| board_of(it).is_some_and(|(id, ply)| id == current.id.0 && ply > plies)).await?;
        times.push(answer.received - asked);
        current = settled(&*db, current.id).await?;
    }
    let rounds = Times::new(times);
    if current.outcome.is_some() {
        current = begin_against_engine(&*db, ann, 3).await?;
    }

    let mut thinks = Vec::new();
    for _ in 0..THINKS {
        thinks.push(begin_against_engine(&*db, bob, 10).await?);
    }
    for current in &thinks {
        let board = current.replay().map_err(|broken| anyhow::anyhow!("{broken}"))?;
        if let Some(mv) = board.legal().first() {
            bob.say(ids::GAMES, &format!("!move {} {mv}", current.id.0)).await?;
        }
    }
    let board = ann
        .messages(ids::GAMES, None)
        .await?
        .into_iter()
        .rfind(|it| it.has_controls() && it.board().is_some_and(|board| board.match_id == current.id.0));
    let board = board.context("The board isn't there")?;
    let mut times = Vec::new();
    for number in 0..ROUNDS {
        times.push(acknowledged(&rig, ann, &board, number).await?);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    anyhow::ensure!(is_any_owed(&*db, &thinks).await?, "The thinks were over too soon");
    rig.bots.clear();
    give_up(&*db, &thinks).await?;
    let acknowledged = Times::new(times);
    Ok(vec![
        row("round against the bot at level 3, shown, median".into(), rounds.percentile(50), "ms", "≤ 300"),
        row("round against the bot at level 3, shown, p99".into(), rounds.percentile(99), "ms", "≤ 300"),
        row(
            format!("interaction acknowledged while {THINKS} thinks are owed, slowest"),
            acknowledged.percentile(100),
            "ms",
            "≤ 1000",
        ),
    ])
}

/// How long it takes until an interaction is acknowledged: by turns a command, one that asks the engine, a keystroke in an
/// option that offers moves, and a button and a menu of a board.
async fn acknowledged(rig: &Rig, person: &Person, board: &SeenMessage, number: usize) -> anyhow::Result<Duration> {
    let seen = rig.discord.request_count();
    let asked = Instant::now();
    match number % 5 {
        0 => person.slash(ids::GAMES, "games", serde_json::json!({})).await?,
        1 => person.slash(ids::GAMES, "hint", serde_json::json!({})).await?,
        2 => drop(person.type_option(ids::GAMES, "move", "move", "b").await?),
        3 => {
            let button = board.controls().find(|it| it.contains(":legal:")).context("The board has no buttons")?;
            person.press(board.id(), button).await?;
        }
        _ => {
            let piece = board.options().next().context("The board has no menu")?;
            person.choose(board.id(), piece.custom_id, piece.value).await?;
        }
    }
    let answer = rig.request(seen, |it| it.path.ends_with("/callback")).await?;
    Ok(answer.received - asked)
}

/// Whether the engine still has to move in any of these matches.
async fn is_any_owed(db: &dyn Store, matches: &[Match]) -> anyhow::Result<bool> {
    for current in matches {
        let now = db.find_match(current.id).await?.context("The match is gone")?;
        if now.outcome.is_none() && now.seat(now.to_move()).engine_level().is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Ends what the engine was thinking about. Otherwise the next bot on the same database would go on thinking, beside what is
/// measured then.
async fn give_up(db: &dyn Store, matches: &[Match]) -> anyhow::Result<()> {
    #[expect(clippy::disallowed_methods, reason = "a benchmark plays in real time")]
    let now = jiff::Timestamp::now();
    for current in matches {
        match db.abort(current.id, now).await {
            // One that is over by now needs no end.
            Ok(()) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Somebody begins a match against a level of the bot, and it is shown.
async fn begin_against_engine(db: &dyn Store, person: &Person, level: u8) -> anyhow::Result<Match> {
    let known: Vec<MatchId> = db.matches_of(UserId(person.id), None).await?.iter().map(|it| it.id).collect();
    person.say(ids::GAMES, &format!("!play loa level {level} first casual")).await?;
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(10) {
        let found = db.matches_of(UserId(person.id), None).await?;
        if let Some(begun) = found.into_iter().find(|it| !known.contains(&it.id)) {
            return settled(db, begun.id).await;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    anyhow::bail!("No match has begun")
}

/// The match as soon as all of it is shown, and its person is to move or it is over.
async fn settled(db: &dyn Store, id: MatchId) -> anyhow::Result<Match> {
    loop {
        let current = db.find_match(id).await?.context("The match is gone")?;
        if !current.owes_board() && current.seat(current.to_move()).user().is_some() {
            return Ok(current);
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Begins a match between two people whose first board is owed.
pub(super) async fn begin_match(rig: &Rig) -> anyhow::Result<Begun> {
    begin_in(&*store::open(&rig.database_url).await?, ids::GAMES).await
}

/// Begins such matches by turns in the rig's channels.
pub(super) async fn begin_matches(rig: &Rig, count: usize) -> anyhow::Result<Vec<Begun>> {
    let db = store::open(&rig.database_url).await?;
    let mut all = Vec::with_capacity(count);
    for channel in rig.channels.iter().copied().cycle().take(count) {
        all.push(begin_in(&*db, channel).await?);
    }
    Ok(all)
}

async fn begin_in(db: &dyn Store, channel: u64) -> anyhow::Result<Begun> {
    #[expect(clippy::disallowed_methods, reason = "a benchmark plays in real time")]
    let now = jiff::Timestamp::now();
    let ruleset: Ruleset =
        games::read_ruleset("loa:cs61b repetition=off limit=off").context("There's no such ruleset")?;
    let begun = NewMatch {
        place: Place { guild: Some(GuildId(ids::GUILD)), channel: ChannelId(channel) },
        ruleset,
        seats: [Seat::User(UserId(ids::ANN)), Seat::User(UserId(ids::BOB))],
        rated: false,
        agreement: Agreement::default(),
        challenge: None,
        rematch_of: None,
    };
    let id = db.begin_match(&begun, None, MatchLimits::NONE, now).await?;
    // It's left to the bot. A release would count as a failure, so the bot would search the channel for its board.
    db.postpone(id, 0, now).await?;
    Ok(Begun { id: id.0, channel })
}

/// Says the next move of a match of which so many have been made.
fn say_move(rig: &Rig, Begun { id, channel }: Begun, plies: u32) {
    let person = if plies.is_multiple_of(2) { ids::ANN } else { ids::BOB };
    let _ = rig.discord.say(person, channel, &format!("!move {id} {}", ROUND[plies as usize % ROUND.len()]));
}

/// The request that shows a match after so many plies.
pub(super) async fn shown(rig: &Rig, id: i64, plies: u32, seen: usize) -> anyhow::Result<Recorded> {
    rig.request(seen, |it| board_of(it) == Some((id, plies))).await
}

/// The match and the ply of which a request shows the board: the name of its picture says so.
fn board_of(request: &Recorded) -> Option<(i64, u32)> {
    let mut parts = request.files.first()?.name.strip_suffix(".png")?.rsplit('-');
    let ply = parts.next()?.parse().ok()?;
    Some((parts.next()?.parse().ok()?, ply))
}

/// A match, and where it is played.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    pub id: i64,
    channel: u64,
}

/// Matches in which people move as soon as they see the board.
pub(super) struct Field {
    matches: HashMap<i64, Followed>,
    /// Up to which request was looked at.
    seen: usize,
}

/// A match that is looked at.
struct Followed {
    begun: Begun,
    /// How many plies are shown; `None` while its first board is owed.
    plies: Option<u32>,
}

impl Field {
    pub(super) fn new(matches: Vec<Begun>) -> Self {
        let followed = |begun: Begun| (begun.id, Followed { begun, plies: None });
        Self { matches: matches.into_iter().map(followed).collect(), seen: 0 }
    }

    /// Waits until every match has been shown, and nothing more is.
    pub(super) async fn rest(&mut self, rig: &Rig) -> anyhow::Result<()> {
        let start = Instant::now();
        while start.elapsed() < REST_TIMEOUT {
            tokio::time::sleep(Duration::from_secs(2)).await;
            if self.news(rig).is_empty() && self.matches.values().all(|it| it.plies.is_some()) {
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
            let Some(followed) = self.matches.get_mut(&id) else { continue };
            if followed.plies.is_none_or(|it| ply >= it) {
                followed.plies = Some(ply);
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
                let Some(Followed { begun, plies: Some(plies) }) = self.matches.get(&id) else { continue };
                asked.insert(id, Instant::now());
                say_move(rig, *begun, *plies);
                said += 1.0;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        Ok(times)
    }
}

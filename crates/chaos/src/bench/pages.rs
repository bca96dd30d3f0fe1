//! How soon a move on one page is on the other, while many boards are open; what a page weighs; and what open pages cost.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use futures::StreamExt as _;
use jiff::Timestamp;
use parking_lot::Mutex;
use reqwest::{Client, header};
use serde_json::json;
use tokio::task::JoinSet;
use url::Url;

use super::moves::ROUND;
use super::rig::{ENDLESS, Rig, Times, begin_all, memory_mib};
use super::row::Row;
use crate::scene::now;
use play::ports::{BoardLinks as _, Clock};
use play::{DatabaseId, Match, MatchId, Seat, UserId};
use web::Links;

/// So many matches are open, each on the pages of both players.
const MATCHES: usize = 250;

/// How many moves are made one at a time.
const CALM_MOVES: usize = 100;

/// How many moves are made in a second on all pages together, and how long.
const RATE: f64 = 20.0;
const SPELL: Duration = Duration::from_secs(15);

/// So many pages are open on which nothing happens.
const IDLE: usize = 5_000;

/// The players have numbers from here on.
const FIRST_PLAYER: u64 = 2_000_000_000_000_000_000;

/// All figures of pages.
pub async fn rows(database_url: Option<&str>) -> anyhow::Result<Vec<Row>> {
    let mut rig = Rig::new(database_url).await?;
    let mut matches = Vec::with_capacity(MATCHES);
    for pair in 0..MATCHES as u64 {
        let players = players(pair).map(|it| Seat::User(UserId(it)));
        matches.extend(begin_all(&rig, ENDLESS, players, 1).await?);
    }
    let address = format!("http://{}", free_address()?);
    let listen = address.trim_start_matches("http://");
    rig.start_bot_with(&[("PARLOR_WEB_ADDR", listen), ("PARLOR_PUBLIC_URL", &address)])?;
    let links = links(&rig, &address).await?;
    let store = store::open(&rig.database_url).await?;
    let (mut pages, mut currents) = (Vec::with_capacity(MATCHES), Vec::with_capacity(MATCHES));
    for (pair, begun) in matches.iter().enumerate() {
        let [first, second] = players(pair as u64);
        let current = store.find_match(MatchId(begun.id)).await?.context("There is no such match")?;
        pages.push([Page::open(&links, &current, first).await?, Page::open(&links, &current, second).await?]);
        currents.push(current);
    }
    let mut rows = first_picture(&pages[0][0]).await?;
    let seen = Arc::<Seen>::default();
    let mut streams = JoinSet::new();
    for (pair, both) in pages.iter().enumerate() {
        for (side, page) in both.iter().enumerate() {
            hear(&mut streams, page, Arc::clone(&seen), (pair, side)).await?;
        }
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    rows.extend(calm(&pages, &seen).await?);
    rows.extend(busy(&pages, &seen).await?);
    rows.extend(idle(&rig, &links, &currents).await?);
    Ok(rows)
}

fn players(pair: u64) -> [u64; 2] {
    [FIRST_PLAYER + 2 * pair, FIRST_PLAYER + 2 * pair + 1]
}

fn free_address() -> anyhow::Result<std::net::SocketAddr> {
    Ok(std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// Makes links as the bot does: the key is the database's.
async fn links(rig: &Rig, address: &str) -> anyhow::Result<Links> {
    let store = store::open(&rig.database_url).await?;
    let database = store.database_id(DatabaseId(1)).await?;
    let key = store.link_key("a benchmark's").await?;
    Ok(Links::new(Url::parse(address)?, database, key, Arc::new(WallClock)))
}

/// This machine's time of day.
struct WallClock;

#[async_trait::async_trait]
impl Clock for WallClock {
    fn now(&self) -> Timestamp {
        now()
    }

    async fn sleep(&self, time: Duration) {
        tokio::time::sleep(time).await;
    }
}

/// A page that somebody has open.
struct Page {
    http: Client,
    origin: String,
    address: String,
    cookie: String,
}

impl Page {
    /// Opens a board by a link; the bot may still be starting.
    async fn open(links: &Links, current: &Match, user: u64) -> anyhow::Result<Self> {
        let http = Client::builder().redirect(reqwest::redirect::Policy::none()).tcp_nodelay(true).build()?;
        let link = links.link(current, UserId(user));
        let (origin, token) = link.split_once("/open/").context("That's no link")?;
        let posted = || {
            let form = http.post(format!("{origin}/open")).header(header::ORIGIN, origin);
            form.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").body(format!("token={token}"))
        };
        let mut answer = posted().send().await;
        for _ in 0..100 {
            if answer.is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            answer = posted().send().await;
        }
        let answer = answer?;
        let text = |name| Some(answer.headers().get(name)?.to_str().ok()?.to_owned());
        let cookie = text(header::SET_COOKIE).context("The link doesn't open")?;
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let address = format!("{origin}{}", text(header::LOCATION).context("The link leads nowhere")?);
        Ok(Self { http, origin: origin.to_owned(), address, cookie })
    }

    fn get(&self, path: &str) -> reqwest::RequestBuilder {
        self.http.get(format!("{}{path}", self.address)).header(header::COOKIE, &self.cookie)
    }

    /// How many bytes an answer has on the wire.
    async fn weigh(&self, asked: reqwest::RequestBuilder) -> anyhow::Result<usize> {
        Ok(asked.header(header::ACCEPT_ENCODING, "gzip").send().await?.error_for_status()?.bytes().await?.len())
    }

    /// Plays a move on the board of that version.
    async fn play(&self, version: usize, mv: &str) -> anyhow::Result<()> {
        let asked = self.http.post(format!("{}/act", self.address)).header(header::COOKIE, &self.cookie);
        let body = json!({ "do": "move", "version": version, "move": mv });
        let answer = asked.header(header::ORIGIN, &self.origin).json(&body).send().await?;
        anyhow::ensure!(answer.status().is_success(), "{mv} at {version} is refused: {}", answer.text().await?);
        answer.bytes().await?;
        Ok(())
    }
}

/// What a browser loads before it can draw the board.
async fn first_picture(page: &Page) -> anyhow::Result<Vec<Row>> {
    let files = files_of(page).await?;
    let (mut times, mut size) = (Vec::new(), 0);
    for _ in 0..20 {
        let start = Instant::now();
        size = page.weigh(page.get("")).await?;
        for file in &files {
            size += page.weigh(page.http.get(format!("{}/assets/{file}", page.origin))).await?;
        }
        times.push(start.elapsed());
    }
    let time = Times::new(times).percentile(50);
    Ok(vec![
        Row::new("page with all its files, one after the other, median".into(), time, "ms", "≤ 300"),
        Row::new("page with all its files, as browsers ask for it".into(), size as f64 / 1000.0, "kB", "≤ 100"),
    ])
}

/// The files that a page asks for.
async fn files_of(page: &Page) -> anyhow::Result<Vec<String>> {
    let text = page.get("").send().await?.text().await?;
    Ok(text.split("\"/assets/").skip(1).filter_map(|it| it.split('"').next()).map(str::to_owned).collect())
}

/// When pages were told of which ply: by match, side, and plies.
#[derive(Default)]
struct Seen(Mutex<HashMap<(usize, usize, u64), Instant>>);

impl Seen {
    async fn at(&self, pair: usize, side: usize, plies: usize) -> anyhow::Result<Instant> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(30) {
            if let Some(at) = self.0.lock().get(&(pair, side, plies as u64)) {
                return Ok(*at);
            }
            tokio::time::sleep(Duration::from_micros(500)).await;
        }
        anyhow::bail!("A page has not heard of a move")
    }
}

/// Hears what a page is told.
async fn hear(
    streams: &mut JoinSet<()>,
    page: &Page,
    seen: Arc<Seen>,
    (pair, side): (usize, usize),
) -> anyhow::Result<()> {
    let mut stream = page.get("/events").send().await?.error_for_status()?.bytes_stream();
    streams.spawn(async move {
        let mut read = Vec::new();
        while let Some(Ok(bytes)) = stream.next().await {
            let at = Instant::now();
            read.extend_from_slice(&bytes);
            while let Some(end) = read.windows(2).position(|it| it == b"\n\n") {
                let event: Vec<u8> = read.drain(..end + 2).collect();
                let text = String::from_utf8_lossy(&event);
                let plies = text.split("\"plies\":").nth(1).and_then(|it| it.split(',').next()?.parse().ok());
                if let Some(plies) = plies {
                    seen.0.lock().entry((pair, side, plies)).or_insert(at);
                }
            }
        }
    });
    Ok(())
}

/// Moves in one match, one at a time.
async fn calm(pages: &[[Page; 2]], seen: &Seen) -> anyhow::Result<Vec<Row>> {
    let mut times = Vec::with_capacity(CALM_MOVES);
    for ply in 0..CALM_MOVES {
        let side = ply % 2;
        let asked = Instant::now();
        pages[0][side].play(ply, ROUND[ply % ROUND.len()]).await?;
        times.push(seen.at(0, 1 - side, ply + 1).await? - asked);
    }
    let times = Times::new(times);
    let what = |name: &str| format!("move on one page to the other page, {} pages open, {name}", 2 * pages.len());
    Ok(vec![
        Row::new(what("median"), times.percentile(50), "ms", "≤ 100"),
        Row::new(what("p99"), times.percentile(99), "ms", ""),
    ])
}

/// Moves in all matches in turn.
async fn busy(pages: &[[Page; 2]], seen: &Arc<Seen>) -> anyhow::Result<Vec<Row>> {
    let (start, mut plies) = (Instant::now(), vec![0; pages.len()]);
    plies[0] = CALM_MOVES;
    let (mut answered, mut told) = (Vec::new(), Vec::new());
    let pages: Vec<&[Page; 2]> = pages.iter().collect();
    let moves = (SPELL.as_secs_f64() * RATE) as usize;
    let mut playing = futures::stream::FuturesUnordered::new();
    for n in 0..moves {
        let due = Duration::from_secs_f64(n as f64 / RATE);
        let (pair, ply) = (n % pages.len(), plies[n % pages.len()]);
        plies[pair] += 1;
        let page = &pages[pair][ply % 2];
        playing.push(async move {
            tokio::time::sleep(due.saturating_sub(start.elapsed())).await;
            let asked = Instant::now();
            page.play(ply, ROUND[ply % ROUND.len()]).await?;
            let answered = asked.elapsed();
            anyhow::Ok((answered, seen.at(pair, 1 - ply % 2, ply + 1).await? - asked))
        });
    }
    while let Some(played) = playing.next().await {
        let (one, other) = played?;
        answered.push(one);
        told.push(other);
    }
    let what = |name: &str| format!("{} pages open, {RATE} moves/s: {name}", 2 * pages.len());
    Ok(vec![
        Row::new(what("a move is answered, p99"), Times::new(answered).percentile(99), "ms", "≤ 150"),
        Row::new(what("it is on the other page, p99"), Times::new(told).percentile(99), "ms", "≤ 150"),
    ])
}

/// Opens pages on which nothing happens.
async fn idle(rig: &Rig, links: &Links, matches: &[Match]) -> anyhow::Result<Vec<Row>> {
    let bot = rig.bots.first().context("There's no bot")?;
    let memory = || memory_mib(bot).context("The system doesn't tell what memory the bot holds");
    let before = memory()?;
    // People who watch: each has as many boards open as one may have.
    const EACH: usize = 20;
    let mut streams = Vec::with_capacity(IDLE);
    for watcher in 0..IDLE / EACH {
        let user = FIRST_PLAYER + 1_000_000 + watcher as u64;
        for n in 0..EACH {
            let page = Page::open(links, &matches[(watcher * EACH + n) % matches.len()], user).await?;
            let mut stream = page.get("/events").send().await?.error_for_status()?.bytes_stream();
            stream.next().await.context("A stream says nothing")??;
            streams.push((page, stream));
        }
    }
    tokio::time::sleep(Duration::from_secs(5)).await;
    let more = memory()? - before;
    drop(streams);
    Ok(vec![Row::new(format!("memory for {IDLE} more pages that are open and idle"), more, "MiB", "≤ 150")])
}

//! The way into Discord: shards, refusals, outages at the start, and limits, against a small Discord that does as it is
//! told.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use axum::{Json, Router};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::support::in_process::{Bot, hurried};
use discord::Patience;

/// How long anything may take: longer than the longest pause before a connection.
const DEADLINE: Duration = Duration::from_secs(120);

/// What the bot does.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Event {
    /// It asks for a path of REST.
    Asked(String),
    /// It identifies itself as a shard of so many.
    Identified(u64, u64),
    /// It takes its session up again.
    Resumed,
}

/// What a request of REST gets instead of its answer.
#[derive(Clone, Copy)]
enum Spoiled {
    By(u16),
    Never,
}

/// A Discord of one gateway and a handful of REST routes.
struct Shared {
    address: SocketAddr,
    events: mpsc::UnboundedSender<Event>,
    /// What the next requests get.
    spoiled: Mutex<VecDeque<Spoiled>>,
    /// How many sessions the bot is told to have left; many, after that.
    remaining: Mutex<VecDeque<u64>>,
    /// The codes with which shards are turned away.
    refused: Mutex<HashMap<u64, u16>>,
    /// What becomes of the next connections once they have a session; they stand, after that.
    then: Mutex<VecDeque<Then>>,
    /// How many of the next connections get no answer.
    silent: Mutex<u32>,
    /// Whether the next shard that resumes is refused.
    refuses_resume: Mutex<bool>,
}

/// What becomes of a connection that has a session.
#[derive(Clone, Copy)]
enum Then {
    /// It breaks.
    Breaks,
    /// Nothing is read from it anymore.
    Hangs,
    /// It stands for so long; then its session is lost.
    Loses(Duration, Loss),
}

/// How Discord ends a session, as it does with every bot's, daily.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loss {
    /// The connection breaks, and what is to resume it is refused.
    RefusedResume,
    /// It says that the session is invalid (op 9).
    Invalid,
    /// It closes the connection: the session has timed out.
    TimedOut,
    /// It doesn't answer heartbeats.
    Deaf,
    /// The connection breaks, and nobody answers who asks for the next one.
    Silence,
}

/// All ways.
const LOSSES: [Loss; 5] = [Loss::RefusedResume, Loss::Invalid, Loss::TimedOut, Loss::Deaf, Loss::Silence];

struct Fake {
    shared: Arc<Shared>,
    events: mpsc::UnboundedReceiver<Event>,
}

impl Fake {
    async fn start(spoiled: &[Spoiled], remaining: &[u64], refused: &[(u64, u16)]) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (told, events) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            address: listener.local_addr().unwrap(),
            events: told,
            spoiled: Mutex::new(spoiled.iter().copied().collect()),
            remaining: Mutex::new(remaining.iter().copied().collect()),
            refused: Mutex::new(refused.iter().copied().collect()),
            then: Mutex::default(),
            silent: Mutex::default(),
            refuses_resume: Mutex::default(),
        });
        let app = Router::new().route("/gateway", any(connect)).fallback(answer).with_state(Arc::clone(&shared));
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { shared, events }
    }

    /// The next thing the bot does that fits.
    async fn wait_for(&mut self, fits: impl Fn(&Event) -> bool) -> Event {
        let next = async {
            loop {
                let event = self.events.recv().await.unwrap();
                if fits(&event) {
                    return event;
                }
            }
        };
        tokio::time::timeout(DEADLINE, next).await.expect("the bot does it in time")
    }

    async fn next_identified(&mut self) -> Event {
        self.wait_for(|it| matches!(it, Event::Identified(..))).await
    }

    fn url(&self) -> String {
        format!("http://{}", self.shared.address)
    }

    /// Starts a bot, in this process.
    fn bot(&self, shards: Option<&str>) -> Bot {
        Bot::start("token", self.url(), shards, hurried())
    }

    /// Starts a bot that gives up a shard for which no session is asked for so long.
    fn hasty_bot(&self, shards: &str, session: Duration) -> Bot {
        Bot::start("token", self.url(), Some(shards), Patience { session, heartbeat: session, ..hurried() })
    }
}

async fn answer(State(shared): State<Arc<Shared>>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches("/api/v10/").to_owned();
    let spoiled = shared.spoiled.lock().unwrap().pop_front();
    let _ = shared.events.send(Event::Asked(path.clone()));
    match spoiled {
        Some(Spoiled::By(status)) => return StatusCode::from_u16(status).unwrap().into_response(),
        Some(Spoiled::Never) => std::future::pending().await,
        None => {}
    }
    let url = format!("ws://{}/gateway", shared.address);
    match path.as_str() {
        "users/@me" => Json(me()).into_response(),
        "gateway" => Json(json!({"url": url})).into_response(),
        "gateway/bot" => {
            let remaining = shared.remaining.lock().unwrap().pop_front().unwrap_or(1000);
            let limit = json!({"total": 1000, "remaining": remaining, "reset_after": 5, "max_concurrency": 1});
            Json(json!({"url": url, "shards": 1, "session_start_limit": limit})).into_response()
        }
        _ if path.ends_with("/commands") => Json(json!([])).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

fn me() -> Value {
    json!({
        "id": "1", "username": "parlor", "global_name": null, "avatar": null, "discriminator": "0", "bot": true,
        "mfa_enabled": false, "verified": true, "email": null, "flags": 0, "premium_type": 0, "public_flags": 0,
    })
}

async fn connect(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    if shared.is_silent() {
        std::future::pending::<()>().await;
    }
    upgrade.on_upgrade(|socket| serve(shared, socket))
}

async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let hello = json!({"op": 10, "t": null, "s": null, "d": {"heartbeat_interval": HEARTBEAT.as_millis()}});
    if socket.send(said(hello)).await.is_err() {
        return;
    }
    while let Some(Ok(message)) = socket.recv().await {
        let Message::Text(request) = message else { continue };
        let request: Value = serde_json::from_str(&request).unwrap();
        let answer = match request["op"].as_u64() {
            Some(1) => said(ACKNOWLEDGED.clone()),
            Some(2) => shared.session(&request["d"]["shard"]),
            Some(6) => shared.resumption(),
            _ => continue,
        };
        let has_session = matches!(&answer, Message::Text(text) if text.contains("READY") || text.contains("RESUMED"));
        if socket.send(answer).await.is_err() || (has_session && shared.has_ended(&mut socket).await) {
            return;
        }
    }
}

/// An address at which nobody answers: where serenity would go if it used it.
const NOWHERE: &str = "ws://127.0.0.1:9";

impl Shared {
    /// Whether this connection gets no answer.
    fn is_silent(&self) -> bool {
        let mut silent = self.silent.lock().unwrap();
        let is_silent = *silent > 0;
        *silent = silent.saturating_sub(1);
        is_silent
    }

    /// The answer to a shard that identifies itself.
    fn session(&self, shard: &Value) -> Message {
        let (shard, total) = (shard[0].as_u64().unwrap(), shard[1].as_u64().unwrap());
        // Before anybody hears of it, who may then change what is refused.
        let code = if shard < total { self.refused.lock().unwrap().get(&shard).copied() } else { Some(4010) };
        let _ = self.events.send(Event::Identified(shard, total));
        match code {
            Some(code) => closing(code),
            None => said(json!({"op": 0, "t": "READY", "s": 1, "d": {
                "v": 10, "user": me(), "guilds": [], "session_id": "s", "resume_gateway_url": NOWHERE, "private_channels": [],
                "shard": [shard, total], "application": {"id": "1", "flags": 0},
            }})),
        }
    }

    /// The answer to a shard that resumes.
    fn resumption(&self) -> Message {
        let _ = self.events.send(Event::Resumed);
        let refuses = std::mem::take(&mut *self.refuses_resume.lock().unwrap());
        if refuses { said(INVALID.clone()) } else { said(json!({"op": 0, "t": "RESUMED", "s": 2, "d": {}})) }
    }

    /// Lets happen what is to become of a connection; whether it has ended.
    async fn has_ended(&self, socket: &mut WebSocket) -> bool {
        let then = self.then.lock().unwrap().pop_front();
        match then {
            Some(Then::Breaks) => true,
            Some(Then::Hangs) => std::future::pending().await,
            Some(Then::Loses(stands, loss)) => {
                let stood = acknowledge(socket, loss != Loss::Deaf);
                if tokio::time::timeout(stands, stood).await.is_err() {
                    self.lose(loss, socket).await;
                }
                true
            }
            None => false,
        }
    }

    async fn lose(&self, loss: Loss, socket: &mut WebSocket) {
        match loss {
            Loss::RefusedResume => *self.refuses_resume.lock().unwrap() = true,
            Loss::Silence => *self.silent.lock().unwrap() = 1,
            Loss::Invalid => drop(socket.send(said(INVALID.clone())).await),
            Loss::TimedOut => drop(socket.send(closing(4009)).await),
            Loss::Deaf => {}
        }
        // Whoever has been told closes the connection.
        if let Loss::Invalid | Loss::TimedOut | Loss::Deaf = loss {
            acknowledge(socket, false).await;
        }
    }
}

/// Reads until the connection ends, and acknowledges heartbeats or doesn't.
async fn acknowledge(socket: &mut WebSocket, does: bool) {
    while let Some(Ok(message)) = socket.recv().await {
        let is_heartbeat = matches!(&message, Message::Text(text) if text.contains("\"op\":1,"));
        if does && is_heartbeat && socket.send(said(ACKNOWLEDGED.clone())).await.is_err() {
            return;
        }
    }
}

/// How often a heartbeat is wanted.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// A heartbeat is acknowledged.
static ACKNOWLEDGED: LazyLock<Value> = LazyLock::new(|| json!({"op": 11, "t": null, "s": null, "d": null}));

/// The session is invalid, and can't be resumed.
static INVALID: LazyLock<Value> = LazyLock::new(|| json!({"op": 9, "t": null, "s": null, "d": false}));

fn said(event: Value) -> Message {
    Message::Text(event.to_string().into())
}

fn closing(code: u16) -> Message {
    Message::Close(Some(CloseFrame { code, reason: "".into() }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn exactly_the_shards_that_are_set_are_identified() {
    let (mut one, mut two) = (Fake::start(&[], &[], &[]).await, Fake::start(&[], &[], &[]).await);
    let (alone, pair) = (one.bot(Some("1")), two.bot(Some("1-2/4")));
    assert_eq!(one.next_identified().await, Event::Identified(0, 1));
    assert_eq!(two.next_identified().await, Event::Identified(1, 4));
    assert_eq!(two.next_identified().await, Event::Identified(2, 4));
    // By now the next one of the first bot would be there, too.
    let more = tokio::time::timeout(Duration::from_millis(500), one.next_identified()).await;
    assert!(more.is_err(), "{more:?}");
    alone.stops().await;
    pair.stops().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_shard_that_discord_refuses_for_good_ends_the_bot() {
    for (code, sentence) in [
        (4004, "Discord does not know this token"),
        (4010, "Discord gives shard 0 of 1 no session; it advises 1 shards in all"),
        (4011, "Discord gives shard 0 of 1 no session"),
        (4013, "Invalid gateway intents were provided"),
    ] {
        let fake = Fake::start(&[], &[], &[(0, code)]).await;
        let said = fake.hasty_bot("1", Duration::from_millis(500)).ends().await;
        assert!(said.contains(sentence), "{code}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_refused_shard_among_others_ends_the_bot_too() {
    let fake = Fake::start(&[], &[], &[(1, 4010)]).await;
    // Serenity begins the second shard five seconds after the first.
    let said = fake.hasty_bot("2", Duration::from_secs(6)).ends().await;
    assert!(said.contains("Discord gives shard 1 of 2 no session"), "{said}");
}

/// For how long a bot of these stories lets a shard have no session. Serenity begins sessions five seconds apart.
const PATIENCE: Duration = Duration::from_secs(6);

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_session_that_is_lost_after_a_while_does_not_end_the_bot() {
    let stories = LOSSES.map(|loss| async move {
        let mut fake = Fake::start(&[], &[], &[]).await;
        fake.shared.then.lock().unwrap().push_back(Then::Loses(PATIENCE + Duration::from_secs(1), loss));
        let mut bot = fake.hasty_bot("1", PATIENCE);
        for _ in 0..2 {
            assert_eq!(fake.next_identified().await, Event::Identified(0, 1), "{loss:?}");
        }
        bot.runs_for(PATIENCE + Duration::from_secs(1)).await;
        bot.stops().await;
    });
    futures::future::join_all(stories).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_two_shards_that_loses_its_session_comes_back() {
    let mut fake = Fake::start(&[], &[], &[]).await;
    let lost = Then::Loses(2 * PATIENCE, Loss::Invalid);
    fake.shared.then.lock().unwrap().push_back(lost);
    let mut bot = fake.hasty_bot("2", PATIENCE);
    let mut came = Vec::new();
    for _ in 0..3 {
        came.push(fake.next_identified().await);
    }
    assert_eq!(came, [Event::Identified(0, 2), Event::Identified(1, 2), Event::Identified(0, 2)]);
    bot.runs_for(PATIENCE + Duration::from_secs(1)).await;
    bot.stops().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_shard_that_can_come_later_is_tried_again() {
    let mut fake = Fake::start(&[], &[], &[(0, 4000)]).await;
    let bot = fake.bot(None);
    for _ in 0..3 {
        assert_eq!(fake.next_identified().await, Event::Identified(0, 1));
    }
    bot.stops().await;
}

#[tokio::test]
async fn the_process_ends_with_a_plain_sentence() {
    let fake = Fake::start(&[], &[], &[(0, 4013)]).await;
    let folder = tempfile::tempdir().unwrap();
    let mut bot = std::process::Command::new(env!("CARGO_BIN_EXE_parlor"));
    bot.env("DISCORD_TOKEN", "t0ken").env("DISCORD_API_BASE", fake.url()).current_dir(folder.path());
    bot.env_remove("RUST_LOG").env_remove("DATABASE_URL").env_remove("PARLOR_SHARDS");
    let ended = tokio::task::spawn_blocking(move || bot.output().unwrap()).await.unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("the connection to Discord ended: Invalid gateway intents were provided"), "{said}");
    assert!(!said.contains("t0ken") && !said.contains("panicked"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_during_an_outage_waits_for_its_end() {
    use Spoiled::{By, Never};
    // Who the bot is: a request that fails, one that is never answered, and one that is; what it may read; the gateway.
    let spoiled = [By(502), Never, By(503)];
    let mut fake = Fake::start(&spoiled, &[], &[]).await;
    let bot = fake.bot(None);
    for _ in 0..=spoiled.len() {
        assert_eq!(fake.wait_for(|_| true).await, Event::Asked("users/@me".into()));
    }
    fake.shared.spoiled.lock().unwrap().extend([By(502), By(502), By(502), By(502)]);
    assert_eq!(fake.next_identified().await, Event::Identified(0, 1));
    bot.stops().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_waits_stops_when_it_is_asked_to() {
    let mut fake = Fake::start(&[Spoiled::By(502), Spoiled::Never], &[], &[]).await;
    let bot = fake.bot(None);
    fake.wait_for(|_| true).await;
    fake.wait_for(|_| true).await;
    bot.stops().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_token_ends_the_start_at_once() {
    let mut fake = Fake::start(&[Spoiled::By(401)], &[], &[]).await;
    let said = fake.bot(None).ends().await;
    assert!(said.contains("Discord does not know this token"), "{said}");
    assert_eq!(fake.events.recv().await, Some(Event::Asked("users/@me".into())));
    assert!(fake.events.try_recv().is_err(), "it is asked once");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_session_is_begun_before_the_limit_allows_it() {
    let mut fake = Fake::start(&[], &[0, 0], &[]).await;
    let bot = fake.bot(None);
    let (mut asked, mut identified) = (0, false);
    while !identified {
        match fake.wait_for(|_| true).await {
            Event::Asked(path) => asked += u32::from(path == "gateway/bot"),
            Event::Identified(..) | Event::Resumed => identified = true,
        }
    }
    assert_eq!(asked, 3);
    bot.stops().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_lost_session_is_taken_up_again_although_serenity_asks_at_another_address() {
    let mut fake = Fake::start(&[], &[], &[]).await;
    fake.shared.then.lock().unwrap().push_back(Then::Breaks);
    let bot = fake.bot(None);
    assert_eq!(fake.next_identified().await, Event::Identified(0, 1));
    assert_eq!(fake.wait_for(|it| matches!(it, Event::Resumed)).await, Event::Resumed);
    bot.stops().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_gateway_that_breaks_again_and_again_is_not_stormed() {
    let mut fake = Fake::start(&[], &[], &[]).await;
    fake.shared.then.lock().unwrap().extend(std::iter::repeat_n(Then::Breaks, 10_000));
    let bot = fake.bot(None);
    tokio::time::sleep(Duration::from_secs(4)).await;
    let mut sessions = 0;
    while let Ok(event) = fake.events.try_recv() {
        sessions += u32::from(!matches!(event, Event::Asked(_)));
    }
    assert!((3..=10).contains(&sessions), "{sessions} sessions in 4 s");
    bot.stops().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn shards_that_are_all_denied_come_back_together() {
    let mut fake = Fake::start(&[], &[], &[(0, 4000), (1, 4000)]).await;
    let bot = fake.bot(Some("2"));
    for _ in 0..3 {
        fake.next_identified().await;
    }
    fake.shared.refused.lock().unwrap().clear();
    let mut came = HashSet::new();
    while came.len() < 2 {
        came.insert(fake.next_identified().await);
    }
    bot.stops().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_gateway_that_says_nothing_keeps_no_bot_from_stopping() {
    let mut fake = Fake::start(&[], &[], &[]).await;
    fake.shared.then.lock().unwrap().push_back(Then::Hangs);
    let bot = fake.bot(None);
    fake.next_identified().await;
    let begun = Instant::now();
    bot.stops().await;
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
}

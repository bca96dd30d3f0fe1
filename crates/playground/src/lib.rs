//! A local stand-in for Discord: the real bot runs against it without a token.
//!
//! One process and one TCP port: REST under `/api/v10`, the gateway under `/gateway`, what people do
//! under `/people`, and a page at `/` to do it with.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use axum::routing::get;
use axum::{Router, middleware};
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

mod acting;
mod attach;
mod bodies;
mod compose;
mod error;
mod files;
mod gateway;
mod guard;
pub mod ids;
mod interaction;
mod limits;
mod message;
mod message_objects;
mod nonces;
mod objects;
mod page;
mod people;
mod rates;
mod requests;
mod rest;
mod secret;
mod thread;
mod threads;
mod told;
mod troubles;
mod world;

use guard::Key;
use nonces::Nonces;
use rates::Counters;
pub use rates::{Rate, Rates};
use requests::Requests;
pub use requests::{Recorded, RecordedFile};
use troubles::Troubles;
pub use troubles::{Hitch, Trouble};
use world::World;

/// How a playground is set up.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where it listens; port 0 takes any free one.
    pub addr: SocketAddr,
    /// Whether the privileged intent MESSAGE CONTENT is switched on for the app.
    pub message_content: bool,
    /// How long a nonce is remembered.
    pub nonce_life: Duration,
    /// How often a bot shall send heartbeats; one that misses two is cut off.
    pub heartbeat: Duration,
    /// For how long it counts that a channel was renamed.
    pub rename_window: Duration,
    /// How many requests of the bot are answered in which time.
    pub rates: Rates,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            addr: SocketAddr::from(([127, 0, 0, 1], 0)),
            message_content: true,
            nonce_life: nonces::LIFE,
            heartbeat: gateway::HEARTBEAT,
            rename_window: thread::RENAME_WINDOW,
            rates: Rates::default(),
        }
    }
}

/// What all parts of the server share.
#[derive(Debug)]
pub(crate) struct Shared {
    settings: Settings,
    world: Mutex<World>,
    requests: Mutex<Requests>,
    counters: Mutex<Counters>,
    troubles: Troubles,
    address: SocketAddr,
    token: String,
    key: Key,
    outage: AtomicBool,
    /// Whether heartbeats are heard and not answered.
    deaf: AtomicBool,
    connections: AtomicU64,
    hitches: broadcast::Sender<Hitch>,
    stop: CancellationToken,
}

impl Shared {
    fn new(settings: Settings, address: SocketAddr) -> Self {
        let nonces = Nonces::new(settings.nonce_life);
        let mut world = World::new(settings.message_content, format!("http://{address}"), nonces);
        world.rename_window = settings.rename_window;
        Self {
            world: Mutex::new(world),
            counters: Mutex::new(Counters::new(settings.rates)),
            troubles: Troubles::default(),
            settings,
            requests: Mutex::default(),
            address,
            token: secret::token(),
            key: Key::new(address.port()),
            outage: AtomicBool::new(false),
            deaf: AtomicBool::new(false),
            connections: AtomicU64::new(0),
            hitches: broadcast::channel(8).0,
            stop: CancellationToken::new(),
        }
    }

    /// The world, for a moment.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The requests, for a moment.
    pub(crate) fn requests(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The limits, for a moment.
    pub(crate) fn counters(&self) -> MutexGuard<'_, Counters> {
        self.counters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the gateway is.
    pub(crate) fn gateway_url(&self) -> String {
        format!("ws://{}/gateway", self.address)
    }
}

/// A thread, as everybody sees it.
#[derive(Debug, Clone)]
pub struct ThreadSeen {
    pub id: u64,
    pub name: String,
    /// The channel or forum it belongs to.
    pub parent: u64,
    pub archived: bool,
    pub locked: bool,
    pub members: Vec<u64>,
}

/// A running playground; clones are the same one.
#[derive(Debug, Clone)]
pub struct Playground {
    shared: Arc<Shared>,
}

impl Playground {
    /// Starts one; it listens when this returns.
    ///
    /// # Errors
    /// Where the address cannot be listened at.
    pub async fn start(settings: Settings) -> io::Result<Self> {
        let listener = TcpListener::bind(settings.addr).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(settings, address));
        let app = router(&shared);
        let stop = shared.stop.clone();
        tokio::spawn(async move {
            let stopped = async move { stop.cancelled().await };
            if let Err(why) = axum::serve(listener, app).with_graceful_shutdown(stopped).await {
                tracing::error!(%why, "the playground stopped");
            }
        });
        Ok(Self { shared })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.shared.address
    }

    /// The base of its addresses, like `http://127.0.0.1:8080`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.shared.address)
    }

    /// The address of its page, with the key to it.
    #[must_use]
    pub fn page_url(&self) -> String {
        format!("{}/?key={}", self.url(), self.key())
    }

    /// The one bot token it accepts; another one at each start.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.shared.token
    }

    /// What the people's API wants to see, as a bearer's token; another one at each start.
    #[must_use]
    pub fn key(&self) -> &str {
        self.shared.key.secret()
    }

    /// The REST requests of the bot so far, but for very old ones.
    #[must_use]
    pub fn requests(&self) -> Vec<Recorded> {
        self.requests_since(0)
    }

    /// How many REST requests of the bot there were so far.
    #[must_use]
    pub fn request_count(&self) -> usize {
        self.shared.requests().count()
    }

    /// The REST requests of the bot after the first `seen` ones.
    #[must_use]
    pub fn requests_since(&self, seen: usize) -> Vec<Recorded> {
        self.shared.requests().since(seen)
    }

    /// Lets a person write something in a channel; the message's id, or nothing where that is refused.
    pub fn say(&self, person: u64, channel: u64, content: &str) -> Option<u64> {
        let line = people::Line { content: content.to_owned(), reply_to: None, ping: true };
        people::write(&mut self.shared.world(), person, channel, &line).ok()
    }

    /// Begins or ends an outage: REST answers 503, the gateway is cut.
    pub fn set_outage(&self, outage: bool) {
        self.shared.outage.store(outage, Ordering::SeqCst);
        if outage {
            self.hitch(Hitch::Break);
        }
    }

    /// Lets something become of every connection to the gateway.
    pub fn hitch(&self, hitch: Hitch) {
        // Nobody connected is fine.
        let _ = self.shared.hitches.send(hitch);
    }

    /// Cuts every connection of the gateway without a word.
    pub fn drop_connections(&self) {
        self.hitch(Hitch::Break);
    }

    /// Answers no heartbeats for a while, although the connections stand.
    pub fn set_deaf(&self, deaf: bool) {
        self.shared.deaf.store(deaf, Ordering::SeqCst);
    }

    /// From now on, a rule says by method and path what becomes of a request of REST.
    pub fn spoil(&self, rule: impl Fn(&str, &str) -> Trouble + Send + 'static) {
        self.shared.troubles.set(rule);
    }

    /// From now on every request is answered again.
    pub fn spoil_nothing(&self) {
        self.spoil(|_, _| Trouble::None);
    }

    /// Counts requests under other limits from now on.
    pub fn set_rates(&self, rates: Rates) {
        self.shared.counters().set(rates);
    }

    /// Lets the limit of all requests be reached for a while.
    pub fn exhaust(&self, time: Duration) {
        self.shared.counters().close(Instant::now() + time);
    }

    /// Lets the tokens of all interactions run out.
    pub fn expire_interactions(&self) {
        self.shared.world().interactions.clear();
    }

    /// Takes a message away, as a moderator may.
    pub fn delete_message(&self, message: u64) {
        self.shared.world().remove(message);
    }

    /// Takes a channel away, with everything in it.
    pub fn delete_channel(&self, channel: u64) {
        self.shared.world().remove_channel(channel);
    }

    /// Takes the bot out of the guild.
    pub fn kick(&self) {
        self.shared.world().kick();
    }

    /// Sends the last events once more, as happens after a resume.
    pub fn resend_last_events(&self, count: usize) {
        self.shared.world().sessions.resend(count);
    }

    /// Tells the bot that it has just joined the guild.
    pub fn invite(&self) {
        let mut world = self.shared.world();
        let event = objects::GuildCreate::joined_now(&world);
        for session in world.sessions.hearing(Some(ids::GUILD)) {
            session.dispatch("GUILD_CREATE", &event);
        }
    }

    /// Makes the bot a guest, whom people have installed for themselves: the guild is not its own any more, and direct
    /// messages are those of other people.
    pub fn make_guest(&self) {
        self.shared.world().is_guest = true;
    }

    /// Lets a person leave the guild.
    pub fn leave(&self, person: u64) {
        self.shared.world().gone.insert(person);
    }

    /// Forbids or allows the bot to post in a channel.
    pub fn deny_posting(&self, channel_id: u64, deny: bool) {
        if let Some(channel) = self.shared.world().channels.iter_mut().find(|c| c.id == channel_id) {
            channel.denied = deny;
        }
    }

    /// Forbids or allows the bot to begin threads in a channel.
    pub fn deny_threads(&self, channel_id: u64, deny: bool) {
        if let Some(channel) = self.shared.world().channels.iter_mut().find(|c| c.id == channel_id) {
            channel.no_threads = deny;
        }
    }

    /// Lets so many threads be active at most.
    pub fn limit_threads(&self, most: usize) {
        self.shared.world().most_threads = most;
    }

    /// Lets a moderator archive a thread, or take it up again.
    pub fn archive(&self, thread: u64, archived: bool) {
        self.shared.world().archive_thread(thread, archived);
    }

    /// Lets a moderator say who may take an archived thread up again: only they, or everybody.
    pub fn lock(&self, thread: u64, locked: bool) {
        self.shared.world().lock_thread(thread, locked);
    }

    /// Lets a moderator delete a thread.
    pub fn delete_thread(&self, thread: u64) {
        self.shared.world().delete_thread(thread);
    }

    /// The threads that were begun since the start, oldest first.
    #[must_use]
    pub fn threads(&self) -> Vec<ThreadSeen> {
        let world = self.shared.world();
        let seen = |it: &world::Channel| {
            let thread = it.thread.as_ref()?;
            let members = thread.members.keys().copied().collect();
            let (id, name) = (it.id, it.name.clone());
            Some(ThreadSeen {
                id,
                name,
                parent: thread.parent,
                archived: thread.archived,
                locked: thread.locked,
                members,
            })
        };
        world.channels.iter().filter(|it| it.id != ids::FORUM_POST).filter_map(seen).collect()
    }

    /// Stops it.
    pub fn stop(&self) {
        self.shared.stop.cancel();
    }
}

fn router(shared: &Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(guard::index))
        .merge(page::router())
        .route("/gateway", get(gateway::connect))
        .route("/gateway/", get(gateway::connect))
        .route("/attachments/{channel}/{id}/{name}", get(rest::files::file))
        .merge(rest::router(shared))
        .merge(people::router(shared))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(middleware::from_fn_with_state(Arc::clone(shared), guard::guard))
        .with_state(Arc::clone(shared))
}

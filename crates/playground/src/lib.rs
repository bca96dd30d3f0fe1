//! A local stand-in for Discord: the real bot runs against it without a token.
//!
//! One process and one TCP port: REST under `/api/v10`, the gateway under `/gateway`, what people do
//! under `/people`, and a page at `/` to do it with.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::Router;
use axum::http::header;
use axum::response::{Html, IntoResponse};
use axum::routing::{any, get};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

mod compose;
mod error;
mod gateway;
pub mod ids;
mod interaction;
mod limits;
mod message;
mod objects;
mod people;
mod rest;
mod world;

use world::World;

/// The one token the playground accepts.
const TOKEN: &str = "MTEwMDAwMDAwMDAwMDAwMDAwMQ.playgr.parlor-playground-token-000000000000";

/// How a playground is set up.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where it listens; port 0 takes any free one.
    pub addr: SocketAddr,
    /// Whether the privileged intent MESSAGE CONTENT is switched on for the app.
    pub message_content: bool,
}

/// A request of the bot.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The HTTP method.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    /// The query, without the question mark.
    pub query: String,
    /// The JSON body; of multipart bodies, `payload_json`; null without a body.
    pub body: Value,
    /// Whether the body was multipart.
    pub multipart: bool,
    /// The files of a multipart body.
    pub files: Vec<RecordedFile>,
    /// The status that was answered; 0 while it is not.
    pub status: u16,
    /// When it came.
    pub received: Instant,
}

/// A file the bot sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedFile {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: usize,
}

/// What all parts of the server share.
#[derive(Debug)]
pub(crate) struct Shared {
    world: Mutex<World>,
    recorded: Mutex<Vec<Recorded>>,
    address: SocketAddr,
    token: String,
    outage: AtomicBool,
    connections: AtomicU64,
    cut: broadcast::Sender<()>,
    stop: CancellationToken,
}

impl Shared {
    /// The world, for a moment.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The requests, for a moment.
    pub(crate) fn recorded(&self) -> MutexGuard<'_, Vec<Recorded>> {
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the gateway is.
    pub(crate) fn gateway_url(&self) -> String {
        format!("ws://{}/gateway", self.address)
    }
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
        let shared = Arc::new(Shared {
            world: Mutex::new(World::new(settings.message_content, format!("http://{address}"))),
            recorded: Mutex::new(Vec::new()),
            address,
            token: TOKEN.to_owned(),
            outage: AtomicBool::new(false),
            connections: AtomicU64::new(0),
            cut: broadcast::channel(8).0,
            stop: CancellationToken::new(),
        });
        let app = router(Arc::clone(&shared));
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

    /// The one bot token it accepts.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.shared.token
    }

    /// Every REST request of the bot so far.
    #[must_use]
    pub fn requests(&self) -> Vec<Recorded> {
        self.shared.recorded().clone()
    }

    /// Every REST request of the bot after the first `seen` ones.
    #[must_use]
    pub fn requests_since(&self, seen: usize) -> Vec<Recorded> {
        self.shared.recorded().get(seen..).map(<[Recorded]>::to_vec).unwrap_or_default()
    }

    /// Lets a person write something in a channel; the message's id, or nothing where that is refused.
    pub fn say(&self, person: u64, channel: u64, content: &str) -> Option<u64> {
        people::write(&mut self.shared.world(), person, channel, &serde_json::json!({ "content": content })).ok()
    }

    /// Begins or ends an outage: REST answers 503, the gateway is cut.
    pub fn set_outage(&self, outage: bool) {
        self.shared.outage.store(outage, Ordering::SeqCst);
        if outage {
            self.drop_connections();
        }
    }

    /// Cuts every connection of the gateway without a word.
    pub fn drop_connections(&self) {
        // Nobody connected is fine.
        let _ = self.shared.cut.send(());
    }

    /// Sends the last events once more, as happens after a resume.
    pub fn resend_last_events(&self, count: usize) {
        for session in &self.shared.world().sessions {
            session.resend(count);
        }
    }

    /// Forbids or allows the bot to post in a channel.
    pub fn deny_posting(&self, channel_id: u64, deny: bool) {
        if let Some(channel) = self.shared.world().channels.iter_mut().find(|c| c.id == channel_id) {
            channel.denied = deny;
        }
    }

    /// Stops it.
    pub fn stop(&self) {
        self.shared.stop.cancel();
    }
}

fn router(shared: Arc<Shared>) -> Router {
    let page = |kind: &'static str, text: &'static str| {
        get(move || async move { ([(header::CONTENT_TYPE, kind)], text).into_response() })
    };
    Router::new()
        .route("/", get(|| async { Html(include_str!("page/index.html")) }))
        .route("/style.css", page("text/css; charset=utf-8", include_str!("page/style.css")))
        .route("/app.js", page("text/javascript; charset=utf-8", include_str!("page/app.js")))
        .route("/gateway", get(gateway::connect))
        .route("/gateway/", get(gateway::connect))
        .route("/attachments/{channel}/{id}/{name}", get(rest::files::file))
        .route("/api/{*path}", any(rest::answer))
        .nest("/people", people::router())
        .with_state(shared)
}

//! A local stand-in for Discord: the real bot runs against it without a token.
//!
//! One process and one TCP port: REST under `/api/v10`, the gateway under `/gateway`, what people do
//! under `/people`, and a page at `/` to do it with.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::routing::{any, get};
use axum::serve::ListenerExt as _;
use axum::{Router, middleware};
use tokio::net::TcpListener;

mod acting;
mod activities;
mod attach;
mod bodies;
mod channel;
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
mod messages;
mod mishaps;
mod moderation;
mod nonces;
mod objects;
mod page;
mod page_event;
mod people;
mod permissions;
mod person;
mod proxy;
mod rates;
mod requests;
mod rest;
mod secret;
mod settings;
mod shared;
mod thread;
mod threads;
mod troubles;
mod world;

pub use activities::ActivitySettings;
pub use channel::Hidden;
pub use moderation::{HeardOf, ThreadSeen};
pub use rates::{Rate, Rates};
pub use requests::{Recorded, RecordedFile};
pub use settings::Settings;
use shared::Shared;
pub use thread::Tag;
pub use troubles::{Hitch, Trouble};

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
        // Otherwise an event waits up to 40 ms until the one before it is acknowledged, as Nagle's algorithm has it.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
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
        let line = people::Line { content: content.to_owned(), reply_to: None, ping: true, file: None };
        people::write(&mut self.shared.world(), person, channel, &line).ok()
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
        .route(proxy::PROXY, any(proxy::proxy))
        .route(&format!("{}{{*path}}", proxy::PROXY), any(proxy::proxy))
        .merge(rest::router(shared))
        .merge(people::router(shared))
        .fallback(|| async { StatusCode::NOT_FOUND })
        .layer(middleware::from_fn_with_state(Arc::clone(shared), guard::guard))
        .with_state(Arc::clone(shared))
}

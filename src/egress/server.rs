//! The server on loopback that serenity asks in Discord's place. It is open to whoever has its key: this process.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::EgressOptions;
use super::buffered_request::BufferedRequest;
use super::channel_backoff::ChannelBackoff;
use super::headers::KEY;
use super::reachability::Reachability;
use super::sender::Sender;

/// The way to Discord; with this it is closed.
#[derive(Debug)]
pub struct Egress {
    address: SocketAddr,
    /// What serenity asks with: it has the key.
    client: reqwest::Client,
    backoff: ChannelBackoff,
    reachability: Reachability,
    serving: JoinHandle<()>,
}

/// There is no way to Discord.
#[derive(Debug, thiserror::Error)]
pub enum EgressError {
    #[error("nothing can be listened on at loopback: {0}")]
    Listen(#[from] io::Error),
    #[error("no request can be made: {0}")]
    Client(#[from] reqwest::Error),
}

struct ProxyState {
    key: HeaderValue,
    sender: Sender,
}

impl Egress {
    /// Opens a way to Discord.
    pub async fn open(options: EgressOptions) -> Result<Self, EgressError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let key = key();
        // Every wait has an end on the other side, which knows more about it; this one is for a fault there.
        let patience = options.whole * 2;
        let headers = HeaderMap::from_iter([(HeaderName::from_static(KEY), key.clone())]);
        let client = reqwest::Client::builder().use_rustls_tls().no_proxy().timeout(patience).default_headers(headers);
        let client = client.build()?;
        let (backoff, reachability) = (ChannelBackoff::default(), Reachability::default());
        let sender = Sender::new(options, backoff.clone(), reachability.clone())?;
        let proxy = Arc::new(ProxyState { key, sender });
        let app = Router::new().fallback(pass).with_state(proxy);
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let serving = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, app).await {
                tracing::error!(%error, "the way to Discord is closed");
            }
        });
        Ok(Self { address, client, backoff, reachability, serving })
    }

    /// What stands in the place of `https://discord.com`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The channels in which Discord refuses something.
    pub fn backoff(&self) -> ChannelBackoff {
        self.backoff.clone()
    }

    /// Whether Discord answers.
    pub fn reachability(&self) -> Reachability {
        self.reachability.clone()
    }

    /// A client that may ask there.
    pub fn client(&self) -> reqwest::Client {
        self.client.clone()
    }
}

impl Drop for Egress {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn pass(State(proxy): State<Arc<ProxyState>>, request: Request) -> Response {
    if request.headers().get(KEY) != Some(&proxy.key) {
        return StatusCode::NOT_FOUND.into_response();
    }
    match BufferedRequest::read(request).await {
        Ok(asked) => proxy.sender.send(&asked).await.into_response(),
        Err(answer) => answer.into_response(),
    }
}

/// A key that nobody guesses.
#[expect(clippy::disallowed_methods, reason = "a secret is no parameter")]
fn key() -> HeaderValue {
    let mut key = HeaderValue::from_str(&format!("{:032x}", rand::random::<u128>()));
    if let Ok(key) = &mut key {
        key.set_sensitive(true);
    }
    // Digits are a header.
    key.unwrap_or_else(|_| HeaderValue::from_static("closed"))
}

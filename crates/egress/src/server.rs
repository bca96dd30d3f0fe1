//! The server on loopback that serenity uses in place of Discord. It accepts only requests with its key, which only
//! this process has.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

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
use super::files::Files;
use super::headers::KEY;
use super::reachability::Reachability;
use super::sender::Sender;

/// The way to Discord; dropping it closes it.
#[derive(Debug)]
pub struct Egress {
    address: SocketAddr,
    /// The client for serenity, which sends the key.
    client: reqwest::Client,
    files: Files,
    backoff: ChannelBackoff,
    reachability: Reachability,
    serving: JoinHandle<()>,
}

struct ProxyState {
    key: HeaderValue,
    sender: Sender,
}

impl Egress {
    /// Opens a way to Discord; an error if loopback cannot be listened on, or no HTTP client be set up.
    pub async fn open(options: EgressOptions) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let key = key();
        // Every wait already has a time limit on the other side, which knows more about it. This one only guards
        // against a bug there.
        let patience = options.whole * 2;
        let headers = HeaderMap::from_iter([(HeaderName::from_static(KEY), key.clone())]);
        let client = reqwest::Client::builder().use_rustls_tls().no_proxy().timeout(patience).default_headers(headers);
        let client = client.build().map_err(io::Error::other)?;
        let (backoff, reachability) = (ChannelBackoff::default(), Reachability::default());
        let outside = outside(&options).map_err(io::Error::other)?;
        let files = Files::new(outside.clone(), &options);
        let sender = Sender::new(outside, options, backoff.clone(), reachability.clone());
        let proxy = Arc::new(ProxyState { key, sender });
        let app = Router::new().fallback(pass).with_state(proxy);
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let serving = tokio::spawn(async move {
            if let Err(error) = axum::serve(listener, app).await {
                tracing::error!(%error, "the way to Discord is closed");
            }
        });
        Ok(Self { address, client, files, backoff, reachability, serving })
    }

    /// The URL that replaces `https://discord.com`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The files that Discord keeps.
    pub fn files(&self) -> Files {
        self.files.clone()
    }

    /// The channels in which Discord refuses something.
    pub fn backoff(&self) -> ChannelBackoff {
        self.backoff.clone()
    }

    /// Whether Discord answers.
    pub fn reachability(&self) -> Reachability {
        self.reachability.clone()
    }

    /// A client that may use the server.
    pub fn client(&self) -> reqwest::Client {
        self.client.clone()
    }
}

impl Drop for Egress {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// The client for what is outside. It follows no redirects.
fn outside(options: &EgressOptions) -> reqwest::Result<reqwest::Client> {
    reqwest::Client::builder()
        .use_rustls_tls()
        .connect_timeout(options.connect)
        // So that a dead connection is noticed before it is needed.
        .tcp_keepalive(Duration::from_secs(15))
        .pool_idle_timeout(Duration::from_secs(60))
        .redirect(reqwest::redirect::Policy::none())
        .build()
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

/// A key that nobody can guess.
#[expect(clippy::disallowed_methods, reason = "a secret is no parameter")]
fn key() -> HeaderValue {
    let mut key = HeaderValue::from(rand::random::<u64>());
    key.set_sensitive(true);
    key
}

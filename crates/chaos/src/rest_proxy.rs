//! A proxy between one bot and Discord's REST API, which disrupts requests while its faults are on.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::serve::ListenerExt as _;
use futures::stream;
use parking_lot::Mutex;
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use tokio::net::TcpListener;

use super::kill_moments::{KILLED_BY_THEN, Moment, Tripwire};
use super::report::Tally;

/// Longer than the bot waits for an answer.
const NEVER: Duration = Duration::from_secs(60);

/// Whether requests to the REST API are disrupted, for all bots.
pub(crate) struct RestFaults {
    /// Requests are disrupted at random while this is set.
    pub is_on: AtomicBool,
    dice: Mutex<StdRng>,
    spoiled: Mutex<Tally>,
}

/// What happens to a request.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fate {
    Answered,
    Late(Duration),
    /// It does not reach Discord, and gets this answer.
    Refused(StatusCode),
    /// Discord carries it out, but it gets this answer.
    Denied(StatusCode),
    /// It gets this answer at once, and Discord carries it out some time later.
    Belated(StatusCode, Duration),
    /// It does not reach Discord, and the connection breaks.
    Lost,
    /// Discord carries it out, but the connection breaks before the answer.
    Cut,
    /// It does not reach Discord, and is never answered.
    Unanswered,
}

impl RestFaults {
    /// No faults until they are turned on; then they follow from the seed.
    pub fn new(seed: u64) -> Self {
        let dice = Mutex::new(StdRng::seed_from_u64(seed));
        Self { is_on: false.into(), dice, spoiled: Mutex::default() }
    }

    /// How many requests were disrupted, and in which ways.
    pub fn spoiled(&self) -> Tally {
        self.spoiled.lock().clone()
    }

    fn fate(&self) -> Fate {
        if !self.is_on.load(Ordering::SeqCst) {
            return Fate::Answered;
        }
        let mut dice = self.dice.lock();
        let failures = [StatusCode::INTERNAL_SERVER_ERROR, StatusCode::BAD_GATEWAY, StatusCode::SERVICE_UNAVAILABLE];
        let failure = failures[dice.random_range(0..failures.len())];
        let fate = match dice.random_range(0..100) {
            0..=3 => Fate::Late(Duration::from_millis(dice.random_range(50..1500))),
            4 => Fate::Refused(StatusCode::TOO_MANY_REQUESTS),
            5..=6 => Fate::Refused(failure),
            7 => Fate::Denied(failure),
            8 => Fate::Lost,
            // Each one keeps something waiting for long.
            9 if dice.random_ratio(1, 20) => Fate::Unanswered,
            9 => Fate::Cut,
            10 => Fate::Belated(failure, Duration::from_millis(dice.random_range(100..2000))),
            _ => return Fate::Answered,
        };
        self.spoiled.lock().count_name(&fate);
        fate
    }
}

/// The REST API for one bot.
#[derive(Clone)]
struct RestProxy {
    discord: String,
    http: reqwest::Client,
    faults: Arc<RestFaults>,
    tripwire: Tripwire,
}

/// Opens a proxy to Discord for one bot. Returns its address.
pub(crate) async fn open(discord: String, faults: Arc<RestFaults>, tripwire: Tripwire) -> io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let proxy = RestProxy { discord, http: reqwest::Client::new(), faults, tripwire };
    let pass = |State(proxy): State<RestProxy>, request| async move { proxy.answer(request).await };
    let app = Router::new().fallback(pass).with_state(proxy);
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(address)
}

impl RestProxy {
    /// What the bot gets as the answer to a request.
    async fn answer(&self, request: Request) -> Response {
        let fate = self.faults.fate();
        let is_message = request.uri().path().contains("/messages");
        let is_post = is_message && [Method::POST, Method::PATCH].contains(request.method());
        if is_post && self.tripwire.trip(Moment::BeforePost) {
            tokio::time::sleep(KILLED_BY_THEN).await;
            return broken();
        }
        // Read first, so that it can be forwarded even if the bot is killed.
        let (head, body) = request.into_parts();
        let Ok(body) = axum::body::to_bytes(body, usize::MAX).await else { return broken() };
        let pause = match fate {
            Fate::Refused(status) => return refused(status),
            Fate::Lost => return broken(),
            Fate::Unanswered => {
                tokio::time::sleep(NEVER).await;
                return broken();
            }
            Fate::Late(pause) | Fate::Belated(_, pause) => pause,
            Fate::Answered | Fate::Denied(_) | Fate::Cut => Duration::ZERO,
        };
        let proxy = self.clone();
        // It goes on even if the bot is killed meanwhile, and nobody is waiting here anymore.
        let forwarded = tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            proxy.forward(head, body).await
        });
        if let Fate::Belated(status, _) = fate {
            return refused(status);
        }
        let Ok(Ok(answer)) = forwarded.await else { return broken() };
        if is_post && self.tripwire.trip(Moment::AfterPost) {
            tokio::time::sleep(KILLED_BY_THEN).await;
            return broken();
        }
        match fate {
            Fate::Denied(status) => refused(status),
            Fate::Cut => broken(),
            _ => answer,
        }
    }

    async fn forward(&self, mut head: Parts, body: Bytes) -> anyhow::Result<Response> {
        for ours in [header::HOST, header::CONTENT_LENGTH] {
            head.headers.remove(ours);
        }
        let url = format!("{}{}", self.discord, head.uri);
        let answer = self.http.request(head.method, url).headers(head.headers).body(body).send().await?;
        let (status, mut headers) = (answer.status(), answer.headers().clone());
        for ours in [header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::CONNECTION] {
            headers.remove(ours);
        }
        Ok((status, headers, answer.bytes().await?).into_response())
    }
}

fn refused(status: StatusCode) -> Response {
    if status != StatusCode::TOO_MANY_REQUESTS {
        return status.into_response();
    }
    let body = r#"{"message": "You are being rate limited.", "retry_after": 0.3, "global": false}"#;
    (status, [(header::RETRY_AFTER, "1"), (header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// A response whose connection breaks in the middle.
fn broken() -> Response {
    let nothing: Result<Bytes, io::Error> = Err(io::ErrorKind::ConnectionReset.into());
    Body::from_stream(stream::iter([nothing])).into_response()
}

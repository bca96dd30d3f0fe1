//! Stands between one bot and Discord's REST, and spoils what passes as the weather is.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures::stream;
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use tokio::net::TcpListener;

use super::tripwire::{KILLED_BY_THEN, Moment, Tripwire};

/// How REST is for all bots at present; clones are the same.
#[derive(Clone)]
pub(super) struct Weather {
    is_bad: Arc<AtomicBool>,
    dice: Arc<Mutex<StdRng>>,
    spoiled: Arc<AtomicUsize>,
}

/// What becomes of a request.
#[derive(Debug, Clone, Copy)]
enum Fate {
    Answered,
    Late(Duration),
    /// It does not reach Discord, and this is the answer.
    Refused(StatusCode),
    /// Discord does what it asks, and this is the answer all the same.
    Denied(StatusCode),
    /// It does not reach Discord, and the connection breaks.
    Lost,
    /// Discord does what it asks, and the connection breaks before the answer.
    Cut,
}

impl Weather {
    pub fn new(seed: u64) -> Self {
        let dice = Arc::new(Mutex::new(StdRng::seed_from_u64(seed)));
        Self { is_bad: Arc::default(), dice, spoiled: Arc::default() }
    }

    /// From now on requests are spoiled at random, or no longer.
    pub fn set_bad(&self, is_bad: bool) {
        self.is_bad.store(is_bad, Ordering::SeqCst);
    }

    /// How many requests have been spoiled.
    pub fn spoiled(&self) -> usize {
        self.spoiled.load(Ordering::SeqCst)
    }

    fn fate(&self) -> Fate {
        if !self.is_bad.load(Ordering::SeqCst) {
            return Fate::Answered;
        }
        let mut dice = self.dice.lock().unwrap_or_else(PoisonError::into_inner);
        let failures = [StatusCode::INTERNAL_SERVER_ERROR, StatusCode::BAD_GATEWAY, StatusCode::SERVICE_UNAVAILABLE];
        let failure = failures[dice.random_range(0..failures.len())];
        let fate = match dice.random_range(0..100) {
            0..=3 => Fate::Late(Duration::from_millis(dice.random_range(50..1500))),
            4 => Fate::Refused(StatusCode::TOO_MANY_REQUESTS),
            5..=6 => Fate::Refused(failure),
            7 => Fate::Denied(failure),
            8 => Fate::Lost,
            9 => Fate::Cut,
            _ => return Fate::Answered,
        };
        self.spoiled.fetch_add(1, Ordering::SeqCst);
        fate
    }
}

/// The REST of one bot.
#[derive(Clone)]
struct Wire {
    discord: String,
    http: reqwest::Client,
    weather: Weather,
    tripwire: Tripwire,
}

/// Opens a way to Discord for one bot; its address.
pub(super) async fn open(discord: String, weather: Weather, tripwire: Tripwire) -> io::Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let wire = Wire { discord, http: reqwest::Client::new(), weather, tripwire };
    let app = Router::new().fallback(pass).with_state(wire);
    tokio::spawn(async move { axum::serve(listener, app).await });
    Ok(address)
}

async fn pass(State(wire): State<Wire>, request: Request) -> Response {
    let is_post =
        [Method::POST, Method::PATCH].contains(request.method()) && request.uri().path().contains("/messages");
    if is_post && wire.tripwire.trip(Moment::BeforePost) {
        tokio::time::sleep(KILLED_BY_THEN).await;
        return broken();
    }
    let fate = wire.weather.fate();
    match fate {
        Fate::Refused(status) => return refused(status),
        Fate::Lost => return broken(),
        Fate::Late(pause) => tokio::time::sleep(pause).await,
        Fate::Answered | Fate::Denied(_) | Fate::Cut => {}
    }
    let answer = match forward(&wire, request).await {
        Ok(answer) => answer,
        Err(error) => {
            tracing::warn!(%error, "a request did not get through");
            return broken();
        }
    };
    if is_post && wire.tripwire.trip(Moment::AfterPost) {
        tokio::time::sleep(KILLED_BY_THEN).await;
        return broken();
    }
    match fate {
        Fate::Denied(status) => refused(status),
        Fate::Cut => broken(),
        _ => answer,
    }
}

async fn forward(wire: &Wire, request: Request) -> anyhow::Result<Response> {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await?;
    let mut sent = wire.http.request(head.method, format!("{}{}", wire.discord, head.uri)).body(body);
    for (name, value) in head.headers.iter().filter(|it| ![header::HOST, header::CONTENT_LENGTH].contains(it.0)) {
        sent = sent.header(name, value);
    }
    let answer = sent.send().await?;
    let mut response = Response::builder().status(answer.status());
    for (name, value) in answer.headers() {
        let is_ours = [header::CONTENT_LENGTH, header::TRANSFER_ENCODING, header::CONNECTION].contains(name);
        if !is_ours {
            response = response.header(name, value);
        }
    }
    Ok(response.body(Body::from(answer.bytes().await?))?)
}

fn refused(status: StatusCode) -> Response {
    if status != StatusCode::TOO_MANY_REQUESTS {
        return status.into_response();
    }
    let body = r#"{"message": "You are being rate limited.", "retry_after": 0.3, "global": false}"#;
    (status, [(header::RETRY_AFTER, "1"), (header::CONTENT_TYPE, "application/json")], body).into_response()
}

/// An answer in the midst of which the connection breaks.
fn broken() -> Response {
    let nothing: Result<Bytes, io::Error> = Err(io::ErrorKind::ConnectionReset.into());
    Body::from_stream(stream::iter([nothing])).into_response()
}

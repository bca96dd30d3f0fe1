//! Stands between the bot and the playground's REST, and spoils what it is told to.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::{Json, Router};
use playground::Playground;
use serde_json::Value;

/// What becomes of a request.
#[derive(Clone, Copy)]
pub enum Fate {
    /// The playground answers it.
    Answered,
    /// The playground answers it, some time later.
    Late(Duration),
    /// It fails with a status, and the playground does not see it.
    Failed(u16),
    /// The playground answers it, and the answer is changed.
    Changed(fn(&mut Value)),
}

type Rule = Box<dyn Fn(&str, &str) -> Fate + Send>;

/// Requests go through here; clones are the same one.
#[derive(Clone)]
pub struct Between {
    base: String,
    http: reqwest::Client,
    rule: Arc<Mutex<Rule>>,
    failed: Arc<Mutex<Vec<String>>>,
    address: std::net::SocketAddr,
}

impl Between {
    pub async fn start(playground: &Playground) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let between = Self {
            base: playground.url(),
            http: reqwest::Client::new(),
            rule: Arc::new(Mutex::new(Box::new(|_, _| Fate::Answered))),
            failed: Arc::default(),
            address: listener.local_addr().unwrap(),
        };
        let app = Router::new().fallback(pass).with_state(between.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        between
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on, method and path decide what becomes of a request.
    pub fn rule(&self, rule: impl Fn(&str, &str) -> Fate + Send + 'static) {
        *self.rule.lock().unwrap() = Box::new(rule);
    }

    /// The bodies of the requests that have failed.
    pub fn failed(&self) -> Vec<String> {
        self.failed.lock().unwrap().clone()
    }
}

async fn pass(State(between): State<Between>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let fate = (between.rule.lock().unwrap())(head.method.as_str(), head.uri.path());
    if let Fate::Failed(status) = fate {
        between.failed.lock().unwrap().push(String::from_utf8_lossy(&body).into_owned());
        return StatusCode::from_u16(status).unwrap().into_response();
    }
    if let Fate::Late(pause) = fate {
        tokio::time::sleep(pause).await;
    }
    let mut sent = between.http.request(head.method, format!("{}{}", between.base, head.uri)).body(body);
    for (name, value) in head.headers.iter().filter(|it| it.0 != "host" && it.0 != "content-length") {
        sent = sent.header(name, value);
    }
    let answer = sent.send().await.unwrap();
    let (status, kind) = (answer.status(), answer.headers().get("content-type").cloned());
    let bytes: Bytes = answer.bytes().await.unwrap();
    if let Fate::Changed(change) = fate {
        let mut value = serde_json::from_slice(&bytes).unwrap();
        change(&mut value);
        return (status, Json(value)).into_response();
    }
    let response = Response::builder().status(status);
    let response = kind.into_iter().fold(response, |response, it| response.header("content-type", it));
    response.body(Body::from(bytes)).unwrap()
}

//! A board's page as a program sees it: the link, the cookie, and what is asked for.

use std::time::Duration;

use futures::StreamExt as _;
use reqwest::{Client, Method, RequestBuilder, Response, header};
use serde_json::{Value, json};

use super::looking::ephemeral;
use super::{DEADLINE, Message, Person};

/// Presses *Open Board*, and returns the link.
pub async fn link(person: &Person, board: &Message) -> String {
    let last = person.last_id().await;
    person.press(board, "Open Board").await;
    let is_link = ephemeral("Here's your board");
    let told = person.wait_for("the link", |it| it.id > last && is_link(it)).await;
    let url = told.parts().find_map(|it| it["url"].as_str()).expect("a link");
    url.to_owned()
}

/// A board's page that somebody has open.
pub struct OpenBoard {
    http: Client,
    /// Where boards are served.
    pub origin: String,
    /// The address of the page.
    pub address: String,
    pub cookie: String,
}

/// A client that follows nothing and keeps nothing.
pub fn client() -> Client {
    Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap()
}

/// Posts a link, as its landing page does.
pub async fn exchange(link: &str) -> Response {
    let (origin, token) = link.split_once("/open/").unwrap();
    let posted = client().post(format!("{origin}/open")).header(header::ORIGIN, origin);
    let body = format!("token={token}");
    posted.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").body(body).send().await.unwrap()
}

impl OpenBoard {
    /// The same board where another process serves it.
    pub fn served_at(&self, origin: &str) -> Self {
        let address = self.address.replace(&self.origin, origin);
        Self { http: client(), origin: origin.to_owned(), address, cookie: self.cookie.clone() }
    }

    /// Opens the board of a message.
    pub async fn of(person: &Person, board: &Message) -> Self {
        Self::by(&link(person, board).await).await
    }

    /// Opens a board by its link.
    pub async fn by(link: &str) -> Self {
        let answer = exchange(link).await;
        assert_eq!(answer.status().as_u16(), 303, "{link} opens");
        let text = |name| answer.headers()[name].to_str().unwrap().to_owned();
        let origin = link.split_once("/open/").unwrap().0.to_owned();
        let cookie = text(header::SET_COOKIE).split(';').next().unwrap().to_owned();
        Self { http: client(), address: format!("{origin}{}", text(header::LOCATION)), origin, cookie }
    }

    pub fn ask(&self, method: Method, path: &str) -> RequestBuilder {
        let asked = self.http.request(method, format!("{}{path}", self.address));
        asked.header(header::COOKIE, &self.cookie).header(header::ORIGIN, &self.origin)
    }

    /// Status and answer.
    pub async fn get(&self, path: &str) -> (u16, Value) {
        let answer = self.ask(Method::GET, path).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    pub async fn state(&self) -> Value {
        let (status, state) = self.get("/state").await;
        assert_eq!(status, 200, "{state}");
        state
    }

    /// Does something; status and answer.
    pub async fn act(&self, what: Value) -> (u16, Value) {
        let answer = self.ask(Method::POST, "/act").json(&what).send().await.unwrap();
        (answer.status().as_u16(), answer.json().await.unwrap_or_default())
    }

    /// Does something that is accepted; the state after it.
    pub async fn done(&self, what: Value) -> Value {
        let (status, answer) = self.act(what.clone()).await;
        assert_eq!(status, 200, "{what}: {}", answer["refusal"]);
        answer["state"].clone()
    }

    /// Plays a move on the present board.
    pub async fn play(&self, text: &str) -> Value {
        let version = self.state().await["version"].clone();
        self.done(json!({ "do": "move", "version": version, "move": text })).await
    }

    /// Does something that is refused; the status and the sentence.
    pub async fn refused(&self, what: Value) -> (u16, String) {
        let (status, answer) = self.act(what.clone()).await;
        assert!(status >= 400, "{what} is refused");
        (status, answer["refusal"].as_str().expect("a sentence").to_owned())
    }

    /// Hears what happens, from after a state on.
    pub async fn hear(&self, since: Option<&str>) -> Events {
        let asked = self.ask(Method::GET, "/events");
        let asked = since.into_iter().fold(asked, |it, since| it.header("Last-Event-ID", since));
        let answer = asked.send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 200);
        Events { stream: answer.bytes_stream().boxed(), read: Vec::new() }
    }
}

/// Server-sent events.
pub struct Events {
    stream: futures::stream::BoxStream<'static, reqwest::Result<axum::body::Bytes>>,
    read: Vec<u8>,
}

impl Events {
    /// The next state.
    pub async fn next(&mut self) -> Value {
        tokio::time::timeout(DEADLINE, self.wait()).await.expect("an event comes in time")
    }

    /// Whether nothing comes for so long.
    pub async fn is_silent(&mut self, time: Duration) -> bool {
        tokio::time::timeout(time, self.wait()).await.is_err()
    }

    async fn wait(&mut self) -> Value {
        loop {
            if let Some(end) = self.read.windows(2).position(|it| it == b"\n\n") {
                let event = String::from_utf8(self.read.drain(..end + 2).collect()).expect("text");
                let data = event.lines().find_map(|it| it.strip_prefix("data: ")).map(str::to_owned);
                if let Some(data) = data {
                    return serde_json::from_str(&data).unwrap_or(Value::String(data));
                }
                continue;
            }
            let more = self.stream.next().await.expect("the stream goes on").expect("the stream goes on");
            self.read.extend_from_slice(&more);
        }
    }
}

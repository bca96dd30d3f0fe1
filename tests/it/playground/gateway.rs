//! The playground's gateway, word by word: shards, several processes of one bot, resumes, and what ends a connection.

use std::time::Duration;

use futures::{SinkExt as _, StreamExt as _};
use playground::{Playground, Settings, ids};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

const DEADLINE: Duration = Duration::from_secs(10);
/// Guilds, their messages, direct messages, and what stands in them.
const INTENTS: u64 = 1 | 1 << 9 | 1 << 12 | 1 << 15;

async fn playground() -> Playground {
    Playground::start(Settings::default()).await.expect("the playground starts")
}

/// A connection to the gateway.
pub struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Line {
    async fn open(playground: &Playground) -> Self {
        let url = format!("ws://{}/gateway", playground.address());
        let (socket, _) = tokio_tungstenite::connect_async(url).await.expect("connected");
        let mut line = Self(socket);
        assert_eq!(line.hear().await.expect("a word")["op"], 10);
        line
    }

    pub async fn identified(playground: &Playground, shard: Value) -> (Self, Value) {
        let mut line = Self::open(playground).await;
        line.say(json!({"op": 2, "d": {"token": playground.token(), "intents": INTENTS, "shard": shard}})).await;
        let ready = line.event().await;
        assert_eq!((&ready["t"], &ready["d"]["shard"]), (&json!("READY"), &shard));
        (line, ready["d"].clone())
    }

    async fn say(&mut self, word: Value) {
        self.say_text(&word.to_string()).await;
    }

    async fn say_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.expect("said");
    }

    /// The next word, or the code that the connection is closed with (none where it just breaks off).
    async fn hear(&mut self) -> Result<Value, Option<u16>> {
        loop {
            match tokio::time::timeout(DEADLINE, self.0.next()).await.expect("something is heard") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Close(frame))) => return Err(frame.map(|it| it.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(None),
            }
        }
    }

    pub async fn event(&mut self) -> Value {
        self.hear().await.expect("the connection is open")
    }

    /// The next event must be a message, and say this.
    async fn hears_message(&mut self, content: &str) -> u64 {
        let event = self.event().await;
        assert_eq!((&event["t"], &event["d"]["content"]), (&json!("MESSAGE_CREATE"), &json!(content)));
        event["s"].as_u64().expect("a number")
    }

    async fn close_code(mut self) -> u16 {
        self.hear().await.expect_err("it closes").expect("a code")
    }
}

fn resume(playground: &Playground, ready: &Value, seq: u64) -> Value {
    json!({"op": 6, "d": {"token": playground.token(), "session_id": ready["session_id"], "seq": seq}})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shards_divide_guilds_and_the_first_has_direct_messages() {
    let playground = playground().await;
    let shards = 3;
    let guilds = usize::try_from((ids::GUILD >> 22) % shards).expect("small");
    let mut lines = Vec::new();
    for index in 0..shards {
        lines.push(Line::identified(&playground, json!([index, shards])).await);
    }
    for (index, (line, ready)) in lines.iter_mut().enumerate() {
        let has_guild = index == guilds;
        assert_eq!(ready["guilds"].as_array().map(Vec::len), Some(usize::from(has_guild)));
        if has_guild {
            assert_eq!(line.event().await["t"], "GUILD_CREATE");
        }
    }
    playground.say(ids::ANN, ids::GAMES, "to all").expect("said");
    playground.say(ids::ANN, ids::ANN_DM, "to you").expect("said");
    // The shard of the guild hears it first, if it hears both.
    lines[guilds].0.hears_message("to all").await;
    lines[0].0.hears_message("to you").await;
    // The others heard nothing in between: the next word they hear is the answer to theirs.
    for (line, _) in &mut lines {
        line.say(json!({"op": 1, "d": null})).await;
        assert_eq!(line.event().await["op"], 11);
    }
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_of_the_same_shard_both_hear_and_a_resume_disturbs_nobody() {
    let playground = playground().await;
    let (mut one, ready) = Line::identified(&playground, json!([0, 1])).await;
    let (mut two, _) = Line::identified(&playground, json!([0, 1])).await;
    for line in [&mut one, &mut two] {
        assert_eq!(line.event().await["t"], "GUILD_CREATE");
    }
    playground.say(ids::ANN, ids::GAMES, "first").expect("said");
    let seen = one.hears_message("first").await;
    two.hears_message("first").await;

    // One breaks off and comes back; the other notices nothing of it.
    drop(one);
    playground.say(ids::ANN, ids::GAMES, "second").expect("said");
    let mut one = Line::open(&playground).await;
    one.say(resume(&playground, &ready, seen)).await;
    one.hears_message("second").await;
    assert_eq!(one.event().await["t"], "RESUMED");
    playground.say(ids::ANN, ids::GAMES, "third").expect("said");
    one.hears_message("third").await;
    two.hears_message("second").await;
    two.hears_message("third").await;
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_is_over_or_too_far_behind_is_not_resumed() {
    let playground = playground().await;
    let (line, ready) = Line::identified(&playground, json!([0, 1])).await;
    drop(line);
    // More than the playground remembers.
    for _ in 0..1001 {
        playground.say(ids::ANN, ids::LOUNGE, "and so on").expect("said");
    }
    let mut again = Line::open(&playground).await;
    again.say(resume(&playground, &ready, 1)).await;
    assert_eq!(again.event().await, json!({"op": 9, "t": null, "s": null, "d": false}));

    // Who closes without a code may come back, who says goodbye may not.
    for (farewell, answer) in [(None, json!("RESUMED")), (Some(goodbye()), Value::Null)] {
        let (mut line, ready) = Line::identified(&playground, json!([0, 1])).await;
        line.0.close(farewell).await.expect("closed");
        while line.0.next().await.is_some() {}
        let mut again = Line::open(&playground).await;
        again.say(resume(&playground, &ready, 2)).await;
        assert_eq!(again.event().await["t"], answer);
    }
    playground.stop();
}

fn goodbye() -> CloseFrame<'static> {
    CloseFrame { code: CloseCode::Normal, reason: "".into() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_word_ends_the_connection_with_discords_code() {
    let playground = playground().await;
    let identify = |token: &str, intents: u64, shard: Value| {
        json!({"op": 2, "d": {"token": token, "intents": intents, "shard": shard}}).to_string()
    };
    let token = playground.token();
    for (text, code) in [
        ("nonsense".to_owned(), 4002),
        (json!({"op": 99, "d": null}).to_string(), 4001),
        (json!({"op": 3, "d": null}).to_string(), 4003),
        (identify("wrong", 1, json!([0, 1])), 4004),
        (identify(token, 1, json!([1, 1])), 4010),
        (identify(token, 1, json!([0, 0])), 4010),
        (identify(token, 1 << 1, json!([0, 1])), 4014),
    ] {
        let mut line = Line::open(&playground).await;
        line.say_text(&text).await;
        assert_eq!(line.close_code().await, code, "{text}");
    }
    let (mut line, _) = Line::identified(&playground, json!([0, 1])).await;
    assert_eq!(line.event().await["t"], "GUILD_CREATE");
    line.say_text(&identify(token, 1, json!([0, 1]))).await;
    assert_eq!(line.close_code().await, 4005);
    playground.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sends_no_heartbeat_is_cut_off() {
    let heartbeat = Duration::from_millis(50);
    let playground = Playground::start(Settings { heartbeat, ..Settings::default() }).await.expect("it starts");
    assert_eq!(Line::open(&playground).await.close_code().await, 4009);
    playground.stop();
}

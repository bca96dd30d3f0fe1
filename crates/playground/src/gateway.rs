//! The gateway: sessions, and the WebSocket they are heard through.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::{broadcast, mpsc};

use super::Shared;
use super::ids::{BOT, GUILD};
use super::objects;

/// How many events a session remembers.
const REMEMBERED: usize = 2000;
/// How often the bot shall knock.
const HEARTBEAT_MS: u64 = 20_000;

const GUILDS: u64 = 1;
const PRIVILEGED_OTHERS: u64 = 1 << 1 | 1 << 8;
const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;
const MESSAGE_CONTENT: u64 = 1 << 15;

/// A session of the bot: it outlives connections.
#[derive(Debug)]
pub(crate) struct Session {
    id: String,
    intents: u64,
    seq: u64,
    log: VecDeque<(u64, String)>,
    out: Option<(u64, mpsc::UnboundedSender<String>)>,
}

impl Session {
    /// Whether it asked for messages of the guild, or for direct ones.
    pub(crate) fn hears_messages(&self, guild: bool) -> bool {
        self.intents & if guild { GUILD_MESSAGES } else { DIRECT_MESSAGES } != 0
    }

    /// Whether it asked to read messages.
    pub(crate) fn reads_content(&self) -> bool {
        self.intents & MESSAGE_CONTENT != 0
    }

    /// Sends an event, now or when the bot resumes.
    pub(crate) fn dispatch(&mut self, event: &str, data: &Value) {
        self.seq += 1;
        let text = json!({"op": 0, "t": event, "s": self.seq, "d": data}).to_string();
        if self.log.len() >= REMEMBERED {
            self.log.pop_front();
        }
        self.log.push_back((self.seq, text.clone()));
        self.send(text);
    }

    /// Sends the last events once more.
    pub(crate) fn resend(&self, count: usize) {
        for (_, text) in self.log.iter().skip(self.log.len().saturating_sub(count)) {
            self.send(text.clone());
        }
    }

    fn send(&self, text: String) {
        if let Some((_, out)) = &self.out {
            // A connection that is gone loses nothing: the log keeps it.
            let _ = out.send(text);
        }
    }
}

/// Takes a connection to the gateway.
pub(crate) async fn connect(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    if shared.outage.load(Ordering::SeqCst) {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| serve(shared, socket))
}

/// What becomes of a connection after a word of the bot.
enum Next {
    Stay,
    Close(u16, &'static str),
}

async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let mut cut = shared.cut.subscribe();
    let (out, mut outgoing) = mpsc::unbounded_channel::<String>();
    let connection = shared.connections.fetch_add(1, Ordering::SeqCst);
    let hello = json!({"op": 10, "t": null, "s": null, "d": {"heartbeat_interval": HEARTBEAT_MS, "_trace": []}});
    if socket.send(Frame::Text(hello.to_string().into())).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => break,
            told = cut.recv() => match told {
                Ok(()) | Err(broadcast::error::RecvError::Lagged(_)) => break,
                Err(broadcast::error::RecvError::Closed) => break,
            },
            Some(text) = outgoing.recv() => {
                if socket.send(Frame::Text(text.into())).await.is_err() {
                    break;
                }
            }
            frame = socket.recv() => {
                let text = match frame {
                    Some(Ok(Frame::Text(text))) => text.to_string(),
                    Some(Ok(Frame::Binary(bytes))) => String::from_utf8_lossy(&bytes).into_owned(),
                    Some(Ok(Frame::Close(_))) | Some(Err(_)) | None => break,
                    Some(Ok(_)) => continue,
                };
                if let Next::Close(code, reason) = hear(&shared, connection, &out, &text) {
                    let _ = socket.send(Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
                    break;
                }
            }
        }
    }
    for session in &mut shared.world().sessions {
        if session.out.as_ref().is_some_and(|(by, _)| *by == connection) {
            session.out = None;
        }
    }
}

fn hear(shared: &Shared, connection: u64, out: &mpsc::UnboundedSender<String>, text: &str) -> Next {
    let Ok(said) = serde_json::from_str::<Value>(text) else {
        return Next::Close(4002, "Error while decoding payload.");
    };
    match said["op"].as_u64() {
        Some(1) => {
            let _ = out.send(json!({"op": 11, "t": null, "s": null, "d": null}).to_string());
            Next::Stay
        }
        Some(2) => identify(shared, connection, out, &said["d"]),
        Some(6) => resume(shared, connection, out, &said["d"]),
        Some(3 | 4 | 8 | 31) => Next::Stay,
        _ => Next::Close(4001, "Unknown opcode."),
    }
}

fn token_fits(shared: &Shared, data: &Value) -> bool {
    data["token"].as_str().is_some_and(|t| t.trim_start_matches("Bot ") == shared.token)
}

fn identify(shared: &Shared, connection: u64, out: &mpsc::UnboundedSender<String>, data: &Value) -> Next {
    if !token_fits(shared, data) {
        return Next::Close(4004, "Authentication failed.");
    }
    if data["shard"].is_array() && data["shard"][0].as_u64() >= data["shard"][1].as_u64() {
        return Next::Close(4010, "Invalid shard.");
    }
    let mut world = shared.world();
    let intents = data["intents"].as_u64().unwrap_or(0);
    if intents & PRIVILEGED_OTHERS != 0 || (intents & MESSAGE_CONTENT != 0 && !world.message_content) {
        return Next::Close(4014, "Disallowed intent(s).");
    }
    let id = format!("{:032x}", world.new_id());
    let me = world.person(BOT).map_or(Value::Null, objects::current_user);
    let ready = json!({
        "v": 10, "user": me, "guilds": [{"id": GUILD.to_string(), "unavailable": true}], "session_id": id,
        "session_type": "normal", "resume_gateway_url": shared.gateway_url(), "shard": data.get("shard"),
        "application": {"id": BOT.to_string(), "flags": objects::app_flags(world.message_content)},
        "private_channels": [], "relationships": [], "presences": [], "guild_join_requests": [],
        "geo_ordered_rtc_regions": [], "user_settings": {}, "_trace": [],
    });
    let guild = objects::guild_create(&world.people, &world.channels);
    // One bot, one session that lives: older ones end.
    world.sessions.clear();
    let mut session = Session { id, intents, seq: 0, log: VecDeque::new(), out: Some((connection, out.clone())) };
    session.dispatch("READY", &ready);
    if intents & GUILDS != 0 {
        session.dispatch("GUILD_CREATE", &guild);
    }
    world.sessions.push(session);
    Next::Stay
}

fn resume(shared: &Shared, connection: u64, out: &mpsc::UnboundedSender<String>, data: &Value) -> Next {
    if !token_fits(shared, data) {
        return Next::Close(4004, "Authentication failed.");
    }
    let mut world = shared.world();
    let seq = data["seq"].as_u64().unwrap_or(0);
    let found = world.sessions.iter_mut().find(|s| data["session_id"] == s.id.as_str());
    let session = match found {
        Some(session) if seq <= session.seq && session.log.front().is_none_or(|(first, _)| *first <= seq + 1) => {
            session
        }
        _ => {
            let _ = out.send(json!({"op": 9, "t": null, "s": null, "d": false}).to_string());
            return Next::Stay;
        }
    };
    session.out = Some((connection, out.clone()));
    for (_, text) in session.log.iter().filter(|(at, _)| *at > seq) {
        session.send(text.clone());
    }
    session.dispatch("RESUMED", &json!({"_trace": []}));
    Next::Stay
}

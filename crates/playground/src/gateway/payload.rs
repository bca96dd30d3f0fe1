//! What is said on the gateway, in both directions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::objects::{CurrentUser, Nothing, PartialApplication, UnavailableGuild};
use super::shard::Shard;

/// An event.
pub(crate) const DISPATCH: u8 = 0;
/// The bot knocks.
pub(crate) const HEARTBEAT: u8 = 1;
/// The bot begins a session.
pub(crate) const IDENTIFY: u8 = 2;
/// The bot takes a session up again.
pub(crate) const RESUME: u8 = 6;
/// The bot is to connect anew.
const RECONNECT: u8 = 7;
/// The session cannot be taken up again.
const INVALID_SESSION: u8 = 9;
/// The first word of the gateway.
const HELLO: u8 = 10;
/// The answer to a heartbeat.
const HEARTBEAT_ACK: u8 = 11;

/// A word of the gateway.
#[derive(Debug, Serialize)]
pub(crate) struct OutgoingPayload<'a, T> {
    op: u8,
    t: Option<&'a str>,
    s: Option<u64>,
    d: T,
}

impl<T: Serialize> OutgoingPayload<'_, T> {
    /// As it goes over the line.
    fn text(&self) -> String {
        // Everything that is said here has text keys, so it can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// An event with its number.
pub(crate) fn event<T: Serialize>(name: &str, number: u64, data: &T) -> String {
    OutgoingPayload { op: DISPATCH, t: Some(name), s: Some(number), d: data }.text()
}

/// How often the bot shall knock.
pub(crate) fn hello(heartbeat_ms: u128) -> String {
    #[derive(Serialize)]
    struct Hello {
        heartbeat_interval: u128,
        _trace: Nothing,
    }
    OutgoingPayload { op: HELLO, t: None, s: None, d: Hello { heartbeat_interval: heartbeat_ms, _trace: [] } }.text()
}

/// A heartbeat was heard.
pub(crate) fn heartbeat_ack() -> String {
    OutgoingPayload { op: HEARTBEAT_ACK, t: None, s: None, d: () }.text()
}

/// The bot is to connect anew, and to take its session up again.
pub(crate) fn reconnect() -> String {
    OutgoingPayload { op: RECONNECT, t: None, s: None, d: () }.text()
}

/// The session is not valid; it may be taken up again on another connection, or is gone.
pub(crate) fn invalid_session(resumable: bool) -> String {
    OutgoingPayload { op: INVALID_SESSION, t: None, s: None, d: resumable }.text()
}

/// The first event of a session.
#[derive(Debug, Serialize)]
pub(crate) struct Ready {
    pub(crate) v: u8,
    pub(crate) user: Option<CurrentUser>,
    pub(crate) guilds: Vec<UnavailableGuild>,
    pub(crate) session_id: String,
    pub(crate) session_type: &'static str,
    pub(crate) resume_gateway_url: String,
    pub(crate) shard: Shard,
    pub(crate) application: PartialApplication,
    #[serde(flatten)]
    pub(crate) rest: ReadyRest,
}

/// What is always empty for bots.
#[derive(Debug, Default, Serialize)]
pub(crate) struct ReadyRest {
    private_channels: Nothing,
    relationships: Nothing,
    presences: Nothing,
    guild_join_requests: Nothing,
    geo_ordered_rtc_regions: Nothing,
    user_settings: BTreeMap<(), ()>,
    _trace: Nothing,
}

/// The session has been taken up again.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Resumed {
    _trace: Nothing,
}

/// A word of the bot.
#[derive(Debug, Deserialize)]
pub(crate) struct IncomingPayload {
    /// Which one.
    pub(crate) op: u8,
    /// What it comes with.
    #[serde(default)]
    pub(crate) d: Value,
}

/// How the bot begins a session.
#[derive(Debug, Deserialize)]
pub(crate) struct Identify {
    /// Its token.
    pub(crate) token: String,
    /// What it wants to hear.
    pub(crate) intents: u64,
    /// Which part of the guilds it takes.
    #[serde(default)]
    pub(crate) shard: Option<Shard>,
}

/// How the bot takes a session up again.
#[derive(Debug, Deserialize)]
pub(crate) struct Resume {
    /// Its token.
    pub(crate) token: String,
    /// The session.
    pub(crate) session_id: String,
    /// The last event it has heard.
    pub(crate) seq: u64,
}

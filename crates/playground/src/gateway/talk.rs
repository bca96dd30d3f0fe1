//! What the bot says on a connection, and what comes of it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::super::ids::{BOT, GUILD};
use super::super::objects::{CurrentUser, PartialApplication, UnavailableGuild};
use super::super::shared::Shared;
use super::payload::{self, HEARTBEAT, IDENTIFY, IncomingPayload, RESUME, Ready, ReadyRest};
use super::session::{Line, MESSAGE_CONTENT, Session};
use super::shard::Shard;

const GUILDS: u64 = 1;
/// Members and presences: the playground does not grant them.
const PRIVILEGED_OTHERS: u64 = 1 << 1 | 1 << 8;

/// What becomes of a connection after a word of the bot.
pub(crate) enum AfterFrame {
    Stay,
    Beat,
    Close(u16, &'static str),
}

const MALFORMED: AfterFrame = AfterFrame::Close(4002, "Error while decoding payload.");

/// A connection's conversation.
pub(crate) struct Talk<'a> {
    shared: &'a Arc<Shared>,
    line: Line,
    has_session: bool,
}

impl<'a> Talk<'a> {
    /// One that begins.
    pub(crate) fn new(shared: &'a Arc<Shared>, line: Line) -> Self {
        Self { shared, line, has_session: false }
    }

    /// Takes a word of the bot.
    pub(crate) fn hear(&mut self, text: &str) -> AfterFrame {
        let Ok(heard) = serde_json::from_str::<IncomingPayload>(text) else { return MALFORMED };
        match heard.op {
            HEARTBEAT if self.shared.deaf.load(Ordering::SeqCst) => AfterFrame::Beat,
            HEARTBEAT => {
                self.line.send(payload::heartbeat_ack());
                AfterFrame::Beat
            }
            IDENTIFY | RESUME if self.has_session => AfterFrame::Close(4005, "Already authenticated."),
            IDENTIFY => with(heard.d, |data: payload::Identify| self.identify(&data)),
            RESUME => with(heard.d, |data: payload::Resume| self.resume(&data)),
            // Presences, voice states, members and sounds.
            3 | 4 | 8 | 31 if self.has_session => AfterFrame::Stay,
            3 | 4 | 8 | 31 => AfterFrame::Close(4003, "Not authenticated."),
            _ => AfterFrame::Close(4001, "Unknown opcode."),
        }
    }

    fn knows(&self, token: &str) -> bool {
        token.trim_start_matches("Bot ") == self.shared.token
    }

    fn identify(&mut self, data: &payload::Identify) -> AfterFrame {
        if !self.knows(&data.token) {
            return AfterFrame::Close(4004, "Authentication failed.");
        }
        let shard = data.shard.unwrap_or(Shard::WHOLE);
        if !shard.is_valid() {
            return AfterFrame::Close(4010, "Invalid shard.");
        }
        let closed = data.intents & MESSAGE_CONTENT != 0 && !self.shared.settings.message_content;
        if closed || data.intents & PRIVILEGED_OTHERS != 0 {
            return AfterFrame::Close(4014, "Disallowed intent(s).");
        }
        self.begin(shard, data.intents);
        AfterFrame::Stay
    }

    fn begin(&mut self, shard: Shard, intents: u64) {
        let mut world = self.shared.world();
        let id = format!("{:032x}", world.new_id());
        let in_guild = shard.hears(Some(GUILD));
        let ready = Ready {
            v: 10,
            user: world.person(BOT).map(CurrentUser::from),
            guilds: in_guild.then(UnavailableGuild::new).into_iter().collect(),
            session_id: id.clone(),
            session_type: "normal",
            resume_gateway_url: self.shared.gateway_url(),
            shard,
            application: PartialApplication::new(world.message_content),
            rest: ReadyRest::default(),
        };
        let mut session = Session::new(id, shard, intents, self.line.clone());
        session.dispatch("READY", &ready);
        if in_guild && intents & GUILDS != 0 {
            session.dispatch("GUILD_CREATE", &world.guild_object());
        }
        world.sessions.add(session);
        self.has_session = true;
    }

    fn resume(&mut self, data: &payload::Resume) -> AfterFrame {
        if !self.knows(&data.token) {
            return AfterFrame::Close(4004, "Authentication failed.");
        }
        let resumed = self.shared.world().sessions.resume(&data.session_id, data.seq, self.line.clone());
        if resumed {
            self.has_session = true;
        } else {
            self.line.send(payload::invalid_session(false));
        }
        AfterFrame::Stay
    }
}

/// Goes on with what the bot said, if it can be read.
fn with<T: DeserializeOwned>(data: Value, go_on: impl FnOnce(T) -> AfterFrame) -> AfterFrame {
    serde_json::from_value(data).map_or(MALFORMED, go_on)
}

//! Sessions of the bot: each has its shard, its numbers and its memory, and outlives connections.

use std::collections::VecDeque;

use serde::Serialize;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::payload;
use super::shard::Shard;

/// How many connected sessions are kept.
const SESSIONS: usize = 64;
/// How many sessions without a connection are kept for a resume.
const IDLE: usize = 8;
/// How many events a session remembers for a resume.
const REMEMBERED: usize = 1000;
/// How many words may wait for a connection that does not read.
pub(crate) const WAITING: usize = 2 * REMEMBERED;

const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;
/// The privileged intent to read messages.
pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;

/// A connection, as a session knows it.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// Its number.
    pub(crate) number: u64,
    /// What is to be sent.
    pub(crate) out: mpsc::Sender<String>,
    /// Ends it.
    pub(crate) cut: CancellationToken,
}

impl Line {
    /// Sends a word; a connection that does not read is cut.
    pub(crate) fn send(&self, text: String) {
        if self.out.try_send(text).is_err() {
            self.cut.cancel();
        }
    }
}

/// A session.
#[derive(Debug)]
pub(crate) struct Session {
    id: String,
    shard: Shard,
    intents: u64,
    last: u64,
    log: VecDeque<(u64, String)>,
    line: Option<Line>,
}

impl Session {
    /// A session that begins.
    pub(crate) fn new(id: String, shard: Shard, intents: u64, line: Line) -> Self {
        Self { id, shard, intents, last: 0, log: VecDeque::new(), line: Some(line) }
    }

    /// Whether it asked for messages of guilds, or for direct ones.
    pub(crate) fn hears_messages(&self, guild: Option<u64>) -> bool {
        self.intents & if guild.is_some() { GUILD_MESSAGES } else { DIRECT_MESSAGES } != 0
    }

    /// Whether it asked to read messages.
    pub(crate) fn reads_content(&self) -> bool {
        self.intents & MESSAGE_CONTENT != 0
    }

    /// Sends an event, now or when the bot resumes.
    pub(crate) fn dispatch<T: Serialize>(&mut self, event: &str, data: &T) {
        self.last += 1;
        let text = payload::event(event, self.last, data);
        if self.log.len() >= REMEMBERED {
            self.log.pop_front();
        }
        self.log.push_back((self.last, text.clone()));
        self.send(text);
    }

    fn send(&self, text: String) {
        // Without a connection nothing is lost: the log keeps it.
        if let Some(line) = &self.line {
            line.send(text);
        }
    }

    /// Sends the last events once more.
    fn resend(&self, count: usize) {
        for (_, text) in self.log.iter().skip(self.log.len().saturating_sub(count)) {
            self.send(text.clone());
        }
    }

    /// Whether it still knows everything after an event.
    fn remembers_since(&self, seen: u64) -> bool {
        seen <= self.last && self.log.front().is_none_or(|(first, _)| *first <= seen + 1)
    }

    fn resume(&mut self, seen: u64, line: Line) {
        self.hang_up();
        self.line = Some(line);
        for (_, text) in self.log.iter().filter(|(number, _)| *number > seen) {
            self.send(text.clone());
        }
        self.dispatch("RESUMED", &payload::Resumed::default());
    }

    fn is_on(&self, line: u64) -> bool {
        self.line.as_ref().is_some_and(|it| it.number == line)
    }

    fn hang_up(&mut self) {
        if let Some(line) = self.line.take() {
            line.cut.cancel();
        }
    }
}

/// All sessions, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Sessions(VecDeque<Session>);

impl Sessions {
    /// Keeps a new one; the oldest go where there are too many.
    pub(crate) fn add(&mut self, session: Session) {
        self.0.push_back(session);
        self.keep(SESSIONS, |it| it.line.is_some());
        self.keep(IDLE, |it| it.line.is_none());
    }

    /// Keeps so many of some kind, and drops the oldest.
    fn keep(&mut self, most: usize, is_meant: impl Fn(&Session) -> bool) {
        while self.0.iter().filter(|it| is_meant(it)).count() > most {
            let oldest = self.0.iter().position(&is_meant).and_then(|place| self.0.remove(place));
            oldest.into_iter().for_each(|mut it| it.hang_up());
        }
    }

    /// Takes a session up again on another connection; whether that is possible.
    pub(crate) fn resume(&mut self, id: &str, seen: u64, line: Line) -> bool {
        let found = self.0.iter_mut().find(|it| it.id == id && it.remembers_since(seen));
        found.map(|session| session.resume(seen, line)).is_some()
    }

    /// The sessions that hear of a guild, or, without one, of direct messages.
    pub(crate) fn hearing(&mut self, guild: Option<u64>) -> impl Iterator<Item = &mut Session> {
        self.0.iter_mut().filter(move |it| it.shard.hears(guild))
    }

    /// The connection is gone; its session waits for a resume.
    pub(crate) fn leave(&mut self, line: u64) {
        for session in self.0.iter_mut().filter(|it| it.is_on(line)) {
            session.line = None;
        }
    }

    /// The session of a connection is over.
    pub(crate) fn end(&mut self, line: u64) {
        self.0.retain(|it| !it.is_on(line));
    }

    /// Sends the last events of each session once more.
    pub(crate) fn resend(&self, count: usize) {
        for session in &self.0 {
            session.resend(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_sessions_go_first_those_without_a_connection_earlier() {
        let mut sessions = Sessions::default();
        let (out, _hearing) = mpsc::channel(WAITING);
        let mut begin = |number: usize| {
            let number = u64::try_from(number).unwrap();
            let line = Line { number, out: out.clone(), cut: CancellationToken::new() };
            sessions.add(Session::new(number.to_string(), Shard::WHOLE, 0, line.clone()));
            if number % 2 == 1 {
                sessions.leave(number);
            }
            line
        };
        let lines: Vec<Line> = (0..=2 * SESSIONS).map(&mut begin).collect();
        let cut = |number: usize| lines[number].cut.is_cancelled();
        assert!(cut(0) && !cut(2), "one too many was connected");
        let mut resumes = |number: usize| sessions.resume(&number.to_string(), 0, lines[2].clone());
        let last = 2 * SESSIONS - 1;
        let forgotten = last - 2 * IDLE;
        assert!(!resumes(forgotten) && resumes(forgotten + 2) && resumes(last));
    }
}

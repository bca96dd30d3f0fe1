//! Watches the shards: slows down their reconnects, and ends the connection if serenity has given up on one of them.
//!
//! Serenity reconnects without a pause where the gateway breaks connections, and every five seconds where it denies
//! sessions, of which a bot may ask for a thousand a day. And it never asks again for a shard that Discord refuses. A shard
//! looks up the gateway's address before it connects, so here it has to wait for that.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ConnectionStage, ShardId, ShardManager, ShardRunnerMessage};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::options::{Patience, Shards};
use super::rest_client::ConnectError;
use play::Shard;

/// How often the shards are looked at, and how long the address is withheld while all is well.
const TICK: Duration = Duration::from_millis(100);

/// The longest pause between two connections of a bot: shorter ones would use up the day's sessions. Shards that all stand
/// for so long are no part of a storm.
const MAX_PAUSE: Duration = Duration::from_secs(90);

/// A connection that has not stood this long may be part of a storm, even if others wait for their turn.
const SETTLED: Duration = Duration::from_secs(3);

/// The code with which a session is ended.
const NORMAL: u16 = 1000;

/// How long saying goodbye may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// The shards of this process, and whether each of them hears Discord.
#[derive(Default)]
pub struct Sessions {
    shards: parking_lot::Mutex<BTreeMap<Shard, bool>>,
    /// Those that ever had a session.
    known: parking_lot::Mutex<BTreeSet<Shard>>,
}

impl Sessions {
    /// Notes whether a shard has a session.
    fn set(&self, shard: Shard, connected: bool) {
        metrics::shard(shard.index, connected);
        self.shards.lock().insert(shard, connected);
        if connected {
            self.known.lock().insert(shard);
        }
    }

    /// Whether a shard ever had a session.
    fn is_known(&self, shard: Shard) -> bool {
        self.known.lock().contains(&shard)
    }

    /// The shards that hear Discord, in order; none in a process without shards.
    pub fn heard(&self) -> Vec<Shard> {
        self.shards.lock().iter().filter(|it| *it.1).map(|it| *it.0).collect()
    }

    /// Why this process does not get events, in words, if it does not.
    pub fn hindrance(&self) -> Option<String> {
        let shards = self.shards.lock();
        let deaf: Vec<String> = shards.iter().filter(|it| !it.1).map(|it| it.0.index.to_string()).collect();
        match (shards.is_empty(), deaf.is_empty()) {
            (true, _) => Some("the bot isn't connected to Discord yet".to_owned()),
            (_, false) => Some(format!("without a session: shard {}", deaf.join(", "))),
            _ => None,
        }
    }
}

/// Watches over the shards of this process.
pub(super) struct Watch<'a> {
    pub manager: &'a ShardManager,
    pub shards: Shards,
    /// How many shards Discord advises in all.
    pub advised: u32,
    /// The address that serenity looks up whenever a shard connects.
    pub address: &'a Mutex<String>,
    pub patience: Patience,
    pub sessions: &'a Sessions,
}

impl Watch<'_> {
    /// Ends, with the reason, when a shard has no session and none is asked for anymore.
    pub async fn run(&self) -> ConnectError {
        let mut withheld = self.address.lock().await;
        let mut pace = Pace::from(Instant::now(), self.shards);
        let (mut heartbeats, mut absences) = (Heartbeats::default(), Absences::default());
        loop {
            tokio::time::sleep(TICK).await;
            let now = Instant::now();
            let (heard, missing) = self.look(&mut heartbeats, now).await;
            pace.look(heard.len(), missing.is_empty(), now);
            absences.look(&missing, now);
            if pace.withholds(now) {
                continue;
            }
            drop(withheld);
            // A shard that has waited for the address connects now.
            if self.address.try_lock().is_err() {
                pace.begin(heard.len(), now);
            } else if let Some(shard) = absences.longer_than(self.patience.session, pace.last, now) {
                return self.without_session(shard);
            }
            withheld = self.address.lock().await;
        }
    }

    /// Notes which shards hear Discord. Returns those that do, and those that don't.
    async fn look(&self, heartbeats: &mut Heartbeats, now: Instant) -> (Vec<u32>, Vec<u32>) {
        let runners = self.manager.runners.lock().await;
        let connected = |index: &u32| runners.get(&ShardId(*index)).filter(|it| it.stage == ConnectionStage::Connected);
        let is_heard = |index: &u32| {
            let latency = connected(index).map(|it| it.latency);
            heartbeats.look(*index, latency, now).is_some_and(|it| now - it < self.patience.heartbeat)
        };
        let (heard, missing): (Vec<u32>, Vec<u32>) = (self.shards.first..=self.shards.last).partition(is_heard);
        self.note(&heard, true);
        self.note(&missing, false);
        (heard, missing)
    }

    fn note(&self, indexes: &[u32], connected: bool) {
        for index in indexes {
            self.sessions.set(Shard { index: *index, total: self.shards.total }, connected);
        }
    }

    fn without_session(&self, shard: u32) -> ConnectError {
        let (total, advised) = (self.shards.total, self.advised);
        if self.sessions.is_known(Shard { index: shard, total }) {
            ConnectError::LostShard { shard, total }
        } else {
            ConnectError::RefusedShard { shard, total, advised }
        }
    }

    /// Closes the sessions of all shards.
    pub async fn close(&self) {
        self.note(&(self.shards.first..=self.shards.last).collect::<Vec<_>>(), false);
        // All are told first: serenity tells one after the other, and waits forever for one that does not answer.
        for (id, runner) in &*self.manager.runners.lock().await {
            runner.runner_tx.send_to_shard(ShardRunnerMessage::Shutdown(*id, NORMAL));
        }
        if tokio::time::timeout(GOODBYE, self.manager.shutdown_all()).await.is_err() {
            tracing::warn!("not every shard has said goodbye in time");
        }
    }
}

/// When each shard gave its last sign of life.
///
/// Serenity calls a shard connected until it has noticed that it isn't, which takes up to two heartbeats, or for good where
/// a connection that it asks for is never answered. But each heartbeat that Discord acknowledges has another latency.
#[derive(Default)]
struct Heartbeats(BTreeMap<u32, (Option<Duration>, Instant)>);

impl Heartbeats {
    /// When a shard with this latency gave its last sign of life; never, if it isn't connected.
    fn look(&mut self, shard: u32, latency: Option<Option<Duration>>, now: Instant) -> Option<Instant> {
        let Some(latency) = latency else {
            self.0.remove(&shard);
            return None;
        };
        let last = self.0.entry(shard).or_insert((latency, now));
        if last.0 != latency {
            *last = (latency, now);
        }
        Some(last.1)
    }
}

/// How fast new connections may begin.
struct Pace {
    /// The longest pause between two.
    longest: Duration,
    /// How many were begun since all was well.
    connections: u32,
    /// When the last one began.
    last: Instant,
    /// How many shards were heard then.
    heard: usize,
}

impl Pace {
    /// The pace of one of as many processes as the shards may be shared among: the day's sessions are the bot's.
    fn from(start: Instant, shards: Shards) -> Self {
        let processes = shards.total.div_ceil(shards.last - shards.first + 1);
        Self { longest: MAX_PAUSE * processes, connections: 0, last: start, heard: 0 }
    }

    fn begin(&mut self, heard: usize, now: Instant) {
        (self.connections, self.last, self.heard) = (self.connections + 1, now, heard);
    }

    /// The pause after the last connection.
    fn pause(&self) -> Duration {
        TICK.saturating_mul(2_u32.saturating_pow(self.connections)).min(self.longest)
    }

    /// Begins anew where the last connection has brought a shard back while others wait, or where all stand.
    fn look(&mut self, heard: usize, is_complete: bool, now: Instant) {
        let stands = now - self.last;
        let is_no_storm = if is_complete { stands >= self.longest } else { heard > self.heard && stands >= SETTLED };
        if is_no_storm {
            self.connections = 0;
        }
    }

    /// Whether a shard that wants to connect has to wait.
    fn withholds(&self, now: Instant) -> bool {
        self.connections > 0 && now - self.last < self.pause()
    }
}

/// Which shards have no session, since when.
#[derive(Default)]
struct Absences {
    since: BTreeMap<u32, Instant>,
}

impl Absences {
    fn look(&mut self, missing: &[u32], now: Instant) {
        self.since.retain(|shard, _| missing.contains(shard));
        for shard in missing {
            self.since.entry(*shard).or_insert(now);
        }
    }

    /// The shard that has been missing the longest, if that is longer than `patience` and no connection was begun
    /// for as long.
    fn longer_than(&self, patience: Duration, last_connection: Instant, now: Instant) -> Option<u32> {
        let (shard, since) = self.since.iter().min_by_key(|it| it.1)?;
        (now - last_connection.max(*since) >= patience).then_some(*shard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shard_must_hear_discord() {
        let sessions = Sessions::default();
        let [first, second] = [0, 1].map(|index| Shard { index, total: 2 });
        assert!(sessions.hindrance().is_some() && sessions.heard().is_empty(), "none has begun");
        sessions.set(first, true);
        sessions.set(second, false);
        assert_eq!(sessions.hindrance().as_deref(), Some("without a session: shard 1"));
        assert_eq!(sessions.heard(), [first], "and the other one is heard all the same");
        assert!(sessions.is_known(first) && !sessions.is_known(second));
        sessions.set(second, true);
        assert!(sessions.hindrance().is_none());
        assert_eq!(sessions.heard(), [first, second]);
    }

    /// A pace at which sessions that last so long are begun, over ten minutes.
    fn sessions_in_ten_minutes(lasting: Duration) -> u32 {
        let start = Instant::now();
        let (mut now, mut begun) = (start, 0);
        let mut pace = Pace::from(start, Shards { first: 0, last: 0, total: 1 });
        let mut session: Option<Instant> = None;
        while now - start < Duration::from_secs(600) {
            now += TICK;
            let stands = session.is_some_and(|it| now - it < lasting);
            pace.look(usize::from(stands), stands, now);
            if !stands && !pace.withholds(now) {
                pace.begin(0, now);
                (session, begun) = (Some(now), begun + 1);
            }
        }
        begun
    }

    #[test]
    fn sessions_that_do_not_last_are_begun_less_and_less_often() {
        // A thousand a day may be begun, which is seven in ten minutes.
        for seconds in [0, 1, 4, 10, 60] {
            let begun = sessions_in_ten_minutes(Duration::from_secs(seconds));
            assert!((8..=20).contains(&begun), "{begun} sessions of {seconds} s each");
        }
        assert_eq!(sessions_in_ten_minutes(Duration::from_secs(120)), 5, "after a long one, the next begins at once");
    }

    #[test]
    fn a_connection_without_heartbeats_gives_no_sign_of_life() {
        let start = Instant::now();
        let after = |seconds: u64| start + Duration::from_secs(seconds);
        let mut heartbeats = Heartbeats::default();
        let latency = |ms: u64| Some(Some(Duration::from_millis(ms)));
        assert_eq!(heartbeats.look(0, Some(None), after(0)), Some(after(0)));
        assert_eq!(heartbeats.look(0, latency(30), after(1)), Some(after(1)));
        assert_eq!(heartbeats.look(0, latency(30), after(40)), Some(after(1)), "no heartbeat was acknowledged");
        assert_eq!(heartbeats.look(0, latency(31), after(42)), Some(after(42)));
        assert_eq!(heartbeats.look(0, None, after(43)), None);
        assert_eq!(heartbeats.look(0, Some(None), after(50)), Some(after(50)), "another connection");
    }

    #[test]
    fn patience_begins_when_a_shard_goes_missing() {
        let start = Instant::now();
        let after = |hours: u64| start + Duration::from_secs(3600 * hours);
        let patience = Duration::from_secs(3600);
        let mut absences = Absences::default();
        absences.look(&[], start);
        absences.look(&[0], after(9));
        assert_eq!(absences.longer_than(patience, start, after(9)), None);
        assert_eq!(absences.longer_than(patience, start, after(10)), Some(0));
        assert_eq!(absences.longer_than(patience, after(10), after(10)), None, "a connection was begun");
        absences.look(&[], after(10));
        assert_eq!(absences.longer_than(patience, start, after(20)), None, "it came back");
    }
}

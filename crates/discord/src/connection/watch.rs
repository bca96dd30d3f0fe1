//! Watches the shards: slows down their reconnects, and ends the connection if serenity has given up on one of them.
//!
//! Serenity reconnects without a pause where the gateway breaks connections, and every five seconds where it denies
//! sessions, of which a bot may ask for a thousand a day. And it never asks again for a shard that Discord refuses. A shard
//! looks up the gateway's address before it connects, so here it has to wait for that.

use std::collections::BTreeMap;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{ConnectionStage, ShardId, ShardManager};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::options::Shards;
use super::rest_client::ConnectError;
use play::Shard;

/// How often the shards are looked at, and how long the address is withheld while all is well.
const TICK: Duration = Duration::from_millis(100);

/// The longest pause between two connections: shorter ones would use up the day's sessions.
const MAX_PAUSE: Duration = Duration::from_secs(90);

/// A connection that has stood this long is no part of a storm.
const SETTLED: Duration = Duration::from_secs(3);

/// How long saying goodbye may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// The shards of this process, and whether each of them hears Discord.
#[derive(Default)]
pub struct Sessions(parking_lot::Mutex<BTreeMap<Shard, bool>>);

impl Sessions {
    /// Notes whether a shard has a session.
    fn set(&self, shard: Shard, connected: bool) {
        metrics::shard(shard.index, connected);
        self.0.lock().insert(shard, connected);
    }

    /// The shards that hear Discord, in order; none in a process without shards.
    pub fn heard(&self) -> Vec<Shard> {
        self.0.lock().iter().filter(|it| *it.1).map(|it| *it.0).collect()
    }

    /// Why this process does not get events, in words, if it does not.
    pub fn hindrance(&self) -> Option<String> {
        let shards = self.0.lock();
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
    /// How long a shard may have no session while none is asked for.
    pub patience: Duration,
    pub sessions: &'a Sessions,
}

impl Watch<'_> {
    /// Ends, with the reason, when a shard has no session and none is asked for anymore.
    pub async fn run(&self) -> ConnectError {
        let (mut withheld, mut connected_at) = (self.address.lock().await, Instant::now());
        // How many connections were begun since all was well, and how many shards were heard at the last one.
        let (mut connections, mut heard_then) = (0_u32, 0);
        loop {
            tokio::time::sleep(TICK).await;
            let missing = self.look().await;
            let heard = self.sessions.heard().len();
            if connected_at.elapsed() >= SETTLED && (missing.is_none() || heard > heard_then) {
                connections = 0;
            }
            let pause = TICK.saturating_mul(2_u32.saturating_pow(connections)).min(MAX_PAUSE);
            if connections > 0 && connected_at.elapsed() < pause {
                continue;
            }
            drop(withheld);
            // A shard that has waited for the address connects now.
            if self.address.try_lock().is_err() {
                (connected_at, heard_then) = (Instant::now(), heard);
                connections += 1;
            } else if let Some(shard) = missing.filter(|_| connected_at.elapsed() >= self.patience) {
                return ConnectError::RefusedShard { shard, total: self.shards.total, advised: self.advised };
            }
            withheld = self.address.lock().await;
        }
    }

    /// Notes which shards hear Discord. Returns the first that doesn't.
    async fn look(&self) -> Option<u32> {
        let runners = self.manager.runners.lock().await;
        let mut missing = None;
        for index in self.shards.first..=self.shards.last {
            let is_heard = runners.get(&ShardId(index)).is_some_and(|it| it.stage == ConnectionStage::Connected);
            self.sessions.set(Shard { index, total: self.shards.total }, is_heard);
            missing = missing.or((!is_heard).then_some(index));
        }
        missing
    }

    /// Closes the sessions of all shards.
    pub async fn close(&self) {
        // Serenity waits forever for a shard that does not answer.
        if tokio::time::timeout(GOODBYE, self.manager.shutdown_all()).await.is_err() {
            tracing::warn!("not every shard has said goodbye in time");
        }
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
        sessions.set(second, true);
        assert!(sessions.hindrance().is_none());
        assert_eq!(sessions.heard(), [first, second]);
    }
}

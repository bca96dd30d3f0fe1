//! Which shards of this process have a session.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use play::Shard;

/// The shards of this process, and whether each of them hears Discord.
#[derive(Default)]
pub struct Sessions(Mutex<BTreeMap<Shard, bool>>);

impl Sessions {
    /// Notes whether a shard has a session.
    pub(super) fn set(&self, shard: Shard, connected: bool) {
        metrics::shard(shard.index, connected);
        self.lock().insert(shard, connected);
    }

    /// The shards that hear Discord, in order; none in a process without shards.
    pub fn heard(&self) -> Vec<Shard> {
        self.lock().iter().filter(|it| *it.1).map(|it| *it.0).collect()
    }

    /// Why this process does not get events, in words, if it does not.
    pub fn hindrance(&self) -> Option<String> {
        let shards = self.lock();
        let deaf: Vec<String> = shards.iter().filter(|it| !it.1).map(|it| it.0.index.to_string()).collect();
        match (shards.is_empty(), deaf.is_empty()) {
            (true, _) => Some("the bot isn't connected to Discord yet".to_owned()),
            (_, false) => Some(format!("without a session: shard {}", deaf.join(", "))),
            _ => None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Shard, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

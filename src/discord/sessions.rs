//! Which shards of this process have a session.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::metrics;

/// The shards of this process, and whether each hears Discord.
#[derive(Default)]
pub struct Sessions(Mutex<BTreeMap<u32, bool>>);

impl Sessions {
    /// A shard has a session now, or has none.
    pub(super) fn set(&self, shard: u32, connected: bool) {
        metrics::shard(shard, connected);
        self.lock().insert(shard, connected);
    }

    /// Whether this process hears all that it is to hear; one without shards hears nothing.
    pub fn hear(&self) -> bool {
        self.hindrance().is_none()
    }

    /// What keeps events from this process, in words, if anything does.
    pub fn hindrance(&self) -> Option<String> {
        let shards = self.lock();
        let deaf: Vec<String> = shards.iter().filter(|it| !it.1).map(|it| it.0.to_string()).collect();
        match (shards.is_empty(), deaf.is_empty()) {
            (true, _) => Some("the bot isn't connected to Discord yet".to_owned()),
            (_, false) => Some(format!("without a session: shard {}", deaf.join(", "))),
            _ => None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u32, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shard_must_hear_discord() {
        let sessions = Sessions::default();
        assert!(sessions.hindrance().is_some() && !sessions.hear(), "none has begun");
        sessions.set(0, true);
        sessions.set(1, false);
        assert_eq!(sessions.hindrance().as_deref(), Some("without a session: shard 1"));
        sessions.set(1, true);
        assert!(sessions.hindrance().is_none() && sessions.hear());
    }
}

//! The nonces of the bot's messages: one that comes again soon makes no second message.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use serde_json::Value;

/// How many nonces are remembered.
const NONCES: usize = 1000;
/// How long a nonce is remembered, unless told otherwise: "a few minutes", says Discord.
pub(crate) const LIFE: Duration = Duration::from_secs(5 * 60);

/// A nonce, the message it was sent with, and when.
#[derive(Debug)]
struct Used {
    nonce: Value,
    message: u64,
    at: Instant,
}

/// The nonces of late, oldest first.
#[derive(Debug)]
pub(crate) struct Nonces {
    life: Duration,
    used: VecDeque<Used>,
}

impl Nonces {
    /// None yet; each will be forgotten after this time.
    pub(crate) fn new(life: Duration) -> Self {
        Self { life, used: VecDeque::new() }
    }

    /// The message that was sent with a nonce of late.
    pub(crate) fn message(&mut self, nonce: &Value) -> Option<u64> {
        let life = self.life;
        self.used.retain(|it| it.at.elapsed() < life);
        self.used.iter().find(|it| it.nonce == *nonce).map(|it| it.message)
    }

    /// Remembers a nonce.
    pub(crate) fn add(&mut self, nonce: Value, message: u64) {
        if self.used.len() >= NONCES {
            self.used.pop_front();
        }
        self.used.push_back(Used { nonce, message, at: Instant::now() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_nonces_go_first() {
        let mut nonces = Nonces::new(LIFE);
        for message in 0..=u64::try_from(NONCES).unwrap() {
            nonces.add(message.into(), message);
        }
        assert_eq!((nonces.message(&0.into()), nonces.message(&1.into())), (None, Some(1)));
    }
}

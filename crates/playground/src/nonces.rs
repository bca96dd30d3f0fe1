//! The nonces of the bot's messages: one that comes again soon makes no second message.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use serde_json::Value;

/// How many nonces are remembered.
const NONCES: usize = 100_000;
/// How long a nonce is remembered, unless told otherwise: "a few minutes", says Discord.
pub(crate) const LIFE: Duration = Duration::from_secs(5 * 60);

/// The nonces of late.
#[derive(Debug)]
pub(crate) struct Nonces {
    life: Duration,
    /// The message that was sent with a nonce.
    messages: HashMap<Value, u64>,
    /// When each of them was used, and for which message, oldest first. A nonce whose message was removed can be used
    /// again.
    used: VecDeque<(Instant, Value, u64)>,
}

impl Nonces {
    /// None yet; each will be forgotten after this time.
    pub(crate) fn new(life: Duration) -> Self {
        Self { life, messages: HashMap::new(), used: VecDeque::new() }
    }

    /// The message that was sent with a nonce of late.
    pub(crate) fn message(&mut self, nonce: &Value) -> Option<u64> {
        while self.used.front().is_some_and(|(at, ..)| at.elapsed() >= self.life) {
            self.forget_oldest();
        }
        self.messages.get(nonce).copied()
    }

    /// Remembers a nonce.
    pub(crate) fn add(&mut self, nonce: Value, message: u64) {
        if self.used.len() >= NONCES {
            self.forget_oldest();
        }
        self.used.push_back((Instant::now(), nonce.clone(), message));
        self.messages.insert(nonce, message);
    }

    fn forget_oldest(&mut self) {
        let Some((_, nonce, message)) = self.used.pop_front() else { return };
        if self.messages.get(&nonce) == Some(&message) {
            self.messages.remove(&nonce);
        }
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

    #[test]
    fn a_nonce_that_was_used_again_is_remembered_from_then_on() {
        let mut nonces = Nonces::new(LIFE);
        let others = 1..u64::try_from(NONCES).unwrap();
        nonces.add(0.into(), 1000);
        nonces.add(0.into(), 1001);
        others.for_each(|message| nonces.add(message.into(), message));
        assert_eq!(nonces.message(&0.into()), Some(1001), "only its first use is forgotten");
    }
}

//! How fast people may ask, and how many pages they may have open.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use parking_lot::Mutex;

use crate::errors::WebError;
use play::UserId;

/// How much one person may ask for in a second, and at once: pages that are looked through quickly ask for a position with
/// each key. What changes a match is limited by the same quota as commands.
const A_SECOND: NonZeroU32 = NonZeroU32::MIN.saturating_add(19);
const AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(99);

/// After so many requests, what is remembered of people who ask no longer is dropped.
const TIDIED_AFTER: u32 = 10_000;

/// How many pages one person may have open, and all people together.
const MAX_STREAMS: usize = 20;
const MAX_ALL_STREAMS: usize = 20_000;

/// How fast people may ask.
pub(crate) struct Pace {
    people: DefaultKeyedRateLimiter<UserId>,
    asked: AtomicU32,
}

impl Default for Pace {
    fn default() -> Self {
        let people = RateLimiter::keyed(Quota::per_second(A_SECOND).allow_burst(AT_ONCE));
        Self { people, asked: AtomicU32::new(0) }
    }
}

impl Pace {
    pub(crate) fn admit(&self, user: UserId) -> Result<(), WebError> {
        if self.asked.fetch_add(1, Ordering::Relaxed) % TIDIED_AFTER == TIDIED_AFTER - 1 {
            self.people.retain_recent();
        }
        self.people.check_key(&user).map_err(|_| WebError::TooMany)
    }
}

/// The pages that are open.
#[derive(Default)]
pub(crate) struct Streams(Mutex<HashMap<UserId, usize>>);

/// One of them, until it's dropped.
pub(crate) struct OpenStream(Arc<Streams>, UserId);

impl Streams {
    pub(crate) fn open(self: &Arc<Self>, user: UserId) -> Result<OpenStream, WebError> {
        let mut open = self.0.lock();
        let all: usize = open.values().sum();
        let own = open.entry(user).or_default();
        if *own >= MAX_STREAMS || all >= MAX_ALL_STREAMS {
            return Err(WebError::TooManyStreams);
        }
        *own += 1;
        Ok(OpenStream(Arc::clone(self), user))
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.0.0.lock();
        if let Some(own) = open.get_mut(&self.1) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.1);
            }
        }
    }
}

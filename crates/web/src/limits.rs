//! How much people may ask of the pages, how fast, and how long it may take.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use parking_lot::Mutex;

use crate::errors::WebError;
use play::UserId;

/// How many connections there may be. More wait.
pub(crate) const MAX_CONNECTIONS: usize = 20_000;

/// A connection is closed if its peer takes longer to send the headers of a request,
pub(crate) const HEADERS_WITHIN: Duration = Duration::from_secs(10);

/// or its body,
pub(crate) const BODY_WITHIN: Duration = Duration::from_secs(10);

/// or to read anything of what it is sent.
pub(crate) const READ_WITHIN: Duration = Duration::from_secs(30);

/// The longest body, in bytes: a line of moves.
pub(crate) const MAX_BODY: usize = 4096;

/// So much of a longer body is read all the same: a browser that is still sending wouldn't hear the answer.
pub(crate) const MAX_READ_AWAY: usize = 16 << 20;

/// How much one person may ask for in a second, and at once: whoever looks through a match asks for a position with each key.
/// What changes a match is limited by the same quota as commands, too.
const A_SECOND: u32 = 20;
const AT_ONCE: u32 = 100;

/// After so many requests, what is remembered of people who ask no longer is dropped.
const TIDIED_AFTER: u32 = 10_000;

/// How many pages one person may have open.
const MAX_STREAMS: usize = 20;

/// How many may come into the Activity in a second, and at once: for each of them Discord is asked, which answers only so
/// many questions of the bot.
const ARRIVALS_A_SECOND: u32 = 5;
const ARRIVALS_AT_ONCE: u32 = 30;

/// How fast people may ask.
pub(crate) struct Pace {
    people: DefaultKeyedRateLimiter<UserId>,
    arrivals: DefaultDirectRateLimiter,
    asked: AtomicU32,
}

impl Default for Pace {
    fn default() -> Self {
        let number = |it| NonZeroU32::new(it).unwrap_or(NonZeroU32::MIN);
        let quota = Quota::per_second(number(A_SECOND)).allow_burst(number(AT_ONCE));
        let arrivals = Quota::per_second(number(ARRIVALS_A_SECOND)).allow_burst(number(ARRIVALS_AT_ONCE));
        Self { people: RateLimiter::keyed(quota), arrivals: RateLimiter::direct(arrivals), asked: AtomicU32::new(0) }
    }
}

impl Pace {
    pub(crate) fn admit(&self, user: UserId) -> Result<(), WebError> {
        if self.asked.fetch_add(1, Ordering::Relaxed) % TIDIED_AFTER == TIDIED_AFTER - 1 {
            self.people.retain_recent();
        }
        self.people.check_key(&user).map_err(|_| WebError::TooMany)
    }

    /// Somebody who comes into the Activity, and isn't known yet.
    pub(crate) fn admit_arrival(&self) -> Result<(), WebError> {
        self.arrivals.check().map_err(|_| WebError::TooMany)
    }
}

/// How many pages each person has open.
#[derive(Default)]
pub(crate) struct Streams(Mutex<HashMap<UserId, usize>>);

/// One of them, until it's dropped.
pub(crate) struct OpenStream(Arc<Streams>, UserId);

impl Streams {
    pub(crate) fn open(self: &Arc<Self>, user: UserId) -> Result<OpenStream, WebError> {
        let mut open = self.0.lock();
        let own = open.get(&user).copied().unwrap_or_default();
        if own >= MAX_STREAMS {
            return Err(WebError::TooManyStreams);
        }
        open.insert(user, own + 1);
        Ok(OpenStream(Arc::clone(self), user))
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.0.0.lock();
        let own = open.get(&self.1).copied().unwrap_or_default();
        if own > 1 {
            open.insert(self.1, own - 1)
        } else {
            open.remove(&self.1)
        };
    }
}

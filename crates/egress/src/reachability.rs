//! Whether Discord answers this process at all. If not, it may still answer other processes, which can do the work.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::buffered_response::BufferedResponse;

/// For this long after an answer, a failure means little.
const LOST_AFTER: Duration = Duration::from_secs(10);

/// Whether Discord answers; clones share their state.
#[derive(Clone, Debug, Default)]
pub struct Reachability(Arc<Mutex<Heard>>);

/// What was heard of Discord.
#[derive(Debug, Default)]
struct Heard {
    /// When it last answered.
    answered_at: Option<Instant>,
    /// Whether something has failed since then.
    has_failed: bool,
}

impl Reachability {
    /// Whether Discord does not answer: something has failed, and there was no answer for a while. If nothing was sent,
    /// nothing has failed.
    pub fn is_lost(&self) -> bool {
        self.0.lock().is_lost(Instant::now())
    }

    /// Notes the result of a request that was sent.
    pub(super) fn note(&self, answer: &BufferedResponse) {
        self.0.lock().note(!answer.status.is_server_error(), Instant::now());
    }
}

impl Heard {
    /// A refusal is an answer, too. An error of Discord's own servers, or a request that did not reach them, is not.
    fn note(&mut self, is_answer: bool, now: Instant) {
        self.has_failed = !is_answer;
        if is_answer {
            self.answered_at = Some(now);
        }
    }

    fn is_lost(&self, now: Instant) -> bool {
        let is_long_ago = |it: Instant| now.saturating_duration_since(it) >= LOST_AFTER;
        self.has_failed && self.answered_at.is_none_or(is_long_ago)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_lost_where_something_fails_long_after_the_last_answer() {
        let (mut heard, begun) = (Heard::default(), Instant::now());
        let after = |seconds| begun + Duration::from_secs(seconds);
        assert!(!heard.is_lost(after(1000)), "nothing was asked yet");
        heard.note(true, after(1000));
        assert!(!heard.is_lost(after(2000)), "nothing was asked since");
        heard.note(true, after(2000));
        heard.note(false, after(2001));
        assert!(!heard.is_lost(after(2009)), "that may happen");
        assert!(heard.is_lost(after(2010)));
        heard.note(false, after(2011));
        assert!(heard.is_lost(after(2011)));
        heard.note(true, after(2012));
        assert!(!heard.is_lost(after(2012)), "it is back at once");
        heard.note(false, after(3000));
        assert!(heard.is_lost(after(3000)), "there was no answer for long");
    }
}

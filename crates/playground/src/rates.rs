//! Discord's limits: so many requests of a kind in a channel, a guild or a webhook, and so many of all kinds.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::{Duration, Instant};

/// How many requests there may be within a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    /// The number of requests.
    pub requests: u32,
    /// The time in which they may come.
    pub within: Duration,
}

/// The limits of a playground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// Of each kind of request in each place.
    pub route: Rate,
    /// Of all requests that do not answer interactions.
    pub global: Rate,
}

impl Default for Rates {
    /// Far wider than Discord's, so that nobody waits.
    fn default() -> Self {
        let within = Duration::from_secs(1);
        Self { route: Rate { requests: 1000, within }, global: Rate { requests: 5000, within } }
    }
}

/// How many windows are kept: over ones go where there are more.
const WINDOWS: usize = 4096;

/// A time in which requests are counted.
#[derive(Debug, Clone, Copy)]
struct Window {
    since: Instant,
    count: u32,
}

impl Window {
    /// Counts a request, if there is room for it; how long the window lasts, and how many there is still room for.
    fn take(&mut self, rate: Rate, now: Instant) -> Result<(u32, Duration), Duration> {
        if now >= self.since + rate.within {
            *self = Self { since: now, count: 0 };
        }
        let rest = (self.since + rate.within).saturating_duration_since(now);
        if self.count >= rate.requests {
            return Err(rest);
        }
        self.count += 1;
        Ok((rate.requests - self.count, rest))
    }
}

/// Counts requests.
#[derive(Debug)]
pub(crate) struct Counters {
    rates: Rates,
    global: Window,
    routes: HashMap<String, Window>,
    /// Until when everything is too soon.
    closed_until: Option<Instant>,
}

/// What a request is told about its limit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RateLimitInfo {
    pub(crate) bucket: String,
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    pub(crate) reset_after: Duration,
}

/// What becomes of a request under the limits.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// It may go on.
    Free(Option<RateLimitInfo>),
    /// It came too soon in its place.
    TooSoon(RateLimitInfo),
    /// It came too soon for all, which are to wait so long.
    AllTooSoon(Duration),
}

impl Counters {
    /// Counts under these limits.
    pub(crate) fn new(rates: Rates) -> Self {
        let global = Window { since: Instant::now(), count: 0 };
        Self { rates, global, routes: HashMap::new(), closed_until: None }
    }

    /// Lets everything be too soon for a while.
    pub(crate) fn close(&mut self, until: Instant) {
        self.closed_until = Some(until);
    }

    /// Counts a request.
    pub(crate) fn count(&mut self, method: &str, path: &str, now: Instant) -> Verdict {
        let segments: Vec<&str> = path.split('/').filter(|it| !it.is_empty()).skip(2).collect();
        let answers_interaction = matches!(segments[..], ["interactions" | "webhooks", _, _, ..]);
        if !answers_interaction {
            if let Some(until) = self.closed_until.filter(|it| *it > now) {
                return Verdict::AllTooSoon(until - now);
            }
            if let Err(wait) = self.global.take(self.rates.global, now) {
                return Verdict::AllTooSoon(wait);
            }
        }
        if let ["interactions", ..] = segments[..] {
            return Verdict::Free(None);
        }
        let (kind, place) = kind_and_place(method, &segments);
        let rate = self.rates.route;
        if self.routes.len() >= WINDOWS {
            self.routes.retain(|_, it| it.since + rate.within > now);
        }
        let window = self.routes.entry(format!("{kind} {place}")).or_insert(Window { since: now, count: 0 });
        let told = |remaining, reset_after| RateLimitInfo {
            bucket: name(&kind),
            limit: rate.requests,
            remaining,
            reset_after,
        };
        match window.take(rate, now) {
            Ok((remaining, rest)) => Verdict::Free(Some(told(remaining, rest))),
            Err(rest) => Verdict::TooSoon(told(0, rest)),
        }
    }
}

/// The kind of a request, and the place whose limit it shares with others of its kind.
fn kind_and_place(method: &str, segments: &[&str]) -> (String, String) {
    let place = match segments {
        ["webhooks", id, token, ..] => format!("{id}/{token}"),
        ["channels" | "guilds" | "webhooks", id, ..] => (*id).to_owned(),
        _ => String::new(),
    };
    let is_number = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
    let is_token = |index| index == 2 && segments[0] == "webhooks";
    let parts = segments.iter().enumerate();
    let parts: Vec<&str> = parts.map(|(index, it)| if is_number(it) || is_token(index) { "*" } else { it }).collect();
    (format!("{method} {}", parts.join("/")), place)
}

/// The name of a kind, as unreadable as Discord's.
fn name(kind: &str) -> String {
    let mut hasher = DefaultHasher::new();
    kind.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn rates(route: u32, global: u32) -> Rates {
        let rate = |requests| Rate { requests, within: SECOND };
        Rates { route: rate(route), global: rate(global) }
    }

    #[test]
    fn each_kind_has_its_limit_in_each_place() {
        let (mut counters, now) = (Counters::new(rates(2, 100)), Instant::now());
        let mut ask = |method, path: &str, after| match counters.count(method, path, now + after) {
            Verdict::Free(Some(told)) => (told.remaining, told.bucket),
            Verdict::TooSoon(told) => (99, told.bucket),
            other => panic!("{other:?}"),
        };
        let (one, two) = ("/api/v10/channels/1/messages", "/api/v10/channels/2/messages");
        let first = ask("POST", one, Duration::ZERO);
        assert_eq!(first.0, 1);
        assert_eq!(ask("POST", one, Duration::ZERO).0, 0);
        assert_eq!(ask("POST", one, SECOND / 2).0, 99);
        assert_eq!(ask("POST", two, SECOND / 2), (1, first.1.clone()), "another channel, and the same kind");
        assert_ne!(ask("GET", one, SECOND / 2).1, first.1);
        assert_eq!(ask("POST", one, SECOND).0, 1);
        assert_eq!(ask("PATCH", "/api/v10/channels/1/messages/5", SECOND).0, 1);
        assert_eq!(ask("PATCH", "/api/v10/channels/1/messages/6", SECOND).0, 0);
        assert_eq!(ask("POST", "/api/v10/webhooks/1/a", SECOND).0, 1);
        assert_eq!(ask("POST", "/api/v10/webhooks/1/b", SECOND).0, 1);
    }

    #[test]
    fn the_limit_of_all_is_not_for_interactions() {
        let (mut counters, now) = (Counters::new(rates(100, 1)), Instant::now());
        let callback = "/api/v10/interactions/1/token/callback";
        assert!(matches!(counters.count("GET", "/api/v10/users/@me", now), Verdict::Free(Some(_))));
        let too_soon = counters.count("GET", "/api/v10/gateway/bot", now);
        assert!(matches!(too_soon, Verdict::AllTooSoon(wait) if wait <= SECOND), "{too_soon:?}");
        assert_eq!(counters.count("POST", callback, now), Verdict::Free(None));
        counters.close(now + 5 * SECOND);
        assert_eq!(counters.count("GET", "/api/v10/users/@me", now + 2 * SECOND), Verdict::AllTooSoon(3 * SECOND));
        assert_eq!(counters.count("POST", callback, now + 2 * SECOND), Verdict::Free(None));
    }

    #[test]
    fn what_is_over_is_forgotten() {
        let (mut counters, mut now) = (Counters::new(rates(5, u32::MAX)), Instant::now());
        for number in 0..3 * WINDOWS {
            now += SECOND / 100;
            counters.count("POST", &format!("/api/v10/webhooks/1/{number}"), now);
        }
        assert!(counters.routes.len() <= WINDOWS);
    }
}

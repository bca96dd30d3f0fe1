//! Discord's limits: on requests of one kind, on all requests, and on requests that it refuses.

use std::time::{Duration, Instant};

use axum::http::{Method as HttpMethod, StatusCode};
use parking_lot::Mutex;
use twilight_http_ratelimiting::{Endpoint, Method, Permit, RateLimitHeaders, RateLimiter};

use super::buffered_response::BufferedResponse;
use super::headers::{self, RateLimited};
use super::route::Route;

/// The time window in which refused requests are counted.
const REFUSAL_WINDOW: Duration = Duration::from_secs(600);

/// How many requests may be refused in that time. Discord bans an IP address at ten times as many, and other programs at
/// the same address may cause some, too.
const MAX_REFUSALS: u32 = 1000;

/// Discord's limits, as far as they are known.
pub(super) struct Limits {
    buckets: RateLimiter,
    state: Mutex<LimitState>,
}

struct LimitState {
    /// Until when nothing may be sent, except answers to interactions.
    closed_until: Instant,
    /// When counting of the refused requests began.
    counted_since: Instant,
    refusals: u32,
}

/// Permission for a request to be sent now.
#[must_use = "the next request of its kind waits until this is given back"]
pub(super) struct Turn(Option<Permit>);

impl Limits {
    /// Nothing is known of the limits yet, except how many requests may be sent per second.
    pub fn new(per_second: u16) -> Self {
        let now = Instant::now();
        let state = LimitState { closed_until: now, counted_since: now, refusals: 0 };
        Self { buckets: RateLimiter::new(per_second), state: Mutex::new(state) }
    }

    /// Whether Discord has refused so much that nothing should be sent for a while. Answers to interactions are
    /// excepted, because there somebody has just acted.
    pub fn is_stopped(&self, route: &Route) -> bool {
        !route.is_interaction && self.has_been_refused(MAX_REFUSALS)
    }

    /// Whether Discord has refused so much that the rest is kept for requests that it is unlikely to refuse.
    pub fn is_cautious(&self) -> bool {
        self.has_been_refused(MAX_REFUSALS / 2)
    }

    fn has_been_refused(&self, times: u32) -> bool {
        let state = self.state.lock();
        state.refusals >= times && state.counted_since.elapsed() < REFUSAL_WINDOW
    }

    /// Waits for a request's turn. Interactions have limits of their own, too wide to matter, so nothing is remembered
    /// about them.
    pub async fn turn(&self, route: &Route) -> Turn {
        if route.is_interaction {
            return Turn(None);
        }
        loop {
            let closed_until = self.state.lock().closed_until;
            tokio::time::sleep_until(closed_until.into()).await;
            let endpoint = Endpoint { method: method(&route.method), path: route.resource.clone() };
            let permit = self.buckets.acquire(endpoint).await;
            // Requests that have been waiting for their turn must not all be sent at once.
            if self.state.lock().closed_until <= Instant::now() {
                return Turn(Some(permit));
            }
        }
    }

    /// Learns from a response, and lets the next request go. Returns how the request came too soon, if it did.
    pub fn learn(&self, route: &Route, turn: Turn, answer: &BufferedResponse) -> Option<RateLimited> {
        let rate_limited = RateLimited::read(answer);
        let refused = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN, StatusCode::TOO_MANY_REQUESTS];
        if refused.contains(&answer.status) && !rate_limited.is_some_and(|it| it.is_shared) {
            self.count_refusal();
        }
        if let Some(RateLimited { wait, is_global, is_shared }) = rate_limited {
            let wait_s = wait.as_secs_f32();
            tracing::warn!(route = route.name(), wait_s, is_global, is_shared, "a request came too soon for Discord");
            if is_global {
                let mut state = self.state.lock();
                state.closed_until = state.closed_until.max(Instant::now() + wait);
            }
        }
        if let Some(permit) = turn.0 {
            permit.complete(known_bucket(answer, rate_limited));
        }
        rate_limited
    }

    fn count_refusal(&self) {
        let mut state = self.state.lock();
        if state.counted_since.elapsed() >= REFUSAL_WINDOW {
            (state.counted_since, state.refusals) = (Instant::now(), 0);
        }
        state.refusals += 1;
        if [MAX_REFUSALS / 2, MAX_REFUSALS].contains(&state.refusals) {
            let count = state.refusals;
            tracing::warn!(count, "Discord has refused many requests lately, so fewer are sent for some minutes");
        }
    }
}

/// What a response says about the limit for this kind of request.
fn known_bucket(answer: &BufferedResponse, rate_limited: Option<RateLimited>) -> Option<RateLimitHeaders> {
    let now = Instant::now();
    let told = headers::bucket(&answer.headers, now)?;
    Some(match rate_limited {
        // A request that came too soon has nothing left, whatever the headers say.
        Some(limit) if !limit.is_global => RateLimitHeaders { remaining: 0, reset_at: now + limit.wait, ..told },
        _ => told,
    })
}

fn method(method: &HttpMethod) -> Method {
    match *method {
        HttpMethod::DELETE => Method::Delete,
        HttpMethod::PATCH => Method::Patch,
        HttpMethod::POST => Method::Post,
        HttpMethod::PUT => Method::Put,
        _ => Method::Get,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post(path: &str) -> Route {
        Route::of(&HttpMethod::POST, path)
    }

    #[tokio::test]
    async fn the_limiter_never_hears_of_interactions() {
        let limits = Limits::new(50);
        for number in 0..10_000 {
            let path = [format!("interactions/{number}/t{number}/callback"), format!("webhooks/1/t{number}")];
            for route in path.map(|it| post(&it)) {
                assert!(limits.turn(&route).await.0.is_none());
            }
        }
        assert!(limits.turn(&post("channels/1/messages")).await.0.is_some());
    }

    #[tokio::test]
    async fn only_refusals_are_counted_and_only_for_a_while() {
        let limits = Limits::new(u16::MAX);
        let (post, callback) = (post("channels/1/messages"), post("interactions/1/token/callback"));
        for (status, is_counted) in [(200, false), (404, false), (500, false), (401, true), (403, true), (429, true)] {
            let before = limits.state.lock().refusals;
            let turn = limits.turn(&callback).await;
            let body = r#"{"message": "", "retry_after": 0, "global": false}"#.into();
            let answer =
                BufferedResponse { status: StatusCode::from_u16(status).unwrap(), body, ..BufferedResponse::done() };
            limits.learn(&callback, turn, &answer);
            assert_eq!(limits.state.lock().refusals - before, u32::from(is_counted), "{status}");
        }
        while !limits.is_stopped(&post) {
            assert_eq!(limits.is_cautious(), limits.state.lock().refusals >= MAX_REFUSALS / 2);
            limits.count_refusal();
        }
        assert!(limits.state.lock().refusals == MAX_REFUSALS && !limits.is_stopped(&callback));
        limits.state.lock().counted_since = Instant::now().checked_sub(REFUSAL_WINDOW).unwrap();
        assert!(!limits.is_stopped(&post));
    }
}

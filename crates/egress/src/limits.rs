//! Discord's limits: on requests of one kind, on all requests, and on requests that it refuses.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::http::{Method as HttpMethod, StatusCode};
use futures::FutureExt as _;
use twilight_http_ratelimiting::{Endpoint, Method, Permit, RateLimitHeaders, RateLimiter};

use super::buffered_response::BufferedResponse;
use super::headers::{self, RateLimited};
use super::invalid_requests::InvalidRequests;
use super::route::Route;

/// Discord's limits, as far as they are known.
pub(super) struct Limits {
    per_second: u16,
    buckets: Mutex<RateLimiter>,
    /// Until when nothing may be sent, except answers to interactions.
    closed_until: Mutex<Instant>,
    invalid_requests: InvalidRequests,
}

/// Permission for a request to be sent now.
#[must_use = "the next request of its kind waits until this is given back"]
pub(super) struct Turn(Option<Permit>);

impl Limits {
    /// Nothing is known of the limits yet, except how many requests may be sent per second.
    pub fn new(per_second: u16) -> Self {
        let buckets = Mutex::new(RateLimiter::new(per_second));
        Self {
            per_second,
            buckets,
            closed_until: Mutex::new(Instant::now()),
            invalid_requests: InvalidRequests::default(),
        }
    }

    /// Whether Discord has refused so much that nothing should be sent for a while. Answers to interactions are
    /// excepted, because there somebody has just acted.
    pub fn is_stopped(&self, route: &Route) -> bool {
        !route.is_interaction && self.invalid_requests.is_exhausted()
    }

    /// Whether Discord has refused so much that only requests it is unlikely to refuse should be sent.
    pub fn is_cautious(&self) -> bool {
        self.invalid_requests.is_half_used()
    }

    /// Waits for a request's turn. Interactions have limits of their own, too wide to matter, so nothing is remembered
    /// about them.
    pub async fn turn(&self, route: &Route) -> Turn {
        if route.is_interaction {
            return Turn(None);
        }
        loop {
            self.opened().await;
            let permit = self.permit(route).await;
            // Requests that have been waiting for their turn must not all be sent at once.
            if self.closed_until() <= Instant::now() {
                return Turn(permit);
            }
        }
    }

    async fn opened(&self) {
        loop {
            let until = self.closed_until();
            if until <= Instant::now() {
                return;
            }
            tokio::time::sleep_until(until.into()).await;
        }
    }

    /// The limiter's permit; `None` if the limiter has broken, and then a new one replaces it.
    async fn permit(&self, route: &Route) -> Option<Permit> {
        let limiter = self.buckets().clone();
        let endpoint = Endpoint { method: method(&route.method), path: route.resource.clone() };
        let permit = AssertUnwindSafe(async move { limiter.acquire(endpoint).await }).catch_unwind().await;
        if permit.is_err() {
            tracing::error!("the limiter of requests broke, and begins anew");
            *self.buckets() = RateLimiter::new(self.per_second);
        }
        permit.ok()
    }

    /// Learns from a response, and lets the next request go. Returns how the request came too soon, if it did.
    pub fn learn(&self, route: &Route, turn: Turn, answer: &BufferedResponse) -> Option<RateLimited> {
        let rate_limited = RateLimited::read(answer);
        let refused = [StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN, StatusCode::TOO_MANY_REQUESTS];
        if refused.contains(&answer.status) && !rate_limited.is_some_and(|it| it.is_shared) {
            self.invalid_requests.note();
        }
        if let Some(rate_limited) = rate_limited {
            let RateLimited { wait, is_global, is_shared } = rate_limited;
            let wait_s = wait.as_secs_f32();
            tracing::warn!(route = route.name(), wait_s, is_global, is_shared, "a request came too soon for Discord");
            if is_global {
                self.close(Instant::now() + wait);
            }
        }
        if let Some(permit) = turn.0 {
            let bucket = known_bucket(answer, rate_limited);
            // If the limiter has broken, the next request notices it.
            let _ = catch_unwind(AssertUnwindSafe(|| permit.complete(bucket)));
        }
        rate_limited
    }

    fn close(&self, until: Instant) {
        let mut closed = self.closed_until.lock().unwrap_or_else(PoisonError::into_inner);
        *closed = until.max(*closed);
    }

    fn closed_until(&self) -> Instant {
        *self.closed_until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn buckets(&self) -> MutexGuard<'_, RateLimiter> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
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
    use std::time::Duration;

    use super::*;

    fn post(path: &str) -> Route {
        Route::of(&HttpMethod::POST, path)
    }

    fn fine() -> BufferedResponse {
        BufferedResponse { status: StatusCode::OK, ..BufferedResponse::not_now("") }
    }

    fn rate_limited(retry_after: f64, global: bool) -> BufferedResponse {
        let body = format!(r#"{{"message": "", "retry_after": {retry_after}, "global": {global}}}"#);
        BufferedResponse { status: StatusCode::TOO_MANY_REQUESTS, body: body.into(), ..fine() }
    }

    /// How long a request waits for its turn, which it then gives up.
    async fn waits(limits: &Limits, path: &str) -> Duration {
        let begun = Instant::now();
        let turn = limits.turn(&post(path)).await;
        limits.learn(&post(path), turn, &fine());
        begun.elapsed()
    }

    #[tokio::test]
    async fn a_global_limit_stops_everything_but_interactions() {
        let limits = Limits::new(50);
        let route = post("channels/1/messages");
        let turn = limits.turn(&route).await;
        limits.learn(&route, turn, &rate_limited(0.3, true));
        assert!(waits(&limits, "interactions/1/token/callback").await < Duration::from_millis(100));
        let (one, other) = (waits(&limits, "channels/2/messages"), waits(&limits, "users/@me"));
        let (one, other) = tokio::join!(one, other);
        assert!(one > Duration::from_millis(150) && other > Duration::from_millis(150), "{one:?} {other:?}");
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
    async fn a_second_has_no_more_requests_than_it_may() {
        let limits = Limits::new(5);
        let begun = Instant::now();
        for channel in 0..11 {
            waits(&limits, &format!("channels/{channel}/messages")).await;
        }
        assert!(begun.elapsed() >= Duration::from_secs(2), "{:?}", begun.elapsed());
    }

    #[tokio::test]
    async fn after_too_many_refusals_only_interactions_are_asked() {
        let limits = Limits::new(u16::MAX);
        let (post, callback) = (post("channels/1/messages"), post("interactions/1/token/callback"));
        for (status, is_counted) in [(200, false), (404, false), (500, false), (401, true), (403, true), (429, true)] {
            let before = limits.invalid_requests.count();
            let turn = limits.turn(&callback).await;
            let answer = BufferedResponse { status: StatusCode::from_u16(status).unwrap(), ..rate_limited(0.0, false) };
            limits.learn(&callback, turn, &answer);
            assert_eq!(limits.invalid_requests.count() - before, u32::from(is_counted), "{status}");
        }
        while !limits.is_stopped(&post) {
            limits.invalid_requests.note();
        }
        assert!(!limits.is_stopped(&callback));
    }

    #[tokio::test]
    async fn a_limiter_that_broke_is_replaced() {
        let limits = Limits::new(50);
        let other = std::thread::spawn(|| {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
            runtime.block_on(async { RateLimiter::new(50) })
        });
        // Its runtime is gone, and the limiter with it.
        *limits.buckets() = other.join().unwrap();
        let route = post("channels/1/messages");
        for _ in 0..2 {
            let turn = limits.turn(&route).await;
            limits.learn(&route, turn, &fine());
        }
        assert!(limits.turn(&route).await.0.is_some());
    }
}

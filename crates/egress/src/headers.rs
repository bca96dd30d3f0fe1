//! Headers: which of them are forwarded, and what they say about Discord's rate limits.

use std::time::{Duration, Instant};

use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use serde::Deserialize;
use twilight_http_ratelimiting::RateLimitHeaders;

use super::buffered_response::BufferedResponse;
use super::codes::TOO_MANY_OLD_EDITS;

/// The header with the key to the server on loopback.
pub(super) const KEY: &str = "x-parlor-egress";

/// Headers without those that are about a single connection.
pub(super) fn without_hop_by_hop(headers: &HeaderMap) -> HeaderMap {
    let belongs = |name: &HeaderName| {
        let ours = [header::HOST, header::CONTENT_LENGTH, header::CONNECTION, header::TRANSFER_ENCODING];
        ours.contains(name) || [KEY, "keep-alive", "te", "trailer", "upgrade"].contains(&name.as_str())
    };
    headers.iter().filter(|it| !belongs(it.0)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// A response to a request that came too soon.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RateLimited {
    pub wait: Duration,
    /// Whether every request must wait, not just this kind.
    pub is_global: bool,
    /// Whether the limit is shared with others than this bot; then it could not be known beforehand.
    pub is_shared: bool,
}

/// The body of such a response.
#[derive(Deserialize)]
struct RateLimitedBody {
    retry_after: f64,
    #[serde(default)]
    global: bool,
}

impl RateLimited {
    /// Reads a response, if it is one of these.
    pub fn read(answer: &BufferedResponse) -> Option<Self> {
        if answer.status != StatusCode::TOO_MANY_REQUESTS || answer.code() == Some(TOO_MANY_OLD_EDITS) {
            return None;
        }
        let headers = &answer.headers;
        let body: Option<RateLimitedBody> = serde_json::from_slice(&answer.body).ok();
        let seconds = body.as_ref().map(|it| it.retry_after).or_else(|| number(headers, header::RETRY_AFTER.as_str()));
        let told = text(headers, GLOBAL) == Some("true") || body.as_ref().is_some_and(|it| it.global);
        Some(Self {
            wait: seconds.and_then(wait).unwrap_or(UNTOLD),
            // A response that comes not from Discord's REST API but from a proxy before it applies to the whole
            // machine.
            is_global: told || body.is_none(),
            is_shared: text(headers, RateLimitHeaders::SCOPE) == Some("shared"),
        })
    }
}

const GLOBAL: &str = "x-ratelimit-global";

/// How long to wait if the response does not say.
const UNTOLD: Duration = Duration::from_secs(5);

/// The longest wait that is accepted: some limits last a day.
const MAX_WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// The rate limit that a response describes; `None` if the request has none.
pub(super) fn bucket(headers: &HeaderMap, now: Instant) -> Option<RateLimitHeaders> {
    let name = headers.get(RateLimitHeaders::BUCKET)?.as_bytes().to_vec();
    let whole = |name| text(headers, name)?.parse().ok();
    let reset = number(headers, RateLimitHeaders::RESET_AFTER).and_then(wait)?;
    Some(RateLimitHeaders {
        bucket: name,
        limit: whole(RateLimitHeaders::LIMIT)?,
        remaining: whole(RateLimitHeaders::REMAINING)?,
        reset_at: now + reset,
    })
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn number(headers: &HeaderMap, name: &str) -> Option<f64> {
    text(headers, name)?.parse().ok()
}

fn wait(seconds: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds).ok().map(|it| it.min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use axum::body::Bytes;

    use super::*;

    fn answer(headers: &[(&'static str, &str)], body: &'static str) -> BufferedResponse {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        BufferedResponse { status: StatusCode::TOO_MANY_REQUESTS, headers, body: Bytes::from_static(body.as_bytes()) }
    }

    #[test]
    fn it_is_read_how_long_and_for_what_to_wait() {
        let rate_limited = |headers: &[_], body| {
            let read = RateLimited::read(&answer(headers, body)).unwrap();
            (read.wait, read.is_global, read.is_shared)
        };
        let ms = Duration::from_millis;
        let body = r#"{"message": "You are being rate limited.", "retry_after": 0.25, "global": false}"#;
        assert_eq!(rate_limited(&[("retry-after", "1"), ("x-ratelimit-scope", "user")], body), (ms(250), false, false));
        assert_eq!(rate_limited(&[("x-ratelimit-scope", "shared")], body), (ms(250), false, true));
        assert_eq!(rate_limited(&[("x-ratelimit-global", "true")], body), (ms(250), true, false));
        let global = r#"{"message": "You are being rate limited.", "retry_after": 2, "global": true}"#;
        assert_eq!(rate_limited(&[], global), (ms(2000), true, false));
        // A page from a proxy in front of Discord.
        assert_eq!(rate_limited(&[("retry-after", "60")], "<html>"), (ms(60_000), true, false));
        assert_eq!(rate_limited(&[("retry-after", "soon")], ""), (UNTOLD, true, false));
        assert_eq!(rate_limited(&[("retry-after", "1e300")], "").0, UNTOLD);
        assert_eq!(rate_limited(&[("retry-after", "1e15")], "").0, MAX_WAIT);
        let fine = BufferedResponse { status: StatusCode::OK, ..answer(&[("retry-after", "1")], body) };
        assert_eq!(RateLimited::read(&fine), None);
    }

    #[test]
    fn a_limit_is_read_whole_or_not_at_all() {
        let now = Instant::now();
        let told = [
            ("x-ratelimit-bucket", "abcd1234"),
            ("x-ratelimit-limit", "5"),
            ("x-ratelimit-remaining", "4"),
            ("x-ratelimit-reset-after", "1.5"),
        ];
        let read = bucket(&answer(&told, "").headers, now).unwrap();
        assert_eq!((read.bucket.as_slice(), read.limit, read.remaining), (b"abcd1234".as_slice(), 5, 4));
        assert_eq!(read.reset_at - now, Duration::from_millis(1500));
        for nonsense in ["-1", "x", "NaN"] {
            let mut some = told;
            some[3].1 = nonsense;
            assert_eq!(bucket(&answer(&some, "").headers, now), None, "{nonsense}");
        }
    }
}

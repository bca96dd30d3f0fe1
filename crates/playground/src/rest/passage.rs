//! What a request meets before it is done: Discord's limits, and its troubles.

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::body::{self, Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::super::limits::REQUEST_BYTES;
use super::super::rates::{RateLimitInfo, Verdict};
use super::super::shared::Shared;
use super::super::troubles::Trouble;

/// Lets a request pass to what does it, as far as limits and troubles let it; the answer.
pub(crate) async fn pass(shared: &Arc<Shared>, trouble: Trouble, request: Request, next: Next) -> Response {
    match trouble {
        Trouble::TooSoon(wait) => return too_soon(wait, "user", None),
        Trouble::Failed(status) => return failed(status),
        Trouble::Coded(status, code) => return coded(status, code),
        Trouble::Belated(status, pause) => {
            tokio::spawn(async move {
                tokio::time::sleep(pause).await;
                next.run(request).await;
            });
            return failed(status);
        }
        Trouble::Lost => return broken(),
        Trouble::Unanswered => std::future::pending().await,
        Trouble::Late(pause) => tokio::time::sleep(pause).await,
        Trouble::None | Trouble::Denied(_) | Trouble::Untold | Trouble::Cut | Trouble::Changed(_) => {}
    }
    let verdict = shared.counters().count(request.method().as_str(), request.uri().path(), Instant::now());
    let told = match verdict {
        Verdict::AllTooSoon(wait) => return too_soon(wait, "global", None),
        Verdict::TooSoon(told) => return too_soon(told.reset_after, "user", Some(&told)),
        Verdict::Free(told) => told,
    };
    let mut response = next.run(request).await;
    if let Some(told) = told {
        tell(response.headers_mut(), &told);
    }
    match trouble {
        Trouble::Denied(status) => failed(status),
        Trouble::Untold => std::future::pending().await,
        Trouble::Cut => broken(),
        Trouble::Changed(change) => changed(response, change).await,
        _ => response,
    }
}

fn too_soon(wait: Duration, scope: &'static str, told: Option<&RateLimitInfo>) -> Response {
    let is_global = scope == "global";
    let body = json!({
        "message": "You are being rate limited.", "retry_after": wait.as_secs_f64(), "global": is_global,
    });
    let mut response = (StatusCode::TOO_MANY_REQUESTS, Json(body)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::RETRY_AFTER, wait.as_secs_f64().ceil().to_string().parse().unwrap_or(ONE));
    headers.insert("x-ratelimit-scope", HeaderValue::from_static(scope));
    if is_global {
        headers.insert("x-ratelimit-global", HeaderValue::from_static("true"));
    }
    if let Some(told) = told {
        tell(headers, told);
    }
    response
}

const ONE: HeaderValue = HeaderValue::from_static("1");

fn tell(headers: &mut HeaderMap, told: &RateLimitInfo) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut insert = |name: &'static str, value: String| {
        if let Ok(value) = value.parse() {
            headers.insert(HeaderName::from_static(name), value);
        }
    };
    insert("x-ratelimit-bucket", told.bucket.clone());
    insert("x-ratelimit-limit", told.limit.to_string());
    insert("x-ratelimit-remaining", told.remaining.to_string());
    insert("x-ratelimit-reset", format!("{:.3}", (now + told.reset_after).as_secs_f64()));
    insert("x-ratelimit-reset-after", format!("{:.3}", told.reset_after.as_secs_f64()));
}

fn failed(status: u16) -> Response {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR).into_response()
}

fn coded(status: u16, code: i64) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, Json(json!({"message": "As a story wants it", "code": code}))).into_response()
}

/// An answer in the midst of which the connection breaks.
fn broken() -> Response {
    let nothing: Result<Bytes, io::Error> = Err(io::ErrorKind::ConnectionReset.into());
    Body::from_stream(futures::stream::iter([nothing])).into_response()
}

async fn changed(response: Response, change: fn(&mut Value)) -> Response {
    let (mut head, body) = response.into_parts();
    let bytes = body::to_bytes(body, REQUEST_BYTES).await.unwrap_or_default();
    let mut value = serde_json::from_slice(&bytes).unwrap_or_default();
    change(&mut value);
    head.headers.remove(header::CONTENT_LENGTH);
    (head, Body::from(value.to_string())).into_response()
}

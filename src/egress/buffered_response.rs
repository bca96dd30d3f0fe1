//! An answer: Discord's, or what is said in its place.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;

/// The code of an answer that is not by Discord, which has none that is negative; its message says why.
pub const UNANSWERED: isize = -503;

/// The same where Discord has just refused the same in that channel, or so much elsewhere that it is not asked there.
pub const WITHHELD: isize = -403;

/// Discord's code for an interaction that has been acknowledged already.
pub const ACKNOWLEDGED: isize = 40060;

/// An answer, whole.
#[derive(Clone, Debug)]
pub(super) struct BufferedResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl BufferedResponse {
    /// Discord could not be reached: it has heard nothing.
    pub fn unreachable(why: &str) -> Self {
        Self::own(StatusCode::SERVICE_UNAVAILABLE, why)
    }

    /// The connection broke: nobody knows what Discord has heard.
    pub fn broken(why: &str) -> Self {
        Self::own(StatusCode::BAD_GATEWAY, why)
    }

    /// Whether Discord may have done what it was asked.
    pub fn may_be_done(&self) -> bool {
        self.status == StatusCode::BAD_GATEWAY
    }

    /// Discord took too long, or the request's turn did not come.
    pub fn too_late(why: &str) -> Self {
        Self::own(StatusCode::GATEWAY_TIMEOUT, why)
    }

    /// Nothing is asked for now.
    pub fn not_now(why: &str) -> Self {
        Self::own(StatusCode::SERVICE_UNAVAILABLE, why)
    }

    /// Discord has just refused the same, or so much elsewhere that it is not asked.
    pub fn withheld() -> Self {
        Self::coded(StatusCode::SERVICE_UNAVAILABLE, WITHHELD, "Discord isn't asked that in this channel for a while")
    }

    /// Discord would not take so much.
    pub fn too_large(why: &str) -> Self {
        Self::own(StatusCode::PAYLOAD_TOO_LARGE, why)
    }

    /// It was done before.
    pub fn done() -> Self {
        Self { status: StatusCode::NO_CONTENT, headers: HeaderMap::new(), body: Bytes::new() }
    }

    /// Whether Discord says that an interaction has been acknowledged already.
    pub fn is_acknowledged(&self) -> bool {
        self.status == StatusCode::BAD_REQUEST && self.code() == Some(ACKNOWLEDGED as i64)
    }

    /// Discord's own number of what is wrong, if it tells one.
    pub fn code(&self) -> Option<i64> {
        let body: Option<serde_json::Value> = serde_json::from_slice(&self.body).ok();
        body?["code"].as_i64()
    }

    fn own(status: StatusCode, why: &str) -> Self {
        Self::coded(status, UNANSWERED, why)
    }

    fn coded(status: StatusCode, code: isize, why: &str) -> Self {
        let body = serde_json::json!({"code": code, "message": why}).to_string();
        let json = HeaderValue::from_static("application/json");
        Self { status, headers: HeaderMap::from_iter([(header::CONTENT_TYPE, json)]), body: body.into() }
    }

    /// Whether Discord is the cause, and only for the moment.
    pub fn is_passing(&self) -> bool {
        [StatusCode::BAD_GATEWAY, StatusCode::SERVICE_UNAVAILABLE].contains(&self.status)
    }

    /// As a response of a server.
    pub fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(self.body));
        *response.status_mut() = self.status;
        *response.headers_mut() = self.headers;
        response
    }
}

//! A response: Discord's, or one that is made in its place.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use super::codes::{ACKNOWLEDGED, MISSING_ACCESS, UNANSWERED, WITHHELD};

/// A complete response.
#[derive(Clone, Debug)]
pub(super) struct BufferedResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl BufferedResponse {
    /// Discord has not answered, and this is said in its place.
    pub fn unanswered(status: StatusCode, why: &str) -> Self {
        Self::coded(status, UNANSWERED, why)
    }

    /// Whether Discord may have carried out the request.
    pub fn may_be_done(&self) -> bool {
        [StatusCode::BAD_GATEWAY, StatusCode::INTERNAL_SERVER_ERROR].contains(&self.status)
    }

    /// Discord has just refused the same, or so much elsewhere that the request is not sent.
    pub fn withheld() -> Self {
        Self::coded(StatusCode::SERVICE_UNAVAILABLE, WITHHELD, "Discord isn't asked that in this channel for a while")
    }

    /// The bot may not view the channel.
    pub fn hidden() -> Self {
        Self::coded(StatusCode::FORBIDDEN, MISSING_ACCESS, "Missing Access")
    }

    /// It had already been done.
    pub fn done() -> Self {
        Self { status: StatusCode::NO_CONTENT, headers: HeaderMap::new(), body: Bytes::new() }
    }

    /// Whether Discord says that the interaction is already acknowledged.
    pub fn is_acknowledged(&self) -> bool {
        self.status == StatusCode::BAD_REQUEST && self.code() == Some(ACKNOWLEDGED)
    }

    /// Discord's own error code, if there is one.
    pub fn code(&self) -> Option<isize> {
        let body: Option<serde_json::Value> = serde_json::from_slice(&self.body).ok();
        body?["code"].as_i64()?.try_into().ok()
    }

    fn coded(status: StatusCode, code: isize, why: &str) -> Self {
        let body = serde_json::json!({"code": code, "message": why}).to_string();
        let json = HeaderValue::from_static("application/json");
        Self { status, headers: HeaderMap::from_iter([(header::CONTENT_TYPE, json)]), body: body.into() }
    }

    /// Whether the error is on Discord's side, and temporary.
    pub fn is_passing(&self) -> bool {
        [StatusCode::BAD_GATEWAY, StatusCode::SERVICE_UNAVAILABLE].contains(&self.status)
    }

    /// As a server's response.
    pub fn into_response(self) -> Response {
        (self.status, self.headers, Body::from(self.body)).into_response()
    }
}

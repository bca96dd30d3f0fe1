//! A request from serenity, held in memory so that it can be sent more than once.

use axum::body::{self, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};

use super::buffered_response::BufferedResponse;
use super::headers::without_hop_by_hop;
use super::route::Route;

/// More than a request to Discord may have: 25 MiB of files, plus the rest of the body.
const MAX_BODY_BYTES: usize = 32 << 20;

/// How often a promised answer is sent again.
const ANSWER_REPEATS: u32 = 4;

/// A request.
#[derive(Debug)]
pub(super) struct BufferedRequest {
    pub route: Route,
    pub method: Method,
    /// The path, with its query.
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl BufferedRequest {
    /// Reads a request to its end.
    pub async fn read(request: Request) -> Result<Self, BufferedResponse> {
        let (head, body) = request.into_parts();
        let body = body::to_bytes(body, MAX_BODY_BYTES)
            .await
            .map_err(|error| BufferedResponse::unanswered(StatusCode::PAYLOAD_TOO_LARGE, &error.to_string()))?;
        let path = head.uri.path_and_query().map_or("/", |it| it.as_str()).to_owned();
        let content_type = head.headers.get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
        let has_files = content_type.is_some_and(|it| it.starts_with("multipart/"));
        let route = Route { has_files, ..Route::of(&head.method, head.uri.path()) };
        Ok(Self { route, method: head.method, path, headers: without_hop_by_hop(&head.headers), body })
    }

    /// How often it is sent again after such a response: if it can safely be done twice, in any order with other requests.
    pub fn repeats_after(&self, answer: &BufferedResponse) -> u32 {
        match answer.is_passing() {
            _ if self.is_answer() && (answer.is_passing() || answer.may_be_done()) => ANSWER_REPEATS,
            true if self.method == Method::GET || self.is_acknowledgment() => 1,
            _ => 0,
        }
    }

    /// Whether it gives the answer that the acknowledgment of an interaction has promised. Without it, the person sees for
    /// a quarter of an hour that an answer is coming.
    fn is_answer(&self) -> bool {
        self.method == Method::PATCH && self.route.template == "webhooks/{id}/{token}/messages/@original"
    }

    /// Whether it acknowledges an interaction. Discord accepts that once, and rejects a repetition with a code of its
    /// own.
    pub fn is_acknowledgment(&self) -> bool {
        self.route.template == "interactions/{id}/{token}/callback"
    }
}

//! What holds for every request: headers that keep a page to itself, and posts only from our own pages.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::StreamExt as _;

use crate::errors::WebError;
use crate::web::Web;

/// Nothing but our own files, nothing inline, and no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The longest body that is read, in bytes: a line of moves.
pub(crate) const MAX_BODY: usize = 4096;

/// So much of a body that is too long is read all the same: a browser that is still sending wouldn't hear the answer.
const MAX_READ_AWAY: usize = 16 << 20;

fn is_too_long(request: &Request) -> bool {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse::<usize>().ok());
    length.is_some_and(|it| it > MAX_BODY)
}

async fn read_away(request: Request) {
    let (mut body, mut read) = (request.into_body().into_data_stream(), 0);
    while read < MAX_READ_AWAY
        && let Some(Ok(part)) = body.next().await
    {
        read += part.len();
    }
}

/// Lets requests through that may be answered, and puts the headers on all answers.
pub(crate) async fn guard(State(web): State<Arc<Web>>, request: Request, next: Next) -> Response {
    let is_ours = request.headers().get(header::ORIGIN).is_some_and(|it| it.as_bytes() == web.origin().as_bytes());
    let only_reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = if !only_reads && !is_ours {
        WebError::OtherOrigin.into_response()
    } else if is_too_long(&request) {
        read_away(request).await;
        WebError::TooLong.into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Not `no-referrer`: with that, browsers send forms without their origin.
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

//! What holds for every request: headers that keep a page to itself, posts only from our own pages, and bodies that are
//! short and come soon.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::StreamExt as _;

use crate::errors::WebError;
use crate::limits::{BODY_WITHIN, MAX_BODY, MAX_READ_AWAY};
use crate::web::Web;

/// Nothing but our own files, nothing inline, and no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Lets requests through that may be answered, and puts the headers on all answers.
pub(crate) async fn guard(State(web): State<Arc<Web>>, request: Request, next: Next) -> Response {
    let is_ours = request.headers().get(header::ORIGIN).is_some_and(|it| it.as_bytes() == web.origin().as_bytes());
    let request = match *request.method() {
        Method::GET | Method::HEAD => Ok(request),
        _ if is_ours => with_body(request).await,
        _ => Err(WebError::OtherOrigin),
    };
    let mut response = match request {
        Ok(request) => next.run(request).await,
        Err(error) => error.into_response(),
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

/// The same request once its body has arrived.
async fn with_body(request: Request) -> Result<Request, WebError> {
    let (parts, body) = request.into_parts();
    let reading = async {
        let (mut body, mut read, mut length) = (body.into_data_stream(), Vec::new(), 0);
        while let Some(part) = body.next().await {
            let part = part.map_err(|_| WebError::Unreadable)?;
            length += part.len();
            if length <= MAX_BODY {
                read.extend_from_slice(&part);
            } else if length > MAX_READ_AWAY {
                break;
            }
        }
        if length <= MAX_BODY { Ok(read) } else { Err(WebError::TooLong) }
    };
    let body = tokio::time::timeout(BODY_WITHIN, reading).await.map_err(|_| WebError::TooSlow)??;
    Ok(Request::from_parts(parts, Body::from(body)))
}

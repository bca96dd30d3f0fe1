//! What holds for every request: headers that keep a page to itself, posts only from our own pages, and bodies that are
//! short and come soon.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::StreamExt as _;

use crate::activity::ENTER;
use crate::errors::WebError;
use crate::limits::{BODY_WITHIN, MAX_BODY, MAX_READ_AWAY};
use crate::visitor::said_pass;
use crate::web::Web;

/// Nothing but our own files, nothing inline, and no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Lets requests through that may be answered, and puts the headers on all answers.
pub(crate) async fn guard(State(web): State<Arc<Web>>, request: Request, next: Next) -> Response {
    let is_ours = request.headers().get(header::ORIGIN).is_some_and(|it| it.as_bytes() == web.origin().as_bytes());
    // Inside Discord, the origin is Discord's, or none. What is asked with a pass, or to get one, is asked for no cookie.
    let is_ours = is_ours || said_pass(request.headers()).is_some() || request.uri().path() == ENTER;
    let request = match *request.method() {
        Method::GET | Method::HEAD | Method::OPTIONS => Ok(request),
        _ if is_ours => with_body(request).await,
        _ => Err(WebError::OtherOrigin),
    };
    let mut response = match request {
        Ok(request) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let headers = response.headers_mut();
    // The Activity's page has a policy of its own, and is framed.
    let is_framed = headers.contains_key(header::CONTENT_SECURITY_POLICY);
    if !is_framed {
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Not `no-referrer`: with that, browsers send forms without their origin.
        (header::REFERRER_POLICY, "same-origin"),
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

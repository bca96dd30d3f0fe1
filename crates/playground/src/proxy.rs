//! Discord's proxy, through which the frame of an Activity reaches the application's server.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::shared::Shared;

/// The path under which the frame reaches the application's server.
pub(crate) const PROXY: &str = "/activity/";

/// Passes on what the frame asks for, and what is answered, as it comes.
pub(crate) async fn proxy(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let Some(app) = &shared.settings.activity else { return StatusCode::NOT_FOUND.into_response() };
    let (parts, body) = request.into_parts();
    let asked = parts.uri.path_and_query().map_or("", |it| it.as_str());
    let asked = asked.strip_prefix(PROXY).unwrap_or_default();
    let mut headers = parts.headers;
    // Discord's proxy passes no cookies of its own on.
    for hop in [header::HOST, header::CONNECTION, header::COOKIE, header::ACCEPT_ENCODING] {
        headers.remove(hop);
    }
    let body = reqwest::Body::wrap_stream(body.into_data_stream());
    let request = shared.http.request(parts.method, format!("{}/{asked}", app.server)).headers(headers).body(body);
    match request.send().await {
        Ok(answer) => {
            let (status, mut headers) = (answer.status(), answer.headers().clone());
            headers.remove(header::TRANSFER_ENCODING);
            headers.remove(header::CONNECTION);
            (status, headers, Body::from_stream(answer.bytes_stream())).into_response()
        }
        Err(error) => {
            tracing::warn!(%error, "the server of the Activity doesn't answer");
            StatusCode::BAD_GATEWAY.into_response()
        }
    }
}

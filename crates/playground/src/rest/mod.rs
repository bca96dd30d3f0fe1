//! REST as the bot speaks it: every request is read, recorded and answered here.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, body};
use serde_json::Value;

use super::compose::Upload;
use super::error::ApiError;
use super::{Recorded, RecordedFile, Shared, limits};

mod callback;
mod channels;
mod commands;
pub(crate) mod files;
mod info;
mod messages;
mod webhooks;

/// A request that has been read.
#[derive(Debug)]
pub(crate) struct Call {
    /// The method.
    pub(crate) method: Method,
    /// The path after the version, cut at its slashes.
    pub(crate) path: Vec<String>,
    /// The query.
    pub(crate) query: String,
    /// The JSON body.
    pub(crate) body: Value,
    /// The files.
    pub(crate) files: Vec<Upload>,
}

impl Call {
    /// A value of the query.
    pub(crate) fn asked(&self, key: &str) -> Option<&str> {
        self.query.split('&').filter_map(|pair| pair.split_once('=')).find(|(k, _)| *k == key).map(|(_, v)| v)
    }
}

/// An answer: a status, and a body unless it is null.
pub(crate) type Answer = Result<(u16, Value), ApiError>;

/// An id of a path, or the error that nobody knows it.
pub(crate) fn id(text: &str, unknown: impl Fn() -> ApiError) -> Result<u64, ApiError> {
    text.parse().map_err(|_| unknown())
}

/// Reads, records and answers a request.
pub(crate) async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let received = Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let query = request.uri().query().unwrap_or_default().to_owned();
    let authorized = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.strip_prefix("Bot ") == Some(shared.token.as_str()));
    let multipart = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|v| v.to_str().ok())
        .is_some_and(|v| v.starts_with("multipart/"));
    let read = if multipart { read_multipart(request).await } else { read_json(request).await };
    let (body, files, unread) = match read {
        Ok((body, files)) => (body, files, None),
        Err(why) => (Value::Null, Vec::new(), Some(why)),
    };
    let place = {
        let mut recorded = shared.recorded();
        recorded.push(Recorded {
            method: method.to_string(),
            path: path.clone(),
            query: query.clone(),
            body: body.clone(),
            multipart,
            files: files.iter().map(|f| RecordedFile { name: f.name.clone(), bytes: f.bytes.len() }).collect(),
            status: 0,
            received,
        });
        recorded.len() - 1
    };
    let outcome = match unread {
        _ if shared.outage.load(Ordering::SeqCst) => Err(ApiError::new(503, 0, "503: Service Unavailable")),
        Some(why) => Err(why),
        None => {
            let path = path.trim_start_matches("/api/").split('/').map(str::to_owned).collect();
            route(&shared, authorized, Call { method, path, query, body, files })
        }
    };
    let (status, body) = outcome.unwrap_or_else(|why| (why.status, why.body()));
    if let Some(record) = shared.recorded().get_mut(place) {
        record.status = status;
    }
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if body.is_null() { status.into_response() } else { (status, Json(body)).into_response() }
}

fn malformed() -> ApiError {
    ApiError::new(400, 50109, "The request body contains invalid JSON.")
}

fn too_large() -> ApiError {
    ApiError::new(413, 40005, "Request entity too large")
}

async fn read_json(request: Request) -> Result<(Value, Vec<Upload>), ApiError> {
    let bytes = body::to_bytes(request.into_body(), limits::REQUEST_BYTES).await.map_err(|_| too_large())?;
    if bytes.is_empty() {
        return Ok((Value::Null, Vec::new()));
    }
    Ok((serde_json::from_slice(&bytes).map_err(|_| malformed())?, Vec::new()))
}

async fn read_multipart(mut request: Request) -> Result<(Value, Vec<Upload>), ApiError> {
    axum::extract::DefaultBodyLimit::max(limits::REQUEST_BYTES).apply(&mut request);
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| malformed())?;
    let mut payload = Value::Null;
    let mut files = Vec::new();
    while let Some(field) = form.next_field().await.map_err(|_| too_large())? {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let content_type = field.content_type().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|_| too_large())?;
        if name == "payload_json" {
            payload = serde_json::from_slice(&bytes).map_err(|_| malformed())?;
            continue;
        }
        let index = name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']')).and_then(|n| n.parse().ok());
        if let (Some(index), Some(name)) = (index, filename) {
            files.push(Upload { index, name, content_type, bytes });
        }
    }
    Ok((payload, files))
}

fn route(shared: &Arc<Shared>, authorized: bool, call: Call) -> Answer {
    let path: Vec<String> = call.path.clone();
    let mut parts: Vec<&str> = path.iter().map(String::as_str).filter(|p| !p.is_empty()).collect();
    if parts.first().is_some_and(|v| v.strip_prefix('v').is_some_and(|n| n.parse::<u8>().is_ok())) {
        parts.remove(0);
    }
    // The token of these routes is in their path.
    match parts.as_slice() {
        ["interactions", id, token, "callback"] if call.method == Method::POST => {
            return callback::callback(shared, id, token, &call);
        }
        ["webhooks", app, token, rest @ ..] => return webhooks::route(shared, app, token, rest, &call),
        ["gateway"] => return info::gateway(shared),
        _ => {}
    }
    if !authorized {
        return Err(ApiError::unauthorized());
    }
    match parts.as_slice() {
        ["channels", channel, rest @ ..] => channels::route(shared, channel, rest, &call),
        ["applications", app, "commands", rest @ ..] if *app != "@me" => {
            commands::route(shared, app, None, rest, &call)
        }
        ["applications", app, "guilds", guild, "commands", rest @ ..] => {
            commands::route(shared, app, Some(guild), rest, &call)
        }
        parts => info::route(shared, parts, &call),
    }
}

//! Every request of the bot is read and recorded before it is answered.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::body::{self, Body, Bytes};
use axum::extract::{DefaultBodyLimit, Form, FromRequest, Multipart, Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::super::bodies::Upload;
use super::super::error::ApiError;
use super::super::limits::REQUEST_BYTES;
use super::super::requests::{Recorded, RecordedFile};
use super::super::shared::Shared;
use super::passage;

/// A body that has been read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Read {
    /// The JSON body, or `payload_json`; null without one.
    pub(crate) value: Value,
    /// The files of a multipart body.
    pub(crate) files: Vec<Upload>,
}

/// Reads and records a request, and notes what is answered.
pub(crate) async fn record(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut record = blank(&request);
    let (mut request, read) = read(request, record.multipart).await;
    if let Ok(read) = &read {
        record.body = read.value.clone();
        record.files = read.files.iter().map(recorded).collect();
    }
    let trouble = shared.troubles.of(&record.method, &record.path);
    record.spoiled = trouble.is_failure();
    let number = shared.requests().add(record);
    let response = match read {
        _ if shared.outage.load(Ordering::SeqCst) => ApiError::outage().into_response(),
        Err(why) => why.into_response(),
        Ok(read) => {
            request.extensions_mut().insert(read);
            passage::pass(&shared, trouble, request, next).await
        }
    };
    shared.requests().answered(number, response.status().as_u16());
    response
}

fn blank(request: &Request) -> Recorded {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|it| it.to_str().ok());
    Recorded {
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        query: request.uri().query().unwrap_or_default().to_owned(),
        body: Value::Null,
        multipart: kind.is_some_and(|it| it.starts_with("multipart/")),
        files: Vec::new(),
        status: 0,
        spoiled: false,
        received: Instant::now(),
    }
}

fn recorded(file: &Upload) -> RecordedFile {
    RecordedFile { name: file.name.clone(), bytes: file.bytes.len() }
}

/// The request without its body, and the body.
async fn read(request: Request, multipart: bool) -> (Request, Result<Read, ApiError>) {
    let (parts, body) = request.into_parts();
    let without = Request::from_parts(parts.clone(), Body::empty());
    let is_form = parts.headers.get(header::CONTENT_TYPE).is_some_and(|it| it == "application/x-www-form-urlencoded");
    let read = if multipart {
        read_multipart(Request::from_parts(parts, body)).await
    } else if is_form {
        let form = Form::<BTreeMap<String, String>>::from_request(Request::from_parts(parts, body), &()).await;
        let value = form.map(|it| serde_json::to_value(it.0).unwrap_or_default());
        value.map(|value| Read { value, files: Vec::new() }).map_err(|_| ApiError::malformed())
    } else {
        body::to_bytes(body, REQUEST_BYTES).await.map_err(|_| ApiError::too_large()).and_then(|it| json(&it))
    };
    (without, read)
}

fn json(bytes: &Bytes) -> Result<Read, ApiError> {
    if bytes.is_empty() {
        return Ok(Read::default());
    }
    let value = serde_json::from_slice(bytes).map_err(|_| ApiError::malformed())?;
    Ok(Read { value, files: Vec::new() })
}

async fn read_multipart(mut request: Request) -> Result<Read, ApiError> {
    DefaultBodyLimit::max(REQUEST_BYTES).apply(&mut request);
    let mut form = Multipart::from_request(request, &()).await.map_err(|_| ApiError::malformed())?;
    let mut read = Read::default();
    while let Some(field) = form.next_field().await.map_err(|_| ApiError::too_large())? {
        let name = field.name().unwrap_or_default().to_owned();
        let filename = field.file_name().map(str::to_owned);
        let content_type = field.content_type().map(str::to_owned);
        let bytes = field.bytes().await.map_err(|_| ApiError::too_large())?;
        if name == "payload_json" {
            read.value = json(&bytes)?.value;
        } else if let (Some(index), Some(name)) = (file_index(&name), filename) {
            read.files.push(Upload { index, name, content_type, bytes });
        }
    }
    Ok(read)
}

/// The n of `files[n]`.
fn file_index(name: &str) -> Option<u64> {
    name.strip_prefix("files[")?.strip_suffix(']')?.parse().ok()
}

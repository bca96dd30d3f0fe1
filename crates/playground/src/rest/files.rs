//! The files of messages.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::Shared;

/// Gives a file.
pub(crate) async fn file(
    State(shared): State<Arc<Shared>>,
    Path((_, id, _)): Path<(String, String, String)>,
) -> Response {
    let found = id.parse().ok().and_then(|id: u64| shared.world().files.get(&id).cloned());
    match found {
        Some(file) => ([(header::CONTENT_TYPE, file.content_type)], file.bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

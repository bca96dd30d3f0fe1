//! The files of messages.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::extract::PathId;
use crate::shared::Shared;
use crate::troubles::Trouble;

#[derive(Deserialize)]
pub(crate) struct FilePath {
    id: PathId,
}

/// Gives a file. What the bot sent may be a page: it runs nothing here.
pub(crate) async fn file(
    State(shared): State<Arc<Shared>>,
    Path(FilePath { id: PathId(id) }): Path<FilePath>,
    address: Uri,
) -> Response {
    match shared.troubles.of("GET", address.path()) {
        Trouble::Failed(status) => return StatusCode::from_u16(status).unwrap_or_default().into_response(),
        Trouble::Unanswered => return std::future::pending().await,
        _ => {}
    }
    let headers = [(header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox")];
    match shared.world().files.get(id).cloned() {
        Some(file) => (headers, [(header::CONTENT_TYPE, file.content_type)], file.bytes).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

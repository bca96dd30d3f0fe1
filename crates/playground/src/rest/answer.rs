//! What routes answer.

use axum::Json;

use crate::error::ApiError;

/// What most routes answer.
pub(crate) type Answer<T> = Result<Json<T>, ApiError>;

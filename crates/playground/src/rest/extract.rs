//! What handlers get of a request.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::super::bodies::{Body, Upload, parse};
use super::super::error::ApiError;
use super::record::Read;

/// A body and its files, within Discord's limits.
pub(crate) struct Multipart<T> {
    /// The body.
    pub(crate) body: T,
    /// Its files.
    pub(crate) files: Vec<Upload>,
}

impl<S: Sync, T: Body> FromRequestParts<S> for Multipart<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Read { value, files } = parts.extensions.remove().unwrap_or_default();
        T::check(&value, &files)?;
        // A body that is not there is one of absent fields.
        let value = if value.is_null() { serde_json::Map::new().into() } else { value };
        Ok(Self { body: parse(value, "")?, files })
    }
}

/// An id of a path; what is no id is nobody's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub(crate) struct PathId(pub(crate) u64);

impl From<String> for PathId {
    fn from(text: String) -> Self {
        Self(text.parse().unwrap_or(0))
    }
}

/// The query of a request.
pub(crate) struct QueryOf<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryOf<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let found = Query::from_request_parts(parts, state).await;
        let found = found.map_err(|why| ApiError::invalid("_query", "MODEL_TYPE_CONVERT", &why.body_text()))?;
        Ok(Self(found.0))
    }
}

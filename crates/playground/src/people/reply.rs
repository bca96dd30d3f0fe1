//! What a call of people gives back.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::objects::Id;

/// A refusal, told in a sentence.
#[derive(Debug)]
pub(crate) struct Refusal(pub(super) StatusCode, pub(super) String);

impl Refusal {
    /// The call makes no sense.
    pub(crate) fn bad(sentence: impl Into<String>) -> Self {
        Self(StatusCode::BAD_REQUEST, sentence.into())
    }

    /// There is no such thing.
    pub(crate) fn missing(sentence: impl Into<String>) -> Self {
        Self(StatusCode::NOT_FOUND, sentence.into())
    }
}

#[derive(Serialize)]
struct RefusalBody {
    error: String,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(RefusalBody { error: self.1 })).into_response()
    }
}

/// What an archived thread does not take.
pub(super) const ARCHIVED: &str = "This thread is archived: write something to take it up again.";

/// What a call gives back.
pub(crate) type Reply<T> = Result<Json<T>, Refusal>;

/// The interaction that a deed began.
#[derive(Serialize)]
pub(crate) struct InteractionId {
    interaction: Id,
}

impl InteractionId {
    /// This one.
    pub(crate) fn new(interaction: u64) -> Json<Self> {
        Json(Self { interaction: Id(interaction) })
    }
}

//! Why something isn't done, as an answer: the only place that turns errors into sentences for a page.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;

use crate::passes::PassError;
use games::{AnyPosition, Refusal};
use play::HostError;
use play::ports::{ActivityError, AnnounceError, StoreError};
use texts::{Locale, Text, say};

/// Why something isn't done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebError {
    #[error(transparent)]
    Host(#[from] HostError),
    #[error("the picture could not be drawn: {0}")]
    Picture(#[from] render::PictureError),
    #[error("a pass that is no good: {0:?}")]
    Pass(PassError),
    #[error("no seat at this board")]
    NoSeat,
    #[error("a match that its watcher can't see anymore")]
    OutOfSight,
    #[error("only the players do this")]
    Watcher,
    #[error("a request from another page")]
    OtherOrigin,
    #[error("too many requests")]
    TooMany,
    #[error("too many open pages")]
    TooManyStreams,
    #[error("a request that is too long")]
    TooLong,
    #[error("a request that took too long to arrive")]
    TooSlow,
    #[error("the process is stopping")]
    Stopping,
    #[error("a request was carried out, but can't be answered: {0}")]
    Untold(Box<WebError>),
    #[error("a request of a page panicked")]
    Panicked,
    #[error("a request that can't be read")]
    Unreadable,
    #[error(transparent)]
    Activity(#[from] ActivityError),
    #[error("an Activity that shows no match")]
    NoLaunch,
    #[error("nothing is here")]
    NotFound,
}

impl From<Refusal> for WebError {
    fn from(refusal: Refusal) -> Self {
        Self::Host(refusal.into())
    }
}

impl From<StoreError> for WebError {
    fn from(error: StoreError) -> Self {
        Self::Host(error.into())
    }
}

impl WebError {
    /// What the person is told, and the status.
    pub(crate) fn explain(&self) -> (StatusCode, Text) {
        let told = |status, key| (status, say(key, &[]));
        match self {
            Self::Host(HostError::Refused(refusal) | HostError::NoMove(_, refusal)) => match refusal.code {
                "stale-board" | "too-late" => told(StatusCode::CONFLICT, "web-stale"),
                "too-fast" | "busy-channel" | "busy-server" => (StatusCode::TOO_MANY_REQUESTS, texts::explain(refusal)),
                "no-such-match" => (StatusCode::NOT_FOUND, texts::explain(refusal)),
                _ => (StatusCode::UNPROCESSABLE_ENTITY, texts::explain(refusal)),
            },
            Self::Host(HostError::Blocked(_)) => told(StatusCode::UNPROCESSABLE_ENTITY, "web-blocked"),
            Self::Host(HostError::SetAside { id, .. }) => {
                let refusal = Refusal::new("match-set-aside").with("match", id.to_string());
                (StatusCode::SERVICE_UNAVAILABLE, texts::explain(&refusal))
            }
            Self::Host(HostError::Announce(AnnounceError::Closed(_))) => {
                told(StatusCode::UNPROCESSABLE_ENTITY, "web-chat-refused")
            }
            Self::Host(HostError::InDoubt(_) | HostError::Unsure(_)) | Self::Panicked => {
                told(StatusCode::SERVICE_UNAVAILABLE, "web-in-doubt")
            }
            Self::Host(_) | Self::Picture(_) => told(StatusCode::SERVICE_UNAVAILABLE, "web-fault"),
            Self::Pass(PassError::Expired) => told(StatusCode::UNAUTHORIZED, "web-link-expired"),
            Self::Pass(PassError::OtherDatabase) => told(StatusCode::UNAUTHORIZED, "web-link-of-another"),
            Self::Pass(PassError::Forged) => told(StatusCode::UNAUTHORIZED, "web-link-broken"),
            Self::NoSeat => told(StatusCode::UNAUTHORIZED, "web-no-seat"),
            Self::OutOfSight => told(StatusCode::UNAUTHORIZED, "web-out-of-sight"),
            Self::Watcher => told(StatusCode::FORBIDDEN, "web-only-watching"),
            Self::OtherOrigin => told(StatusCode::FORBIDDEN, "web-other-origin"),
            Self::TooMany => told(StatusCode::TOO_MANY_REQUESTS, "web-too-many"),
            Self::TooManyStreams => told(StatusCode::TOO_MANY_REQUESTS, "web-too-many-pages"),
            Self::TooSlow => told(StatusCode::REQUEST_TIMEOUT, "web-too-slow"),
            Self::Stopping => told(StatusCode::SERVICE_UNAVAILABLE, "web-stopping"),
            Self::Untold(_) => told(StatusCode::SERVICE_UNAVAILABLE, "web-untold"),
            Self::TooLong => told(StatusCode::PAYLOAD_TOO_LARGE, "web-too-long"),
            Self::Unreadable => told(StatusCode::BAD_REQUEST, "web-unreadable"),
            Self::Activity(ActivityError::Unknown) => told(StatusCode::UNAUTHORIZED, "web-activity-unknown"),
            Self::Activity(ActivityError::Unreachable(_)) => {
                told(StatusCode::SERVICE_UNAVAILABLE, "web-activity-unreachable")
            }
            Self::NoLaunch => told(StatusCode::NOT_FOUND, "web-activity-no-match"),
            Self::NotFound => told(StatusCode::NOT_FOUND, "web-not-found"),
        }
    }

    /// The position on which a refusal can be shown.
    pub(crate) fn shown_on(&self) -> Option<(&dyn AnyPosition, &Refusal)> {
        match self {
            Self::Host(HostError::NoMove(board, refusal)) => Some((&*board.position, refusal)),
            _ => None,
        }
    }
}

/// An answer that says why something isn't done.
#[derive(Serialize)]
pub(crate) struct RefusalAnswer {
    #[serde(skip)]
    pub status: StatusCode,
    pub refusal: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Value>,
}

impl RefusalAnswer {
    /// The answer where nobody need be named.
    pub(crate) fn new(error: &WebError, locale: Locale) -> Self {
        let (status, text) = error.explain();
        let is_known = matches!(error, WebError::Host(HostError::SetAside { .. }) | WebError::Stopping);
        if status.is_server_error() && !is_known {
            tracing::error!(error = error as &dyn std::error::Error, "a request of a page failed");
        }
        Self { status, refusal: crate::words::plain(&text.in_locale(locale)), picture: None, state: None }
    }

    /// The same as a page that says only that.
    pub(crate) fn page(&self, locale: Locale) -> Response {
        let page = include_str!("../page/message.html");
        let title = crate::words::escaped(&say("web-title", &[]).in_locale(locale));
        let page = page
            .replace("{{lang}}", locale.code())
            .replace("{{title}}", &title)
            .replace("{{sentence}}", &crate::words::escaped(&self.refusal));
        (self.status, Html(page)).into_response()
    }
}

impl IntoResponse for RefusalAnswer {
    fn into_response(self) -> Response {
        (self.status, Json(self)).into_response()
    }
}

impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        RefusalAnswer::new(&self, Locale::default()).into_response()
    }
}

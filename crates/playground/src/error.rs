//! Errors in Discord's shape, with its codes.

use std::time::Duration;

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// An answer that refuses.
#[derive(Debug, Clone)]
pub(crate) struct ApiError {
    status: StatusCode,
    body: ErrorBody,
}

/// Its body.
#[derive(Debug, Clone, Serialize)]
struct ErrorBody {
    /// Discord's code.
    code: u32,
    /// Discord's sentence.
    message: String,
    /// After how many seconds it may be tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<f64>,
    /// The faults of a form, by path.
    #[serde(skip_serializing_if = "Map::is_empty")]
    errors: Map<String, Value>,
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let wait = self.body.retry_after.map(|it| (header::RETRY_AFTER, it.ceil().to_string()));
        let mut response = (self.status, Json(self.body)).into_response();
        response.headers_mut().extend(wait.and_then(|(name, it)| Some((name, it.parse().ok()?))));
        response
    }
}

impl ApiError {
    fn new(status: StatusCode, code: u32, message: &str) -> Self {
        Self { status, body: ErrorBody { code, message: message.to_owned(), retry_after: None, errors: Map::new() } }
    }

    /// The wrong token.
    pub(crate) fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, 0, "401: Unauthorized")
    }

    /// No such route.
    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, 0, "404: Not Found")
    }

    /// Another method, please.
    pub(crate) fn wrong_method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, 0, "405: Method Not Allowed")
    }

    /// Discord is away.
    pub(crate) fn outage() -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, 0, "503: Service Unavailable")
    }

    /// A body that is no JSON.
    pub(crate) fn malformed() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50109, "The request body contains invalid JSON.")
    }

    /// A body or a file that is too large.
    pub(crate) fn too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, 40005, "Request entity too large")
    }

    /// Something that nobody knows.
    fn unknown(code: u32, what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, code, &format!("Unknown {what}"))
    }

    /// An application that nobody knows.
    pub(crate) fn unknown_application() -> Self {
        Self::unknown(10002, "Application")
    }

    /// A channel that nobody knows.
    pub(crate) fn unknown_channel() -> Self {
        Self::unknown(10003, "Channel")
    }

    /// A guild that nobody knows.
    pub(crate) fn unknown_guild() -> Self {
        Self::unknown(10004, "Guild")
    }

    /// A member that nobody knows.
    pub(crate) fn unknown_member() -> Self {
        Self::unknown(10007, "Member")
    }

    /// A message that nobody knows.
    pub(crate) fn unknown_message() -> Self {
        Self::unknown(10008, "Message")
    }

    /// A user that nobody knows.
    pub(crate) fn unknown_user() -> Self {
        Self::unknown(10013, "User")
    }

    /// A webhook that nobody knows.
    pub(crate) fn unknown_webhook() -> Self {
        Self::unknown(10015, "Webhook")
    }

    /// A list of all commands that lacks the Entry Point command.
    pub(crate) fn entry_point_left_out() -> Self {
        let message = "You cannot remove this app's Entry Point command in a bulk update operation. Please include the \
                       Entry Point command in your update request or delete it separately.";
        Self::new(StatusCode::BAD_REQUEST, 50240, message)
    }

    /// An interaction that nobody knows, or that is dead.
    pub(crate) fn unknown_interaction() -> Self {
        Self::unknown(10062, "interaction")
    }

    /// A command that nobody knows.
    pub(crate) fn unknown_command() -> Self {
        Self::unknown(10063, "application command")
    }

    /// A response that is not the first.
    pub(crate) fn already_acknowledged() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 40060, "Interaction has already been acknowledged.")
    }

    /// One follow-up too many to an interaction of somebody who has installed the app for themselves.
    pub(crate) fn too_many_follow_ups() -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            40094,
            "This interaction has reached the maximum number of follow-up messages",
        )
    }

    /// Too many commands.
    pub(crate) fn too_many_commands() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 30032, "Maximum number of application commands reached (100).")
    }

    /// A guild that is not the app's.
    pub(crate) fn missing_access() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50001, "Missing Access")
    }

    /// Somebody else's message in direct messages.
    pub(crate) fn not_in_direct_messages() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50003, "Cannot execute action on a DM channel")
    }

    /// Somebody else's message.
    pub(crate) fn not_the_author() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50005, "Cannot edit a message authored by another user")
    }

    /// A message of nothing.
    pub(crate) fn empty_message() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50006, "Cannot send an empty message")
    }

    /// Somebody without direct messages.
    pub(crate) fn cannot_send_to_user() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50007, "Cannot send messages to this user")
    }

    /// Something the bot may not do.
    pub(crate) fn missing_permissions() -> Self {
        Self::new(StatusCode::FORBIDDEN, 50013, "Missing Permissions")
    }

    /// Something that channels of another kind take.
    pub(crate) fn wrong_channel_type() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50024, "Cannot execute action on this channel type")
    }

    /// Something that an archived thread does not take.
    pub(crate) fn thread_is_archived() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 50083, "Thread is archived")
    }

    /// A second thread from one message.
    pub(crate) fn thread_exists() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 160_004, "A thread has already been created for this message")
    }

    /// One thread too many.
    pub(crate) fn too_many_threads() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 160_006, "Maximum number of active threads reached")
    }

    /// Something that was done too often.
    pub(crate) fn rate_limited(wait: Duration) -> Self {
        let mut error = Self::new(StatusCode::TOO_MANY_REQUESTS, 0, "You are being rate limited.");
        error.body.retry_after = Some(wait.as_secs_f64());
        error
    }

    /// A reply where the bot may not read what was written before.
    pub(crate) fn cannot_reply() -> Self {
        Self::new(StatusCode::FORBIDDEN, 160_002, "Cannot reply without permission to read message history")
    }

    /// A message that AutoMod does not let through.
    pub(crate) fn blocked_by_automod() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 200_000, "Message was blocked by automatic moderation")
    }

    /// A post without a tag, in a forum that wants one.
    pub(crate) fn tag_required() -> Self {
        Self::new(StatusCode::BAD_REQUEST, 40067, "A tag is required to create a forum post in this channel")
    }

    /// The token of an interaction that is over.
    pub(crate) fn invalid_webhook_token() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, 50027, "Invalid Webhook Token")
    }

    /// One fault at one path.
    pub(crate) fn invalid(path: &str, code: &str, message: &str) -> Self {
        let mut faults = Faults::default();
        faults.add(path, code, message);
        faults.into_error()
    }

    /// The fault of a field in a sentence, or else the whole sentence.
    pub(crate) fn sentence(&self, field: &str) -> &str {
        let fault = self.body.errors.get(field).and_then(|it| it["_errors"][0]["message"].as_str());
        fault.unwrap_or(&self.body.message)
    }
}

/// Collects what is wrong with a form.
#[derive(Debug, Default)]
pub(crate) struct Faults(Map<String, Value>);

impl Faults {
    /// Adds a fault at a path like `embeds.0.title`.
    pub(crate) fn add(&mut self, path: &str, code: &str, message: impl Into<String>) {
        let mut map = &mut self.0;
        for key in path.split('.') {
            let next = map.entry(key).or_insert_with(|| Value::Object(Map::new()));
            let Value::Object(next) = next else { return };
            map = next;
        }
        let list = map.entry("_errors").or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = list {
            list.push(json!({"code": code, "message": message.into()}));
        }
    }

    /// Fine, or the error 50035.
    pub(crate) fn into_result(self) -> Result<(), ApiError> {
        if self.0.is_empty() { Ok(()) } else { Err(self.into_error()) }
    }

    fn into_error(self) -> ApiError {
        let message = "Invalid Form Body".to_owned();
        let body = ErrorBody { code: 50035, message, retry_after: None, errors: self.0 };
        ApiError { status: StatusCode::BAD_REQUEST, body }
    }
}

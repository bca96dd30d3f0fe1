//! Errors in Discord's shape, with its codes.

use serde_json::{Map, Value, json};

/// An answer that refuses.
#[derive(Debug)]
pub(crate) struct ApiError {
    /// The HTTP status.
    pub(crate) status: u16,
    /// Discord's code.
    pub(crate) code: u32,
    /// Discord's sentence.
    pub(crate) message: String,
    /// The faults of a form, by path.
    pub(crate) errors: Option<Value>,
}

impl ApiError {
    /// An error without a form.
    pub(crate) fn new(status: u16, code: u32, message: &str) -> Self {
        Self { status, code, message: message.to_owned(), errors: None }
    }

    /// The wrong token.
    pub(crate) fn unauthorized() -> Self {
        Self::new(401, 0, "401: Unauthorized")
    }

    /// No such route.
    pub(crate) fn not_found() -> Self {
        Self::new(404, 0, "404: Not Found")
    }

    /// A message that nobody knows.
    pub(crate) fn unknown_message() -> Self {
        Self::new(404, 10008, "Unknown Message")
    }

    /// A channel that nobody knows.
    pub(crate) fn unknown_channel() -> Self {
        Self::new(404, 10003, "Unknown Channel")
    }

    /// A webhook that nobody knows.
    pub(crate) fn unknown_webhook() -> Self {
        Self::new(404, 10015, "Unknown Webhook")
    }

    /// An interaction that nobody knows, or that is dead.
    pub(crate) fn unknown_interaction() -> Self {
        Self::new(404, 10062, "Unknown interaction")
    }

    /// A message of nothing.
    pub(crate) fn empty_message() -> Self {
        Self::new(400, 50006, "Cannot send an empty message")
    }

    /// One fault at one path.
    pub(crate) fn invalid(path: &str, code: &str, message: &str) -> Self {
        let mut faults = Faults::default();
        faults.add(path, code, message.to_owned());
        faults.into_error()
    }

    /// The body of the answer.
    pub(crate) fn body(&self) -> Value {
        let mut body = json!({"code": self.code, "message": self.message});
        if let (Some(map), Some(errors)) = (body.as_object_mut(), &self.errors) {
            map.insert("errors".to_owned(), errors.clone());
        }
        body
    }
}

/// Collects what is wrong with a form.
#[derive(Debug, Default)]
pub(crate) struct Faults(Map<String, Value>);

impl Faults {
    /// Adds a fault at a path like `embeds.0.title`.
    pub(crate) fn add(&mut self, path: &str, code: &str, message: String) {
        let mut map = &mut self.0;
        for key in path.split('.').chain(["_errors"]) {
            if key == "_errors" {
                let list = map.entry(key).or_insert_with(|| Value::Array(Vec::new()));
                if let Value::Array(list) = list {
                    list.push(json!({"code": code, "message": message}));
                }
                return;
            }
            let next = map.entry(key).or_insert_with(|| Value::Object(Map::new()));
            match next {
                Value::Object(next) => map = next,
                _ => return,
            }
        }
    }

    /// Fine, or the error 50035.
    pub(crate) fn into_result(self) -> Result<(), ApiError> {
        if self.0.is_empty() { Ok(()) } else { Err(self.into_error()) }
    }

    fn into_error(self) -> ApiError {
        ApiError {
            status: 400,
            code: 50035,
            message: "Invalid Form Body".to_owned(),
            errors: Some(Value::Object(self.0)),
        }
    }
}

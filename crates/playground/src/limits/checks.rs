//! What every limit is checked by.

use serde_json::Value;

use super::super::error::Faults;

pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text may have at most so many characters; what it has.
pub(super) fn at_most(faults: &mut Faults, path: &str, value: &Value, max: usize) -> usize {
    match value {
        Value::Null => 0,
        Value::String(text) => {
            let has = length(text);
            if has > max {
                faults.add(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
            }
            has
        }
        _ => {
            faults.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.");
            0
        }
    }
}

/// A text that must be there, with at least one character and at most so many.
pub(super) fn between(faults: &mut Faults, path: &str, value: &Value, max: usize) -> usize {
    match value.as_str() {
        None if value.is_null() => {
            faults.add(path, "BASE_TYPE_REQUIRED", "This field is required");
            0
        }
        Some("") => {
            faults.add(path, "BASE_TYPE_BAD_LENGTH", format!("Must be between 1 and {max} in length."));
            0
        }
        _ => at_most(faults, path, value, max),
    }
}

/// The elements of a list of at most so many.
pub(super) fn list<'a>(faults: &mut Faults, path: &str, value: &'a Value, max: usize) -> &'a [Value] {
    match value {
        Value::Null => &[],
        Value::Array(items) => {
            if items.len() > max {
                faults.add(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
            }
            items
        }
        _ => {
            faults.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType");
            &[]
        }
    }
}

pub(super) fn url(faults: &mut Faults, path: &str, value: &Value, schemes: &[&str]) {
    let Some(text) = value.as_str() else { return };
    if !schemes.iter().any(|scheme| text.starts_with(scheme)) {
        faults.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.");
    }
}

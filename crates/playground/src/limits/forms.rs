//! Limits of suggestions and of forms.

use std::collections::HashSet;

use serde_json::Value;

use super::super::error::{ApiError, Faults};
use super::checks::{at_most, between, list};

/// Checks suggestions.
pub(crate) fn choices(value: &Value) -> Result<(), ApiError> {
    let mut faults = Faults::default();
    for (n, choice) in list(&mut faults, "data.choices", value, 25).iter().enumerate() {
        between(&mut faults, &format!("data.choices.{n}.name"), &choice["name"], 100);
        if let Value::String(_) = choice["value"] {
            at_most(&mut faults, &format!("data.choices.{n}.value"), &choice["value"], 100);
        }
    }
    faults.into_result()
}

/// Checks a form.
pub(crate) fn modal(data: &Value) -> Result<(), ApiError> {
    let mut faults = Faults::default();
    between(&mut faults, "data.custom_id", &data["custom_id"], 100);
    between(&mut faults, "data.title", &data["title"], 45);
    let rows = list(&mut faults, "data.components", &data["components"], 5);
    if rows.is_empty() {
        faults.add("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
    }
    let mut seen = HashSet::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, input) in row["components"].as_array().into_iter().flatten().enumerate() {
            let at = format!("data.components.{r}.components.{c}");
            if input["type"].as_u64() != Some(4) {
                faults.add(&format!("{at}.type"), "BASE_TYPE_CHOICES", "Value must be one of (4,).");
            }
            between(&mut faults, &format!("{at}.custom_id"), &input["custom_id"], 100);
            between(&mut faults, &format!("{at}.label"), &input["label"], 45);
            at_most(&mut faults, &format!("{at}.placeholder"), &input["placeholder"], 100);
            at_most(&mut faults, &format!("{at}.value"), &input["value"], 4000);
            if !seen.insert(input["custom_id"].as_str().unwrap_or_default()) {
                let message = "Component custom id cannot be duplicated";
                faults.add(&format!("{at}.custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
            }
        }
    }
    faults.into_result()
}

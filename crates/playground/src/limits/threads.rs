//! The limits of threads.

use serde_json::Value;

use super::checks::between;
use crate::error::{ApiError, Faults};

/// How many characters a thread's name may have.
const NAME: usize = 100;
/// After how many minutes of rest a thread may be archived.
const DURATIONS: [u64; 4] = [60, 1440, 4320, 10080];

/// Checks a thread that is to begin, or what is to change of one.
pub(crate) fn thread(value: &Value, needs_name: bool) -> Result<(), ApiError> {
    let mut faults = Faults::default();
    if needs_name || !value["name"].is_null() {
        between(&mut faults, "name", &value["name"], NAME);
    }
    let duration = &value["auto_archive_duration"];
    if !duration.is_null() && !duration.as_u64().is_some_and(|it| DURATIONS.contains(&it)) {
        let known = DURATIONS.map(|it| it.to_string()).join(", ");
        faults.add("auto_archive_duration", "BASE_TYPE_CHOICES", format!("Value must be one of {{{known}}}."));
    }
    faults.into_result()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_thread_has_a_name_and_a_known_duration() {
        for (value, needs_name, fits) in [
            (json!({"name": "LOA"}), true, true),
            (json!({}), true, false),
            (json!({}), false, true),
            (json!({"name": ""}), false, false),
            (json!({"name": "x".repeat(101)}), false, false),
            (json!({"name": "x", "auto_archive_duration": 1440}), true, true),
            (json!({"name": "x", "auto_archive_duration": 5}), true, false),
        ] {
            assert_eq!(thread(&value, needs_name).is_ok(), fits, "{value}");
        }
    }
}

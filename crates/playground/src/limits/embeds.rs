//! Limits of embeds.

use serde_json::Value;

use super::super::error::Faults;
use super::checks::{at_most, between, list, url};

/// Checks embeds, and all of them together.
pub(super) fn embeds(faults: &mut Faults, path: &str, value: &Value) {
    let mut total = 0;
    for (n, embed) in list(faults, path, value, 10).iter().enumerate() {
        let at = |key: &str| format!("{path}.{n}.{key}");
        let mut sum = at_most(faults, &at("title"), &embed["title"], 256);
        sum += at_most(faults, &at("description"), &embed["description"], 4096);
        if !embed["footer"].is_null() {
            sum += between(faults, &at("footer.text"), &embed["footer"]["text"], 2048);
        }
        if !embed["author"].is_null() {
            sum += between(faults, &at("author.name"), &embed["author"]["name"], 256);
        }
        for (f, field) in list(faults, &at("fields"), &embed["fields"], 25).iter().enumerate() {
            sum += between(faults, &at(&format!("fields.{f}.name")), &field["name"], 256);
            sum += between(faults, &at(&format!("fields.{f}.value")), &field["value"], 1024);
        }
        for (part, key) in [("image", "url"), ("thumbnail", "url"), ("author", "icon_url"), ("footer", "icon_url")] {
            url(faults, &at(&format!("{part}.{key}")), &embed[part][key], &["http://", "https://", "attachment://"]);
        }
        for (key, slot) in [("url", &embed["url"]), ("author.url", &embed["author"]["url"])] {
            url(faults, &at(key), slot, &["http://", "https://"]);
        }
        if embed["color"].as_u64().is_some_and(|c| c > 0xff_ffff) {
            faults.add(&at("color"), "NUMBER_TYPE_MAX", "int value should be less than or equal to 16777215.");
        }
        total += sum;
    }
    if total > 6000 {
        faults.add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000");
    }
}

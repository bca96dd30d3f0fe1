//! Discord's limits, checked as Discord checks them.

use std::collections::HashSet;

use serde_json::Value;

use super::error::{ApiError, Faults};

/// The size of one file.
pub(crate) const FILE_BYTES: usize = 10 * 1024 * 1024;
/// The size of a request.
pub(crate) const REQUEST_BYTES: usize = 25 * 1024 * 1024;

/// The flag of the newer components.
const COMPONENTS_V2: u64 = 1 << 15;

fn length(text: &str) -> usize {
    text.chars().count()
}

/// A text may have at most so many characters; what it has.
fn at_most(faults: &mut Faults, path: &str, value: &Value, max: usize) -> usize {
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
            faults.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.".to_owned());
            0
        }
    }
}

/// A text that must be there, with at least one character and at most so many.
fn between(faults: &mut Faults, path: &str, value: &Value, max: usize) -> usize {
    match value.as_str() {
        None if value.is_null() => {
            faults.add(path, "BASE_TYPE_REQUIRED", "This field is required".to_owned());
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
fn list<'a>(faults: &mut Faults, path: &str, value: &'a Value, max: usize) -> &'a [Value] {
    match value {
        Value::Null => &[],
        Value::Array(items) => {
            if items.len() > max {
                faults.add(path, "BASE_TYPE_MAX_LENGTH", format!("Must be {max} or fewer in length."));
            }
            items
        }
        _ => {
            faults.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType".to_owned());
            &[]
        }
    }
}

/// Checks a message that is created or edited.
pub(crate) fn message(body: &Value, files: &[(usize, usize)]) -> Result<(), ApiError> {
    let mut faults = Faults::default();
    if !body.is_object() && !body.is_null() {
        faults.add("_root", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType".to_owned());
        return faults.into_result();
    }
    message_into(&mut faults, "", body, files);
    faults.into_result()?;
    if files.iter().any(|(_, bytes)| *bytes > FILE_BYTES) {
        return Err(ApiError::new(413, 40005, "Request entity too large"));
    }
    Ok(())
}

fn message_into(faults: &mut Faults, prefix: &str, body: &Value, files: &[(usize, usize)]) {
    let at = |key: &str| format!("{prefix}{key}");
    at_most(faults, &at("content"), &body["content"], 2000);
    embeds(faults, &at("embeds"), &body["embeds"]);
    let flags = body["flags"].as_u64().unwrap_or(0);
    if flags & COMPONENTS_V2 == 0 {
        rows(faults, &at("components"), &body["components"]);
    }
    attachments(faults, &at("attachments"), &body["attachments"], files);
    match &body["nonce"] {
        Value::Null | Value::Number(_) => {}
        nonce => {
            at_most(faults, &at("nonce"), nonce, 25);
        }
    }
    allowed_mentions(faults, &at("allowed_mentions"), &body["allowed_mentions"]);
}

fn embeds(faults: &mut Faults, path: &str, value: &Value) {
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
            faults.add(
                &at("color"),
                "NUMBER_TYPE_MAX",
                "int value should be less than or equal to 16777215.".to_owned(),
            );
        }
        total += sum;
    }
    if total > 6000 {
        faults.add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000".to_owned());
    }
}

fn url(faults: &mut Faults, path: &str, value: &Value, schemes: &[&str]) {
    let Some(text) = value.as_str() else { return };
    if !schemes.iter().any(|scheme| text.starts_with(scheme)) {
        faults.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.".to_owned());
    }
}

fn attachments(faults: &mut Faults, path: &str, value: &Value, files: &[(usize, usize)]) {
    for (n, attachment) in list(faults, path, value, 10).iter().enumerate() {
        at_most(faults, &format!("{path}.{n}.description"), &attachment["description"], 1024);
        if super::ids::parse(&attachment["id"]).is_none() {
            faults.add(&format!("{path}.{n}.id"), "BASE_TYPE_REQUIRED", "This field is required".to_owned());
        }
    }
    if files.len() > 10 {
        faults.add(path, "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.".to_owned());
    }
}

fn allowed_mentions(faults: &mut Faults, path: &str, value: &Value) {
    let parse = list(faults, &format!("{path}.parse"), &value["parse"], 3);
    for (key, word) in [("users", "users"), ("roles", "roles")] {
        let named = list(faults, &format!("{path}.{key}"), &value[key], 100);
        if !named.is_empty() && parse.iter().any(|p| p == word) {
            let message = format!("parse:[\"{word}\"] and {key}: [ids ids ids] are mutually exclusive");
            faults.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
    }
}

/// Checks rows of buttons and menus.
fn rows(faults: &mut Faults, path: &str, value: &Value) {
    let mut seen = HashSet::new();
    for (r, row) in list(faults, path, value, 5).iter().enumerate() {
        let at = format!("{path}.{r}");
        if row["type"].as_u64() != Some(1) {
            faults.add(&format!("{at}.type"), "BASE_TYPE_CHOICES", "Value must be one of (1,).".to_owned());
            continue;
        }
        let items = row["components"].as_array().map_or(&[][..], Vec::as_slice);
        if items.is_empty() || items.len() > 5 {
            let message = "Must be between 1 and 5 in length.".to_owned();
            faults.add(&format!("{at}.components"), "BASE_TYPE_BAD_LENGTH", message);
        }
        let menus = items.iter().filter(|c| c["type"].as_u64() != Some(2)).count();
        if menus > 0 && items.len() > 1 {
            let message = "The specified component exceeds the maximum width".to_owned();
            faults.add(&format!("{at}.components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
        }
        for (c, component) in items.iter().enumerate() {
            let at = format!("{at}.components.{c}");
            match component["type"].as_u64() {
                Some(2) => button(faults, &at, component),
                Some(3) => menu(faults, &at, component),
                Some(5..=8) => menu_common(faults, &at, component, 25),
                _ => {
                    let message = "Value must be one of (2, 3, 5, 6, 7, 8).".to_owned();
                    faults.add(&format!("{at}.type"), "BASE_TYPE_CHOICES", message);
                }
            }
            if let Some(id) = component["custom_id"].as_str()
                && !seen.insert(id.to_owned())
            {
                let message = "Component custom id cannot be duplicated".to_owned();
                faults.add(&format!("{at}.custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
            }
        }
    }
}

fn button(faults: &mut Faults, at: &str, button: &Value) {
    at_most(faults, &format!("{at}.label"), &button["label"], 80);
    if button["label"].as_str().unwrap_or("").is_empty() && button["emoji"].is_null() {
        let message = "A button must have a label or emoji".to_owned();
        faults.add(&format!("{at}.label"), "BUTTON_COMPONENT_REQUIRED_FIELD", message);
    }
    match button["style"].as_u64() {
        Some(1..=4) => {
            between(faults, &format!("{at}.custom_id"), &button["custom_id"], 100);
        }
        Some(5) => {
            between(faults, &format!("{at}.url"), &button["url"], 512);
            url(faults, &format!("{at}.url"), &button["url"], &["http://", "https://", "discord://"]);
        }
        _ => {
            let message = "Value must be one of {1, 2, 3, 4, 5}.".to_owned();
            faults.add(&format!("{at}.style"), "BASE_TYPE_CHOICES", message);
        }
    }
}

fn menu(faults: &mut Faults, at: &str, menu: &Value) {
    let path = format!("{at}.options");
    let options = list(faults, &path, &menu["options"], 25);
    if options.is_empty() {
        faults.add(&path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.".to_owned());
    }
    let mut values = HashSet::new();
    for (o, option) in options.iter().enumerate() {
        let at = format!("{path}.{o}");
        between(faults, &format!("{at}.label"), &option["label"], 100);
        between(faults, &format!("{at}.value"), &option["value"], 100);
        at_most(faults, &format!("{at}.description"), &option["description"], 100);
        if !values.insert(option["value"].as_str().unwrap_or_default()) {
            let message = "The specified option value is already used".to_owned();
            faults.add(&format!("{at}.value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
    }
    menu_common(faults, at, menu, options.len());
}

fn menu_common(faults: &mut Faults, at: &str, menu: &Value, most: usize) {
    between(faults, &format!("{at}.custom_id"), &menu["custom_id"], 100);
    at_most(faults, &format!("{at}.placeholder"), &menu["placeholder"], 150);
    let max = menu["max_values"].as_u64().unwrap_or(1);
    let min = menu["min_values"].as_u64().unwrap_or(1);
    if max == 0 || usize::try_from(max).map_or(true, |max| max > most.max(1)) {
        let message = "The specified maximum exceeds the number of options.".to_owned();
        faults.add(&format!("{at}.max_values"), "SELECT_COMPONENT_MAX_VALUES_INVALID", message);
    }
    if min > max {
        let message = "Minimum must not exceed the maximum.".to_owned();
        faults.add(&format!("{at}.min_values"), "SELECT_COMPONENT_MIN_VALUES_INVALID", message);
    }
}

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
        faults.add("data.components", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.".to_owned());
    }
    let mut seen = HashSet::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, input) in row["components"].as_array().into_iter().flatten().enumerate() {
            let at = format!("data.components.{r}.components.{c}");
            if input["type"].as_u64() != Some(4) {
                faults.add(&format!("{at}.type"), "BASE_TYPE_CHOICES", "Value must be one of (4,).".to_owned());
            }
            between(&mut faults, &format!("{at}.custom_id"), &input["custom_id"], 100);
            between(&mut faults, &format!("{at}.label"), &input["label"], 45);
            at_most(&mut faults, &format!("{at}.placeholder"), &input["placeholder"], 100);
            at_most(&mut faults, &format!("{at}.value"), &input["value"], 4000);
            if !seen.insert(input["custom_id"].as_str().unwrap_or_default()) {
                let message = "Component custom id cannot be duplicated".to_owned();
                faults.add(&format!("{at}.custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
            }
        }
    }
    faults.into_result()
}

/// Checks a command; the path is empty for one, its number for one of many.
pub(crate) fn command(faults: &mut Faults, path: &str, command: &Value) {
    let at = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let chat = command["type"].as_u64().unwrap_or(1) == 1;
    command_name(faults, &at("name"), &command["name"], chat);
    if chat {
        between(faults, &at("description"), &command["description"], 100);
        let size = command_size(command);
        if size > 8000 {
            let message = format!("Command exceeds maximum size (8000), it has {size}");
            faults.add(&at("name"), "APPLICATION_COMMAND_TOO_LARGE", message);
        }
    }
    localizations(faults, &at("name_localizations"), &command["name_localizations"], 32);
    localizations(faults, &at("description_localizations"), &command["description_localizations"], 100);
    command_options(faults, &at("options"), &command["options"]);
}

fn command_size(value: &Value) -> usize {
    let own = |key: &str| value[key].as_str().map_or(0, length);
    let inner: usize = value["options"].as_array().into_iter().flatten().map(command_size).sum();
    let choices: usize = value["choices"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|c| c["name"].as_str().map_or(0, length) + c["value"].as_str().map_or(0, length))
        .sum();
    own("name") + own("description") + inner + choices
}

fn localizations(faults: &mut Faults, path: &str, value: &Value, max: usize) {
    for (locale, text) in value.as_object().into_iter().flatten() {
        between(faults, &format!("{path}.{locale}"), text, max);
    }
}

fn command_name(faults: &mut Faults, path: &str, value: &Value, chat: bool) {
    between(faults, path, value, 32);
    let Some(name) = value.as_str() else { return };
    let fits = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '\'';
    if chat && (!name.chars().all(fits) || name.to_lowercase() != name) {
        let message = "Command name is invalid".to_owned();
        faults.add(path, "APPLICATION_COMMAND_INVALID_NAME", message);
    }
}

fn command_options(faults: &mut Faults, path: &str, value: &Value) {
    let mut names = HashSet::new();
    let mut optional = false;
    for (n, option) in list(faults, path, value, 25).iter().enumerate() {
        let at = format!("{path}.{n}");
        command_name(faults, &format!("{at}.name"), &option["name"], true);
        between(faults, &format!("{at}.description"), &option["description"], 100);
        localizations(faults, &format!("{at}.name_localizations"), &option["name_localizations"], 32);
        localizations(faults, &format!("{at}.description_localizations"), &option["description_localizations"], 100);
        if !names.insert(option["name"].as_str().unwrap_or_default()) {
            let message = "Option name already exists".to_owned();
            faults.add(&format!("{at}.name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message);
        }
        match option["type"].as_u64() {
            Some(1 | 2) => command_options(faults, &format!("{at}.options"), &option["options"]),
            Some(3..=11) => {
                let required = option["required"].as_bool().unwrap_or(false);
                if required && optional {
                    let message = "Required options must be placed before non-required options".to_owned();
                    faults.add(&at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
                }
                optional |= !required;
            }
            _ => faults.add(&format!("{at}.type"), "BASE_TYPE_CHOICES", "Value must be one of (1, …, 11).".to_owned()),
        }
        let choices = list(faults, &format!("{at}.choices"), &option["choices"], 25);
        if !choices.is_empty() && option["autocomplete"] == true {
            let message = "Autocomplete options may not have choices".to_owned();
            faults.add(&format!("{at}.autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", message);
        }
        for (c, choice) in choices.iter().enumerate() {
            between(faults, &format!("{at}.choices.{c}.name"), &choice["name"], 100);
            if choice["value"].is_string() {
                between(faults, &format!("{at}.choices.{c}.value"), &choice["value"], 100);
            }
        }
    }
}

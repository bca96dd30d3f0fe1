//! Limits of commands.

use std::collections::HashSet;

use serde_json::Value;

use super::super::error::{ApiError, Faults};
use super::checks::{between, length, list};

/// How many commands there may be of each kind: slash commands, those on users, those on messages, and Entry Points.
const MAX_COMMANDS: [(u64, usize); 4] = [(1, 100), (2, 15), (3, 15), (4, 1)];

/// Whether there are too many commands of these kinds.
pub(crate) fn full(kinds: impl Iterator<Item = u64> + Clone) -> bool {
    MAX_COMMANDS.iter().any(|(kind, most)| kinds.clone().filter(|it| it == kind).count() > *most)
}

/// Checks one command.
pub(crate) fn command(command: &Value) -> Result<(), ApiError> {
    let mut faults = Faults::default();
    command_into(&mut faults, "", command);
    faults.into_result()
}

/// Checks all commands together.
pub(crate) fn commands(value: &Value) -> Result<(), ApiError> {
    let Some(list) = value.as_array() else {
        return Err(ApiError::invalid("_root", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"));
    };
    if full(list.iter().map(|it| it["type"].as_u64().unwrap_or(1))) {
        return Err(ApiError::too_many_commands());
    }
    let mut faults = Faults::default();
    for (n, command) in list.iter().enumerate() {
        command_into(&mut faults, &n.to_string(), command);
        let same = |it: &Value| it["name"] == command["name"] && it["type"] == command["type"];
        if list.iter().take(n).any(same) {
            let message = "Application command names must be unique";
            faults.add(&n.to_string(), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    }
    faults.into_result()
}

/// The path is empty for one command, its number for one of many.
fn command_into(faults: &mut Faults, path: &str, command: &Value) {
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
        let message = "Command name is invalid";
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
            let message = "Option name already exists";
            faults.add(&format!("{at}.name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message);
        }
        match option["type"].as_u64() {
            Some(1 | 2) => command_options(faults, &format!("{at}.options"), &option["options"]),
            Some(3..=11) => {
                let required = option["required"].as_bool().unwrap_or(false);
                if required && optional {
                    let message = "Required options must be placed before non-required options";
                    faults.add(&at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
                }
                optional |= !required;
            }
            _ => faults.add(&format!("{at}.type"), "BASE_TYPE_CHOICES", "Value must be one of (1, …, 11)."),
        }
        let choices = list(faults, &format!("{at}.choices"), &option["choices"], 25);
        if !choices.is_empty() && option["autocomplete"] == true {
            let message = "Autocomplete options may not have choices";
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

//! Limits of buttons and menus.

use std::collections::HashSet;

use serde_json::Value;

use super::super::error::Faults;
use super::checks::{at_most, between, list, url};

/// Checks rows of buttons and menus.
pub(super) fn rows(faults: &mut Faults, path: &str, value: &Value) {
    let mut seen = HashSet::new();
    for (r, row) in list(faults, path, value, 5).iter().enumerate() {
        let at = format!("{path}.{r}");
        if row["type"].as_u64() != Some(1) {
            faults.add(&format!("{at}.type"), "BASE_TYPE_CHOICES", "Value must be one of (1,).");
            continue;
        }
        let items = row["components"].as_array().map_or(&[][..], Vec::as_slice);
        if items.is_empty() || items.len() > 5 {
            let message = "Must be between 1 and 5 in length.";
            faults.add(&format!("{at}.components"), "BASE_TYPE_BAD_LENGTH", message);
        }
        let menus = items.iter().filter(|c| c["type"].as_u64() != Some(2)).count();
        if menus > 0 && items.len() > 1 {
            let message = "The specified component exceeds the maximum width";
            faults.add(&format!("{at}.components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
        }
        for (c, component) in items.iter().enumerate() {
            let at = format!("{at}.components.{c}");
            match component["type"].as_u64() {
                Some(2) => button(faults, &at, component),
                Some(3) => menu(faults, &at, component),
                Some(5..=8) => menu_common(faults, &at, component, 25),
                _ => {
                    let message = "Value must be one of (2, 3, 5, 6, 7, 8).";
                    faults.add(&format!("{at}.type"), "BASE_TYPE_CHOICES", message);
                }
            }
            if let Some(id) = component["custom_id"].as_str()
                && !seen.insert(id.to_owned())
            {
                let message = "Component custom id cannot be duplicated";
                faults.add(&format!("{at}.custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message);
            }
        }
    }
}

fn button(faults: &mut Faults, at: &str, button: &Value) {
    at_most(faults, &format!("{at}.label"), &button["label"], 80);
    if button["label"].as_str().unwrap_or("").is_empty() && button["emoji"].is_null() {
        let message = "A button must have a label or emoji";
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
            let message = "Value must be one of {1, 2, 3, 4, 5}.";
            faults.add(&format!("{at}.style"), "BASE_TYPE_CHOICES", message);
        }
    }
}

fn menu(faults: &mut Faults, at: &str, menu: &Value) {
    let path = format!("{at}.options");
    let options = list(faults, &path, &menu["options"], 25);
    if options.is_empty() {
        faults.add(&path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.");
    }
    let mut values = HashSet::new();
    for (o, option) in options.iter().enumerate() {
        let at = format!("{path}.{o}");
        between(faults, &format!("{at}.label"), &option["label"], 100);
        between(faults, &format!("{at}.value"), &option["value"], 100);
        at_most(faults, &format!("{at}.description"), &option["description"], 100);
        if !values.insert(option["value"].as_str().unwrap_or_default()) {
            let message = "The specified option value is already used";
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
        let message = "The specified maximum exceeds the number of options.";
        faults.add(&format!("{at}.max_values"), "SELECT_COMPONENT_MAX_VALUES_INVALID", message);
    }
    if min > max {
        let message = "Minimum must not exceed the maximum.";
        faults.add(&format!("{at}.min_values"), "SELECT_COMPONENT_MIN_VALUES_INVALID", message);
    }
}

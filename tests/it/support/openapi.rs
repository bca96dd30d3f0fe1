//! Checks what the bot sent against Discord's own description of its API.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use jsonschema::Validator;
use playground::Recorded;
use serde_json::{Map, Value, json};

/// The validators of one request body: any of them may hold.
type Body = (bool, Vec<Validator>);

fn document() -> Option<&'static Value> {
    static DOCUMENT: OnceLock<Option<Value>> = OnceLock::new();
    let read = || {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/discord/openapi.json");
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("{} is not there: requests are not checked against it", path.display());
            return None;
        };
        Some(serde_json::from_str(&text).expect("the description of the API is JSON"))
    };
    DOCUMENT.get_or_init(read).as_ref()
}

/// What is wrong with the requests; nothing where the description is not there.
pub fn violations(requests: &[Recorded]) -> Vec<String> {
    let Some(document) = document() else { return Vec::new() };
    requests.iter().filter_map(|request| violation(document, request)).collect()
}

/// # Panics
/// If anything is wrong with the requests.
pub fn assert_conforms(requests: &[Recorded]) {
    let found = violations(requests);
    assert!(found.is_empty(), "requests Discord does not describe:\n{}", found.join("\n"));
}

fn violation(document: &Value, request: &Recorded) -> Option<String> {
    // OAuth2 stands in Discord's documentation, but not in the description.
    if request.path.ends_with("/oauth2/token") {
        return None;
    }
    let name = format!("{} {}", request.method, request.path);
    let Some((template, operation)) = operation(document, request) else {
        return Some(format!("{name}: no such operation"));
    };
    let key = format!("{} {template} {}", request.method, request.multipart);
    // Validators are compiled once per operation and process.
    static COMPILED: OnceLock<Mutex<HashMap<String, Option<&'static Body>>>> = OnceLock::new();
    let compiled = {
        let mut all = COMPILED.get_or_init(Mutex::default).lock().expect("nobody panicked here");
        *all.entry(key)
            .or_insert_with(|| compile(document, operation, request.multipart).map(|b| &*Box::leak(Box::new(b))))
    };
    let Some((required, validators)) = compiled else {
        return (!request.body.is_null()).then(|| format!("{name}: takes no body, but got {}", request.body));
    };
    if request.body.is_null() {
        return required.then(|| format!("{name}: lacks its body"));
    }
    let body = excepted(template, &request.body);
    let mut best: Option<Vec<String>> = None;
    for validator in validators {
        let found: Vec<String> =
            validator.iter_errors(&body).map(|e| format!("  at {}: {e}", e.instance_path())).collect();
        if found.is_empty() {
            return None;
        }
        if best.as_ref().is_none_or(|best| found.len() < best.len()) {
            best = Some(found);
        }
    }
    Some(format!("{name}:\n{}\n  body {body}", best.unwrap_or_default().join("\n")))
}

/// The operation of a request: the template with the most literal parts.
fn operation<'a>(document: &'a Value, request: &Recorded) -> Option<(&'a str, &'a Value)> {
    let path = request.path.strip_prefix("/api/")?;
    let path = path.split_once('/').map_or("", |(_, rest)| rest).trim_end_matches('/');
    let parts: Vec<&str> = path.split('/').collect();
    let method = request.method.to_lowercase();
    document["paths"]
        .as_object()?
        .iter()
        .filter_map(|(template, item)| {
            let wanted: Vec<&str> = template.trim_start_matches('/').split('/').collect();
            let fits = wanted.len() == parts.len()
                && wanted.iter().zip(&parts).all(|(w, p)| w == p || (w.starts_with('{') && !p.is_empty()));
            let literal = wanted.iter().filter(|w| !w.starts_with('{')).count();
            Some((literal, template.as_str(), item.get(&method)?)).filter(|_| fits)
        })
        .max_by_key(|(literal, ..)| *literal)
        .map(|(_, template, operation)| (template, operation))
}

fn compile(document: &Value, operation: &Value, multipart: bool) -> Option<Body> {
    let body = operation.get("requestBody")?;
    let content = &body["content"];
    let form = content.get("multipart/form-data").filter(|_| multipart);
    let schema = &form.or_else(|| content.get("application/json"))?["schema"];
    let branches = schema["anyOf"].as_array().cloned().unwrap_or_else(|| vec![schema.clone()]);
    let validators = branches.into_iter().map(|branch| {
        let mut used = Map::new();
        let mut left: BTreeSet<String> = references(&branch);
        while let Some(name) = left.pop_first() {
            let part = document["components"]["schemas"][&name].clone();
            left.extend(references(&part).into_iter().filter(|n| !used.contains_key(n) && *n != name));
            used.insert(name, part);
        }
        let whole = json!({"allOf": [branch], "components": {"schemas": used}});
        jsonschema::draft202012::new(&whole).expect("a schema of the description compiles")
    });
    Some((body["required"] == true, validators.collect()))
}

/// The names of the schemas a schema refers to.
fn references(schema: &Value) -> BTreeSet<String> {
    match schema {
        Value::Object(map) => {
            let own = map.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix("#/components/schemas/"));
            own.map(str::to_owned).into_iter().chain(map.values().flat_map(references)).collect()
        }
        Value::Array(items) => items.iter().flat_map(references).collect(),
        _ => BTreeSet::new(),
    }
}

/// The body without what Discord accepts but does not describe: attachment ids as integers, the key
/// `nsfw` of commands, and their permissions as a text (as its documentation wants it).
fn excepted(template: &str, body: &Value) -> Value {
    let mut body = body.clone();
    let command = template.contains("/commands");
    if command {
        let all = match &mut body {
            Value::Array(items) => items.iter_mut().collect(),
            one => vec![one],
        };
        for map in all.into_iter().filter_map(Value::as_object_mut) {
            map.remove("nsfw");
            if let Some(bits) = map.get("default_member_permissions").and_then(|it| it.as_str()?.parse::<u64>().ok()) {
                map.insert("default_member_permissions".to_owned(), json!(bits));
            }
        }
        return body;
    }
    for pointer in ["/attachments", "/data/attachments"] {
        for attachment in body.pointer_mut(pointer).and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(id) = attachment.get("id").and_then(Value::as_u64) {
                attachment["id"] = json!(id.to_string());
            }
        }
    }
    body
}

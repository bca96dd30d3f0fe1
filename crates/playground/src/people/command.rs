//! Commands people type, and the suggestions they get while typing.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use serde_json::{Map, Value, json};
use tokio::sync::oneshot;

use super::{Refusal, Reply, channel, person, read};
use crate::interaction::{self, Act, Kind, PATIENCE};
use crate::world::World;
use crate::{Shared, objects};

/// Sends a command.
pub(crate) async fn invoke(
    State(shared): State<Arc<Shared>>,
    Path((who, place)): Path<(String, String)>,
    request: Request,
) -> Reply {
    let body = read(request).await?;
    let act = act(&shared.world(), &who, &place, &body, None)?;
    Ok(Json(json!({"interaction": interaction::begin(&shared, act).to_string()})))
}

/// Asks for suggestions.
pub(crate) async fn autocomplete(
    State(shared): State<Arc<Shared>>,
    Path((who, place)): Path<(String, String)>,
    request: Request,
) -> Reply {
    let body = read(request).await?;
    let focused = body["focused"].as_str().ok_or_else(|| Refusal::bad("No option is focused."))?.to_owned();
    let mut act = act(&shared.world(), &who, &place, &body, Some(&focused))?;
    let (waiting, choices) = oneshot::channel();
    act.waiting = Some(waiting);
    interaction::begin(&shared, act);
    let choices = tokio::time::timeout(PATIENCE, choices).await;
    let choices = choices.ok().and_then(Result::ok).unwrap_or_default();
    let plain: Vec<Value> = choices.iter().map(|c| json!({"name": c["name"], "value": c["value"]})).collect();
    Ok(Json(json!({"choices": plain})))
}

fn act(world: &World, who: &str, place: &str, body: &Value, focused: Option<&str>) -> Result<Act, Refusal> {
    let person = person(world, who)?;
    let channel = channel(world, person, place)?;
    let name = body["name"].as_str().ok_or_else(|| Refusal::bad("The command has no name."))?;
    let name = name.trim().trim_start_matches('/');
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or_default();
    let command = world
        .commands
        .iter()
        .filter(|c| c["type"].as_u64().unwrap_or(1) == 1 && c["name"] == first)
        .find(|c| available(world, channel, c))
        .ok_or_else(|| Refusal::missing(format!("There is no command /{first} here.")))?;
    let mut level = command;
    let mut path = Vec::new();
    for word in words {
        level = level["options"]
            .as_array()
            .into_iter()
            .flatten()
            .find(|o| matches!(o["type"].as_u64(), Some(1 | 2)) && o["name"] == word)
            .ok_or_else(|| Refusal::missing(format!("The command /{first} has no part {word}.")))?;
        path.push(level);
    }
    let empty = Map::new();
    let given = body["options"].as_object().unwrap_or(&empty);
    let mut typed = Typed { world, resolved: Map::new(), focused };
    let mut options = typed.options(level, given)?;
    for part in path.iter().rev() {
        options = vec![json!({"name": part["name"], "type": part["type"], "options": options})];
    }
    let mut data = json!({"id": command["id"], "name": command["name"], "type": 1, "options": options});
    if let Some(map) = data.as_object_mut() {
        if !typed.resolved.is_empty() {
            map.insert("resolved".to_owned(), Value::Object(typed.resolved));
        }
        if let Some(guild) = command.get("guild_id") {
            map.insert("guild_id".to_owned(), guild.clone());
        }
    }
    Ok(Act {
        kind: if focused.is_some() { Kind::Autocomplete } else { Kind::Command },
        person,
        channel,
        message: None,
        name: Some(name.to_owned()),
        data,
        waiting: None,
        opened_by: None,
    })
}

fn available(world: &World, channel: u64, command: &Value) -> bool {
    let guild = world.in_guild(channel);
    let allowed = command["contexts"].as_array();
    let wanted = if guild { 0 } else { 1 };
    (guild || command.get("guild_id").is_none())
        && (guild || command["dm_permission"] != Value::Bool(false) || allowed.is_some())
        && allowed.is_none_or(|contexts| contexts.iter().any(|c| c.as_u64() == Some(wanted)))
}

/// Turns what was typed into options of the registered types.
struct Typed<'a> {
    world: &'a World,
    resolved: Map<String, Value>,
    focused: Option<&'a str>,
}

impl Typed<'_> {
    fn options(&mut self, level: &Value, given: &Map<String, Value>) -> Result<Vec<Value>, Refusal> {
        let known = level["options"].as_array().map_or(&[][..], Vec::as_slice);
        if known.iter().any(|o| matches!(o["type"].as_u64(), Some(1 | 2))) {
            return Err(Refusal::bad("This command needs one of its parts."));
        }
        let is_known = |name: &str| known.iter().any(|o| o["name"] == name);
        if let Some(odd) = given.keys().map(String::as_str).chain(self.focused).find(|key| !is_known(key)) {
            return Err(Refusal::bad(format!("The command has no option {odd}.")));
        }
        let mut options = Vec::new();
        for option in known {
            let name = option["name"].as_str().unwrap_or_default();
            let text = match given.get(name) {
                Some(Value::String(text)) => Some(text.clone()),
                None | Some(Value::Null) => None,
                Some(other) => Some(other.to_string()),
            };
            if self.focused == Some(name) {
                let text = text.unwrap_or_default();
                options.push(json!({"name": name, "type": option["type"], "value": text, "focused": true}));
                continue;
            }
            let Some(text) = text.filter(|t| !t.is_empty()) else {
                if option["required"] == true && self.focused.is_none() {
                    return Err(Refusal::bad(format!("The option {name} is required.")));
                }
                continue;
            };
            match self.value(option, name, &text) {
                Ok(value) => options.push(json!({"name": name, "type": option["type"], "value": value})),
                // While somebody types, what is not yet right is not yet told.
                Err(_) if self.focused.is_some() => {}
                Err(why) => return Err(why),
            }
        }
        Ok(options)
    }

    fn value(&mut self, option: &Value, name: &str, text: &str) -> Result<Value, Refusal> {
        let bad = |what: &str| Refusal::bad(format!("The option {name} is no {what}: {text}."));
        let choices = option["choices"].as_array().map_or(&[][..], Vec::as_slice);
        if !choices.is_empty() {
            let same = |c: &&Value| {
                let shown = c["value"].to_string();
                c["value"] == text || c["name"] == text || shown == text
            };
            return choices.iter().find(same).map(|c| c["value"].clone()).ok_or_else(|| bad("choice of it"));
        }
        let kind = option["type"].as_u64().unwrap_or(3);
        match kind {
            4 => {
                let number: i64 = text.parse().map_err(|_| bad("whole number"))?;
                within(option, number as f64).then(|| json!(number)).ok_or_else(|| bad("number within its bounds"))
            }
            5 => text.to_lowercase().parse::<bool>().map(Value::Bool).map_err(|_| bad("truth value")),
            6 | 9 => self.user(text).ok_or_else(|| bad("person")),
            7 => self.channel(text).ok_or_else(|| bad("channel")),
            8 | 11 => Err(bad("role or file the playground has")),
            10 => {
                let number: f64 = text.parse().map_err(|_| bad("number"))?;
                within(option, number).then(|| json!(number)).ok_or_else(|| bad("number within its bounds"))
            }
            _ => {
                let length = text.chars().count() as u64;
                let fits = length >= option["min_length"].as_u64().unwrap_or(0)
                    && length <= option["max_length"].as_u64().unwrap_or(6000);
                fits.then(|| json!(text)).ok_or_else(|| bad("text of the right length"))
            }
        }
    }

    fn user(&mut self, text: &str) -> Option<Value> {
        let text = text.trim_start_matches("<@").trim_end_matches('>').trim_start_matches('@');
        let found = self.world.people.iter().find(|p| p.id.to_string() == text || p.name.eq_ignore_ascii_case(text))?;
        let id = found.id.to_string();
        self.resolve("users", &id, objects::user(found));
        self.resolve("members", &id, objects::partial_member());
        Some(json!(id))
    }

    fn channel(&mut self, text: &str) -> Option<Value> {
        let text = text.trim_start_matches("<#").trim_end_matches('>').trim_start_matches('#');
        let guild = self.world.channels.iter().filter(|c| c.person.is_none());
        let found = guild.into_iter().find(|c| c.id.to_string() == text || c.name.eq_ignore_ascii_case(text))?;
        let id = found.id.to_string();
        self.resolve("channels", &id, objects::acting_channel(found, None));
        Some(json!(id))
    }

    fn resolve(&mut self, kind: &str, id: &str, value: Value) {
        let slot = self.resolved.entry(kind).or_insert_with(|| Value::Object(Map::new()));
        if let Some(map) = slot.as_object_mut() {
            map.insert(id.to_owned(), value);
        }
    }
}

fn within(option: &Value, number: f64) -> bool {
    option["min_value"].as_f64().is_none_or(|min| number >= min)
        && option["max_value"].as_f64().is_none_or(|max| number <= max)
}

//! Buttons, menus and forms.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use serde_json::{Map, Value, json};

use super::{Refusal, Reply, person, read};
use crate::interaction::{self, Act, Kind};
use crate::message::Message;
use crate::world::World;
use crate::{Shared, objects};

/// Presses a button or chooses from a menu.
pub(crate) async fn component(
    State(shared): State<Arc<Shared>>,
    Path((who, message)): Path<(String, String)>,
    request: Request,
) -> Reply {
    let body = read(request).await?;
    let act = {
        let world = shared.world();
        let who = person(&world, &who)?;
        let message = message
            .parse()
            .ok()
            .and_then(|id: u64| world.messages.get(&id))
            .filter(|m| world.sees(who, m.channel) && m.visible_to(who))
            .ok_or_else(|| Refusal::missing("This person sees no such message."))?;
        let data = component_data(&world, message, &body)?;
        Act {
            kind: Kind::Component,
            person: who,
            channel: message.channel,
            message: Some(message.id),
            name: None,
            data,
            waiting: None,
            opened_by: None,
        }
    };
    Ok(Json(json!({"interaction": interaction::begin(&shared, act).to_string()})))
}

fn component_data(world: &World, message: &Message, body: &Value) -> Result<Value, Refusal> {
    let custom_id = body["custom_id"].as_str().ok_or_else(|| Refusal::bad("There is no custom_id."))?;
    let component = message
        .components
        .iter()
        .chain(&message.former_components)
        .flat_map(|row| row["components"].as_array().into_iter().flatten())
        .find(|c| c["custom_id"] == custom_id)
        .ok_or_else(|| Refusal::missing("The message has no such button or menu."))?;
    if component["disabled"] == true {
        return Err(Refusal::bad("This button or menu is disabled."));
    }
    let kind = component["type"].as_u64().unwrap_or(0);
    let mut data = json!({"custom_id": custom_id, "component_type": kind});
    if kind == 2 {
        return Ok(data);
    }
    let values: Vec<&str> = body["values"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let bound = |key: &str| usize::try_from(component[key].as_u64().unwrap_or(1)).unwrap_or(1);
    if values.len() < bound("min_values") || values.len() > bound("max_values") {
        return Err(Refusal::bad("That is not the right number of choices."));
    }
    if kind == 3 {
        let options = component["options"].as_array().map_or(&[][..], Vec::as_slice);
        if let Some(odd) = values.iter().find(|v| !options.iter().any(|o| o["value"] == **v)) {
            return Err(Refusal::bad(format!("The menu has no option {odd}.")));
        }
        data["values"] = json!(values);
        return Ok(data);
    }
    let (mut chosen, mut users, mut members) = (Vec::new(), Map::new(), Map::new());
    for value in values {
        let found = world.people.iter().find(|p| p.id.to_string() == value || p.name.eq_ignore_ascii_case(value));
        let found = found.ok_or_else(|| Refusal::bad(format!("Nobody is called {value}.")))?;
        chosen.push(found.id.to_string());
        users.insert(found.id.to_string(), objects::user(found));
        members.insert(found.id.to_string(), objects::partial_member());
    }
    data["values"] = json!(chosen);
    data["resolved"] = json!({"users": users, "members": members});
    Ok(data)
}

/// Sends a form.
pub(crate) async fn modal(
    State(shared): State<Arc<Shared>>,
    Path((who, opened)): Path<(String, String)>,
    request: Request,
) -> Reply {
    let body = read(request).await?;
    let act = {
        let mut world = shared.world();
        let who = person(&world, &who)?;
        let none = || Refusal::missing("No such form is open for this person.");
        let opened: u64 = opened.parse().map_err(|_| none())?;
        let found = world.interactions.get_mut(&opened).filter(|i| i.person == who).ok_or_else(none)?;
        let data = modal_data(found.modal.as_ref().ok_or_else(none)?, &body)?;
        found.modal = None;
        Act {
            kind: Kind::Modal,
            person: who,
            channel: found.channel,
            message: found.message,
            name: None,
            data,
            waiting: None,
            opened_by: Some(found.metadata.clone()),
        }
    };
    Ok(Json(json!({"interaction": interaction::begin(&shared, act).to_string()})))
}

fn modal_data(form: &Value, body: &Value) -> Result<Value, Refusal> {
    let fields = body["fields"].as_object().cloned().unwrap_or_default();
    let inputs: Vec<&Value> = form["components"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|row| row["components"].as_array().into_iter().flatten())
        .collect();
    if let Some(odd) = fields.keys().find(|key| !inputs.iter().any(|i| i["custom_id"] == key.as_str())) {
        return Err(Refusal::bad(format!("The form has no field {odd}.")));
    }
    let mut rows = Vec::new();
    for input in inputs {
        let id = input["custom_id"].as_str().unwrap_or_default();
        let value = fields.get(id).or_else(|| input.get("value")).and_then(Value::as_str).unwrap_or_default();
        let length = value.chars().count() as u64;
        let label = input["label"].as_str().unwrap_or(id);
        if value.is_empty() && input["required"] != Value::Bool(false) {
            return Err(Refusal::bad(format!("The field {label} is required.")));
        }
        let short = !value.is_empty() && length < input["min_length"].as_u64().unwrap_or(0);
        if short || length > input["max_length"].as_u64().unwrap_or(4000) {
            return Err(Refusal::bad(format!("The field {label} is too short or too long.")));
        }
        rows.push(json!({"type": 1, "components": [{"type": 4, "custom_id": id, "value": value}]}));
    }
    Ok(json!({"custom_id": form["custom_id"], "components": rows}))
}

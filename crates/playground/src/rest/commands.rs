//! The commands the app registers.

use axum::http::Method;
use serde_json::{Value, json};

use super::{Answer, Call};
use crate::Shared;
use crate::error::{ApiError, Faults};
use crate::ids::{BOT, GUILD};
use crate::limits;
use crate::world::World;

/// Answers the routes of commands, global ones or those of a guild.
pub(crate) fn route(shared: &Shared, app: &str, guild: Option<&str>, path: &[&str], call: &Call) -> Answer {
    if app.parse() != Ok(BOT) {
        return Err(ApiError::new(404, 10002, "Unknown Application"));
    }
    if guild.is_some_and(|g| g.parse() != Ok(GUILD)) {
        return Err(ApiError::new(403, 50001, "Missing Access"));
    }
    let mut world = shared.world();
    let here = move |c: &Value| c.get("guild_id").is_some() == guild.is_some();
    match (&call.method, path) {
        (&Method::GET, []) => Ok((200, world.commands.iter().filter(|c| here(c)).cloned().collect())),
        (&Method::PUT, []) => {
            let Some(list) = call.body.as_array() else {
                return Err(ApiError::invalid(
                    "_root",
                    "LIST_TYPE_CONVERT",
                    "Only iterables may be used in a ListType",
                ));
            };
            check_all(list)?;
            let before: Vec<Value> = world.commands.iter().filter(|c| here(c)).cloned().collect();
            world.commands.retain(|c| !here(c));
            for command in list {
                let old = before.iter().find(|c| c["name"] == command["name"]).map(|c| c["id"].clone());
                let made = registered(&mut world, command, guild.is_some(), old);
                world.commands.push(made);
            }
            Ok((200, world.commands.iter().filter(|c| here(c)).cloned().collect()))
        }
        (&Method::POST, []) => {
            let mut faults = Faults::default();
            limits::command(&mut faults, "", &call.body);
            faults.into_result()?;
            let at = world.commands.iter().position(|c| here(c) && c["name"] == call.body["name"]);
            let old = at.and_then(|at| world.commands.get(at)).map(|c| c["id"].clone());
            let made = registered(&mut world, &call.body, guild.is_some(), old);
            match at.and_then(|at| world.commands.get_mut(at)) {
                Some(slot) => {
                    *slot = made.clone();
                    Ok((200, made))
                }
                None => {
                    world.commands.push(made.clone());
                    Ok((201, made))
                }
            }
        }
        (method, [id]) => {
            let at = world.commands.iter().position(|c| here(c) && c["id"] == *id);
            let Some(at) = at else {
                return Err(ApiError::new(404, 10063, "Unknown application command"));
            };
            match *method {
                Method::GET => Ok((200, world.commands.get(at).cloned().unwrap_or_default())),
                Method::DELETE => {
                    world.commands.remove(at);
                    Ok((204, Value::Null))
                }
                _ => Err(ApiError::not_found()),
            }
        }
        _ => Err(ApiError::not_found()),
    }
}

fn check_all(list: &[Value]) -> Result<(), ApiError> {
    let mut faults = Faults::default();
    let of = |kind: u64| list.iter().filter(|c| c["type"].as_u64().unwrap_or(1) == kind).count();
    if of(1) > 100 || of(2) > 15 || of(3) > 15 {
        return Err(ApiError::new(400, 30032, "Maximum number of application commands reached (100)."));
    }
    for (n, command) in list.iter().enumerate() {
        limits::command(&mut faults, &n.to_string(), command);
        let same = |c: &&Value| c["name"] == command["name"] && c["type"] == command["type"];
        if list.iter().take(n).any(|c| same(&c)) {
            let message = "Application command names must be unique".to_owned();
            faults.add(&n.to_string(), "APPLICATION_COMMANDS_DUPLICATE_NAME", message);
        }
    }
    faults.into_result()
}

fn registered(world: &mut World, command: &Value, guild: bool, id: Option<Value>) -> Value {
    let version = world.new_id().to_string();
    let mut made = command.clone();
    if let Some(map) = made.as_object_mut() {
        for (key, value) in [
            ("type", json!(1)),
            ("description", json!("")),
            ("options", json!([])),
            ("default_member_permissions", Value::Null),
            ("name_localizations", Value::Null),
            ("description_localizations", Value::Null),
            ("nsfw", json!(false)),
            ("dm_permission", json!(true)),
            ("integration_types", json!([0])),
            ("contexts", Value::Null),
        ] {
            map.entry(key).or_insert(value);
        }
        map.insert("id".to_owned(), id.unwrap_or_else(|| json!(version)));
        map.insert("version".to_owned(), json!(version));
        map.insert("application_id".to_owned(), json!(BOT.to_string()));
        map.remove("guild_id");
        if guild {
            map.insert("guild_id".to_owned(), json!(GUILD.to_string()));
        }
    }
    made
}

//! What the bot asks about: the gateway, itself, users, the guild.

use axum::http::Method;
use serde_json::{Value, json};

use super::{Answer, Call, id};
use crate::error::ApiError;
use crate::ids::{self, ANN, BOT, GUILD};
use crate::{Shared, objects};

/// Where the gateway is.
pub(crate) fn gateway(shared: &Shared) -> Answer {
    Ok((200, json!({"url": shared.gateway_url()})))
}

/// Answers the rest of the routes.
pub(crate) fn route(shared: &Shared, path: &[&str], call: &Call) -> Answer {
    let get = call.method == Method::GET;
    match path {
        ["gateway", "bot"] if get => Ok((
            200,
            json!({
                "url": shared.gateway_url(), "shards": 1,
                "session_start_limit": {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1},
            }),
        )),
        ["applications", "@me"] | ["oauth2", "applications", "@me"] if get => {
            let world = shared.world();
            Ok((200, objects::application(world.person(ANN), world.message_content)))
        }
        ["users", "@me", "channels"] if call.method == Method::POST => open_dm(shared, &call.body),
        ["users", "@me", "guilds"] if get => Ok((200, json!([objects::guild()]))),
        ["users", user] if get => {
            let world = shared.world();
            if *user == "@me" {
                return Ok((200, world.person(BOT).map_or(Value::Null, objects::current_user)));
            }
            let user = id(user, unknown_user)?;
            Ok((200, world.person(user).map(objects::user).ok_or_else(unknown_user)?))
        }
        ["guilds", guild, rest @ ..] if get => {
            if guild.parse() != Ok(GUILD) {
                return Err(ApiError::new(404, 10004, "Unknown Guild"));
            }
            in_guild(shared, rest, call)
        }
        _ => Err(ApiError::not_found()),
    }
}

fn unknown_user() -> ApiError {
    ApiError::new(404, 10013, "Unknown User")
}

fn open_dm(shared: &Shared, body: &Value) -> Answer {
    let world = shared.world();
    let Some(recipient) = ids::parse(&body["recipient_id"]) else {
        return Err(ApiError::invalid("recipient_id", "BASE_TYPE_REQUIRED", "This field is required"));
    };
    let person = world.person(recipient).ok_or_else(unknown_user)?;
    match world.channels.iter().find(|c| c.person == Some(recipient)) {
        Some(channel) => Ok((200, objects::channel(channel, Some(person)))),
        None => Err(ApiError::new(400, 50007, "Cannot send messages to this user")),
    }
}

fn in_guild(shared: &Shared, path: &[&str], call: &Call) -> Answer {
    let world = shared.world();
    match path {
        [] => Ok((200, objects::guild())),
        ["channels"] => {
            let channels = world.channels.iter().filter(|c| c.person.is_none());
            Ok((200, channels.map(|c| objects::channel(c, None)).collect()))
        }
        ["roles"] => Ok((200, objects::guild()["roles"].clone())),
        ["members"] => Ok((200, world.people.iter().map(objects::member).collect())),
        ["members", "search"] => {
            let query = call.asked("query").unwrap_or_default().to_lowercase();
            let limit = call.asked("limit").and_then(|l| l.parse().ok()).unwrap_or(1);
            let found = world.people.iter().filter(|p| p.name.to_lowercase().starts_with(&query));
            Ok((200, found.take(limit).map(objects::member).collect()))
        }
        ["members", member] => {
            let unknown = || ApiError::new(404, 10007, "Unknown Member");
            let member = if *member == "@me" { BOT } else { id(member, unknown)? };
            Ok((200, world.person(member).map(objects::member).ok_or_else(unknown)?))
        }
        _ => Err(ApiError::not_found()),
    }
}

//! What people see.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde_json::{Value, json};

use super::{Reply, channel, person};
use crate::Shared;
use crate::ids::{self, BOT, GUILD};
use crate::interaction::TOKEN_LIFE;
use crate::message::{LOADING, Message};
use crate::world::World;

/// People, channels and commands.
pub(crate) async fn world(State(shared): State<Arc<Shared>>) -> Reply {
    let world = shared.world();
    let people = world.people.iter().filter(|p| p.id != BOT);
    Ok(Json(json!({
        "people": people.map(|p| author(&world, p.id)).collect::<Vec<_>>(),
        "app": {"id": BOT.to_string(), "name": world.person(BOT).map(|p| p.name)},
        "guild": {"id": GUILD.to_string(), "name": "Parlor Playground"},
        "channels": world.channels.iter().map(|c| json!({
            "id": c.id.to_string(), "name": c.name, "kind": if c.person.is_some() { "dm" } else { "text" },
            "person": c.person.map(|p| p.to_string()),
        })).collect::<Vec<_>>(),
        "commands": world.commands,
    })))
}

/// The messages of a channel, oldest first.
pub(crate) async fn messages(State(shared): State<Arc<Shared>>, Path((who, place)): Path<(String, String)>) -> Reply {
    let world = shared.world();
    let who = person(&world, &who)?;
    let place = channel(&world, who, &place)?;
    let seen = world.messages.values().filter(|m| m.channel == place && m.visible_to(who));
    Ok(Json(json!({"messages": seen.map(|m| message(&world, who, m)).collect::<Vec<_>>()})))
}

/// The forms that are open for a person.
pub(crate) async fn modals(State(shared): State<Arc<Shared>>, Path(who): Path<String>) -> Reply {
    let world = shared.world();
    let who = person(&world, &who)?;
    let mut open: Vec<(u64, Value)> = world
        .interactions
        .values()
        .filter(|i| i.person == who)
        .filter_map(|i| Some((i, i.modal.as_ref()?)))
        .map(|(i, form)| {
            let form = json!({
                "interaction": i.id.to_string(), "channel": i.channel.to_string(), "title": form["title"],
                "custom_id": form["custom_id"], "components": form["components"],
            });
            (i.id, form)
        })
        .collect();
    open.sort_by_key(|(id, _)| *id);
    Ok(Json(json!({"modals": open.into_iter().map(|(_, form)| form).collect::<Vec<_>>()})))
}

fn author(world: &World, id: u64) -> Value {
    world.person(id).map_or(Value::Null, |p| json!({"id": p.id.to_string(), "name": p.name, "bot": p.bot}))
}

fn message(world: &World, who: u64, message: &Message) -> Value {
    let first = message.reference.and_then(|id| world.messages.get(&id)).filter(|m| m.visible_to(who));
    let state = match message {
        m if m.failed => "failed",
        m if m.flags & LOADING != 0 && m.created.elapsed() > TOKEN_LIFE => "failed",
        m if m.flags & LOADING != 0 => "thinking",
        _ => "sent",
    };
    let attachments = message.attachments.iter().map(
        |a| json!({"id": a["id"], "filename": a["filename"], "url": a["url"], "description": a.get("description")}),
    );
    json!({
        "id": message.id.to_string(), "author": author(world, message.author), "content": message.content,
        "timestamp": ids::time_of(message.id), "edited": message.edited.is_some(),
        "embeds": message.resolved_embeds(), "attachments": attachments.collect::<Vec<_>>(),
        "components": message.components,
        "reply_to": first.map(|m| json!({
            "id": m.id.to_string(), "author": author(world, m.author), "content": m.content,
        })),
        "ephemeral": message.only_for.is_some(),
        "pings": message.pings.iter().map(u64::to_string).collect::<Vec<_>>(),
        "interaction": message.origin.as_ref().and_then(|o| Some((o.name.as_ref()?, o.person)))
            .map(|(name, person)| json!({"name": name, "person": person.to_string()})),
        "state": state,
    })
}

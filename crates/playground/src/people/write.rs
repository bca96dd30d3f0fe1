//! Messages people write.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Request, State};
use serde_json::{Value, json};

use super::{Refusal, Reply, channel, person, read};
use crate::message::Message;
use crate::world::World;
use crate::{Shared, compose, ids};

/// Writes a message, or a reply.
pub(crate) async fn say(
    State(shared): State<Arc<Shared>>,
    Path((who, place)): Path<(String, String)>,
    request: Request,
) -> Reply {
    let body = read(request).await?;
    let mut world = shared.world();
    let who = person(&world, &who)?;
    let place = channel(&world, who, &place)?;
    let id = write(&mut world, who, place, &body)?;
    Ok(Json(json!({"id": id.to_string()})))
}

/// Puts what a person writes into a channel; the message's id.
pub(crate) fn write(world: &mut World, who: u64, place: u64, body: &Value) -> Result<u64, Refusal> {
    let content = body["content"].as_str().ok_or_else(|| Refusal::bad("The message has no content."))?;
    let content = with_mentions(world, content);
    let id = world.new_id();
    let mut message = Message::new(id, place, who);
    if let Some(first) = body.get("reply_to").filter(|v| !v.is_null()) {
        let first = ids::parse(first)
            .and_then(|id| world.messages.get(&id))
            .filter(|m| m.channel == place && m.only_for.is_none())
            .ok_or_else(|| Refusal::missing("There is no such message to reply to."))?;
        message.reference = Some(first.id);
        message.reply_ping = body["ping"].as_bool().unwrap_or(true);
    }
    let form = json!({"content": content});
    compose::fill(world, &mut message, &form, &[]).map_err(|why| Refusal::bad(first_sentence(&why.body())))?;
    world.insert(message);
    Ok(id)
}

fn first_sentence(body: &Value) -> String {
    let found = body["errors"]["content"]["_errors"][0]["message"].as_str().or_else(|| body["message"].as_str());
    found.unwrap_or("The message is refused.").to_owned()
}

/// A text with names like `@Ann` as mentions.
fn with_mentions(world: &World, text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let inside_word = before.is_some_and(|b: char| b.is_alphanumeric() || b == '<');
        let named = if c == '@' && !inside_word { name_at(world, after) } else { None };
        if let Some((id, length)) = named {
            out.push_str(&format!("<@{id}>"));
            rest = after.get(length..).unwrap_or_default();
            before = Some('>');
        } else {
            out.push(c);
            rest = after;
            before = Some(c);
        }
    }
    out
}

/// The person whose name a text begins with, and how long the name is.
fn name_at(world: &World, text: &str) -> Option<(u64, usize)> {
    world.people.iter().find_map(|p| {
        let head = text.get(..p.name.len())?;
        let ends = text.get(p.name.len()..)?.chars().next().is_none_or(|c| !c.is_alphanumeric() && c != '_');
        (head.eq_ignore_ascii_case(p.name) && ends).then_some((p.id, p.name.len()))
    })
}

//! Messages people write.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::attached::AttachedFile;
use super::reply::{ARCHIVED, Refusal, Reply};
use super::seat::{JsonBody, Seat};
use crate::bodies::{Body, MessageBody, Upload};
use crate::compose;
use crate::ids::BOT;
use crate::message::Message;
use crate::objects::Id;
use crate::shared::Shared;
use crate::world::World;

/// What a person writes.
#[derive(Debug, Deserialize)]
pub(crate) struct Line {
    /// The text.
    pub(crate) content: String,
    /// The message it replies to.
    #[serde(default)]
    pub(crate) reply_to: Option<Id>,
    /// Whether the reply pings.
    #[serde(default = "yes")]
    pub(crate) ping: bool,
    /// What is attached to it.
    #[serde(default)]
    pub(crate) file: Option<AttachedFile>,
}

const fn yes() -> bool {
    true
}

/// The message that has come of it.
#[derive(Serialize)]
pub(crate) struct NewMessageId {
    id: Id,
}

/// Writes a message, or a reply.
pub(crate) async fn say(
    seat: Seat,
    State(shared): State<Arc<Shared>>,
    JsonBody(line): JsonBody<Line>,
) -> Reply<NewMessageId> {
    let id = write(&mut shared.world(), seat.person, seat.channel, &line)?;
    Ok(Json(NewMessageId { id: Id(id) }))
}

/// Puts what a person writes into a channel; the message's id.
pub(crate) fn write(world: &mut World, person: u64, channel: u64, line: &Line) -> Result<u64, Refusal> {
    if world.channel(channel).is_some_and(|it| it.is_forum) {
        return Err(Refusal::bad("A forum has posts, and no messages of its own."));
    }
    world.take_up(channel).map_err(|_| Refusal::bad(ARCHIVED))?;
    let content = with_mentions(world, &line.content);
    let id = world.new_id();
    let mut message = Message::new(id, channel, person);
    if let Some(first) = line.reply_to {
        let is_here = |it: &&Message| it.channel == channel && it.only_for.is_none();
        let first = world.messages.get(&first.0).filter(is_here);
        let first = first.ok_or_else(|| Refusal::missing("There is no such message to reply to."))?;
        message.reference = Some(first.id);
        message.reply_ping = line.ping;
    }
    let files: Vec<Upload> = line.file.iter().map(AttachedFile::upload).collect::<Result<_, _>>()?;
    let fits = MessageBody::check(&json!({"content": content}), &files);
    let body = MessageBody { content: Some(content), ..MessageBody::default() };
    let filled = fits.and_then(|()| compose::fill(world, &mut message, body, &files));
    filled.map_err(|why| Refusal::bad(why.sentence("content")))?;
    world.join_thread(channel, person);
    // Whoever is mentioned in a thread is in it from now on.
    if message.mentions.contains(&BOT) {
        world.join_thread(channel, BOT);
    }
    Ok(world.insert(message))
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

//! What people see.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};

use super::seat::Seat;
use crate::channel::Channel;
use crate::ids::{self, BOT, GUILD};
use crate::interaction::TOKEN_LIFE;
use crate::message::{CHANNEL_RENAMED, Message, RECIPIENT_ADDED, THREAD_CREATED, THREAD_STARTER};
use crate::objects::{Attachment, Command, Component, Embed, Guild, Id};
use crate::person::Person;
use crate::shared::Shared;
use crate::world::World;

/// A name with its id.
#[derive(Serialize)]
pub(crate) struct Named {
    id: Id,
    name: &'static str,
}

/// Somebody.
#[derive(Serialize)]
pub(crate) struct Author {
    id: Id,
    name: &'static str,
    bot: bool,
}

impl From<&Person> for Author {
    fn from(person: &Person) -> Self {
        Self { id: Id(person.id), name: person.name, bot: person.bot }
    }
}

#[derive(Serialize)]
pub(crate) struct Place {
    id: Id,
    name: String,
    kind: &'static str,
    person: Option<Id>,
    parent: Option<Id>,
    archived: bool,
}

impl From<&Channel> for Place {
    fn from(channel: &Channel) -> Self {
        let kind = match channel {
            Channel { person: Some(_), .. } => "dm",
            Channel { is_group: true, .. } => "group",
            Channel { thread: Some(_), .. } => "thread",
            Channel { is_forum: true, .. } => "forum",
            _ => "text",
        };
        let thread = channel.thread.as_ref();
        Self {
            id: Id(channel.id),
            name: channel.name.clone(),
            kind,
            person: channel.person.map(Id),
            parent: thread.map(|it| Id(it.parent)),
            archived: thread.is_some_and(|it| it.archived),
        }
    }
}

/// People, channels and commands.
#[derive(Serialize)]
pub(crate) struct Everything {
    people: Vec<Author>,
    app: Named,
    guild: Named,
    channels: Vec<Place>,
    commands: Vec<Command>,
}

/// People, channels and commands.
pub(crate) async fn world(State(shared): State<Arc<Shared>>) -> Json<Everything> {
    let world = shared.world();
    Json(Everything {
        people: world.people.iter().filter(|it| it.id != BOT).map(Author::from).collect(),
        app: Named { id: Id(BOT), name: world.person(BOT).map_or("", |it| it.name) },
        guild: Named { id: Id(GUILD), name: Guild::NAME },
        channels: world.channels.iter().map(Place::from).collect(),
        commands: world.commands.clone(),
    })
}

/// Messages as somebody sees them.
#[derive(Serialize)]
pub(crate) struct SeenMessages {
    messages: Vec<SeenMessage>,
}

/// How many messages somebody wants to see.
#[derive(Deserialize)]
pub(crate) struct Extent {
    /// Only so many of the newest; all of them without it.
    last: Option<usize>,
}

/// The messages of a channel, oldest first.
pub(crate) async fn messages(
    seat: Seat,
    Query(extent): Query<Extent>,
    State(shared): State<Arc<Shared>>,
) -> Json<SeenMessages> {
    let world = shared.world();
    let seen = world.messages.of(seat.channel).rev().filter(|it| it.visible_to(seat.person));
    let newest_first = seen.take(extent.last.unwrap_or(usize::MAX)).map(|it| message(&world, seat.person, it));
    let mut messages: Vec<SeenMessage> = newest_first.collect();
    messages.reverse();
    Json(SeenMessages { messages })
}

#[derive(Serialize)]
pub(crate) struct SeenMessage {
    id: Id,
    author: Option<Author>,
    content: String,
    timestamp: String,
    edited: bool,
    /// When it was edited last.
    edited_at: Option<String>,
    embeds: Vec<Embed>,
    attachments: Vec<Attachment>,
    components: Vec<Component>,
    reply_to: Option<Quoted>,
    ephemeral: bool,
    pings: Vec<Id>,
    interaction: Option<CommandShown>,
    state: Progress,
    /// What Discord itself notes by the message.
    note: Option<String>,
}

/// The message that another replies to.
#[derive(Serialize)]
pub(crate) struct Quoted {
    id: Id,
    author: Option<Author>,
    content: String,
}

/// The command that a message answers.
#[derive(Serialize)]
pub(crate) struct CommandShown {
    name: String,
    /// Whether it was typed, rather than chosen in a context menu.
    slash: bool,
    person: Id,
}

/// How far a message is.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Progress {
    Sent,
    Thinking,
    Failed,
}

fn state(message: &Message) -> Progress {
    match message {
        _ if message.failed => Progress::Failed,
        _ if message.is_loading() && message.created.elapsed() > TOKEN_LIFE => Progress::Failed,
        _ if message.is_loading() => Progress::Thinking,
        _ => Progress::Sent,
    }
}

/// A message as somebody sees it.
pub(crate) fn message(world: &World, who: u64, message: &Message) -> SeenMessage {
    let author = |id: u64| world.person(id).map(Author::from);
    let first = message.reference.and_then(|id| world.messages.get(&id)).filter(|it| it.visible_to(who));
    let used = message.origin.as_ref().and_then(|it| Some((it.name.clone()?, it.is_slash(), it.person)));
    SeenMessage {
        id: Id(message.id),
        author: author(message.author),
        content: message.content.clone(),
        timestamp: ids::time_of(message.id),
        edited: message.edited.is_some(),
        edited_at: message.edited.clone(),
        embeds: message.resolved_embeds(),
        attachments: message.attachments.clone(),
        components: message.components.clone(),
        reply_to: first.map(|it| Quoted { id: Id(it.id), author: author(it.author), content: it.content.clone() }),
        ephemeral: message.only_for.is_some(),
        pings: message.pings.iter().copied().map(Id).collect(),
        interaction: used.map(|(name, slash, person)| CommandShown { name, slash, person: Id(person) }),
        state: state(message),
        note: message.system.and_then(|kind| note(world, kind, message)),
    }
}

fn note(world: &World, kind: u8, message: &Message) -> Option<String> {
    let added = || message.mentions.iter().filter_map(|it| world.person(*it)).map(|it| it.name);
    match kind {
        RECIPIENT_ADDED => Some(format!("added {} to the thread.", added().collect::<Vec<_>>().join(", "))),
        CHANNEL_RENAMED => Some(format!("changed the name: {}", message.content)),
        THREAD_CREATED => Some(format!("began a thread: {}", message.content)),
        THREAD_STARTER => Some("began this thread.".to_owned()),
        _ => None,
    }
}

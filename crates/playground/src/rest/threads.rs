//! Threads: they are begun, joined, renamed and archived by the bot.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::answer::Answer;
use super::extract::{Multipart, PathId};
use super::guilds::TheGuild;
use super::messages::{self, MessagePath};
use crate::bodies::{ThreadBody, ThreadChange};
use crate::error::ApiError;
use crate::ids::BOT;
use crate::objects::{ActiveThreads, Channel, ThreadMember};
use crate::shared::Shared;
use crate::thread::NewThread;
use crate::world::World;

/// Discord's number of public threads.
const PUBLIC: u8 = 11;

fn object(world: &World, id: u64) -> Answer<Channel> {
    world.channel_object(id).map(Json).ok_or_else(ApiError::unknown_channel)
}

/// Begins a thread without a message, or a post of a forum with its first one.
pub(crate) async fn begin(
    State(shared): State<Arc<Shared>>,
    Path(PathId(parent)): Path<PathId>,
    Multipart { body, files }: Multipart<ThreadBody>,
) -> Answer<Channel> {
    let mut world = shared.world();
    let is_forum = world.joined(parent)?.is_forum;
    let first = body.message.filter(|_| is_forum);
    if is_forum && first.is_none() {
        return Err(ApiError::invalid("message", "BASE_TYPE_REQUIRED", "This field is required"));
    }
    // Threads without a type are private ones, which the bot may not begin.
    if !is_forum && body.kind != Some(PUBLIC) {
        return Err(ApiError::missing_permissions());
    }
    if is_forum && world.is_moderated(parent) {
        return Err(ApiError::blocked_by_automod());
    }
    let (name, auto_archive) = (body.name, body.auto_archive_duration);
    let tags = body.applied_tags.unwrap_or_default().iter().map(|it| it.0).collect();
    let new = NewThread { parent, message: None, name, auto_archive, tags };
    let id = world.begin_thread(new)?;
    if let Some(first) = first {
        // The first message of a post has the post's id.
        messages::post_as(&mut world, id, id, Multipart { body: first, files })?;
    }
    object(&world, id)
}

/// Begins a thread from a message.
pub(crate) async fn begin_from(
    State(shared): State<Arc<Shared>>,
    Path(place): Path<MessagePath>,
    Multipart { body, .. }: Multipart<ThreadBody>,
) -> Answer<Channel> {
    let mut world = shared.world();
    let message = messages::found(&world, &place)?;
    let (parent, message) = (message.channel, Some(message.id));
    let (name, auto_archive) = (body.name, body.auto_archive_duration);
    let id = world.begin_thread(NewThread { parent, message, name, auto_archive, tags: Vec::new() })?;
    object(&world, id)
}

/// Changes a thread; other channels are not the bot's to change.
pub(crate) async fn change(
    State(shared): State<Arc<Shared>>,
    Path(PathId(id)): Path<PathId>,
    Multipart { body, .. }: Multipart<ThreadChange>,
) -> Answer<Channel> {
    let mut world = shared.world();
    world.joined(id)?;
    let thread = world.thread(id).ok_or_else(ApiError::missing_permissions)?;
    let is_own = thread.owner == BOT;
    let takes_up = body.archived == Some(false);
    if body.locked.is_some() || (thread.locked && thread.archived) || !(is_own || takes_up && body.name.is_none()) {
        return Err(ApiError::missing_permissions());
    }
    if thread.archived && !takes_up {
        return Err(ApiError::thread_is_archived());
    }
    if takes_up {
        world.archive_thread(id, false);
    }
    if let Some(name) = body.name {
        world.rename_thread(id, name)?;
    }
    if let Some(minutes) = body.auto_archive_duration {
        world.rest_thread_after(id, minutes);
    }
    if body.archived == Some(true) {
        world.archive_thread(id, true);
    }
    object(&world, id)
}

/// Deleting channels is not the bot's.
pub(crate) async fn delete(State(shared): State<Arc<Shared>>, Path(PathId(id)): Path<PathId>) -> Answer<Channel> {
    shared.world().joined(id)?;
    Err(ApiError::missing_permissions())
}

/// Somebody in a thread; `@me` is the bot.
#[derive(Deserialize)]
pub(crate) struct MemberPath {
    channel: PathId,
    user: String,
}

impl MemberPath {
    fn user(&self, world: &World) -> Result<u64, ApiError> {
        world.thread(self.channel.0).ok_or_else(ApiError::unknown_channel)?;
        world.must_be_active(self.channel.0)?;
        let id = if self.user == "@me" { BOT } else { self.user.parse().unwrap_or(0) };
        let is_here = world.person(id).is_some() && !world.gone.contains(&id);
        if is_here { Ok(id) } else { Err(ApiError::unknown_user()) }
    }
}

/// Adds somebody to a thread.
pub(crate) async fn add(
    State(shared): State<Arc<Shared>>,
    Path(member): Path<MemberPath>,
) -> Result<StatusCode, ApiError> {
    let mut world = shared.world();
    let user = member.user(&world)?;
    world.add_to_thread(member.channel.0, user);
    Ok(StatusCode::NO_CONTENT)
}

/// Takes somebody out of a thread.
pub(crate) async fn take_out(
    State(shared): State<Arc<Shared>>,
    Path(member): Path<MemberPath>,
) -> Result<StatusCode, ApiError> {
    let mut world = shared.world();
    let user = member.user(&world)?;
    world.leave_thread(member.channel.0, user);
    Ok(StatusCode::NO_CONTENT)
}

/// Who is in a thread.
pub(crate) async fn members(
    State(shared): State<Arc<Shared>>,
    Path(PathId(id)): Path<PathId>,
) -> Answer<Vec<ThreadMember>> {
    let world = shared.world();
    let thread = world.thread(id).ok_or_else(ApiError::unknown_channel)?;
    Ok(Json(thread.members.iter().map(|(user, since)| ThreadMember::new(id, *user, since.clone())).collect()))
}

/// The threads that are not archived.
pub(crate) async fn active(_: TheGuild, State(shared): State<Arc<Shared>>) -> Json<ActiveThreads> {
    let world = shared.world();
    let threads = world.active_threads().collect();
    Json(ActiveThreads { threads, members: Vec::new(), has_more: false })
}

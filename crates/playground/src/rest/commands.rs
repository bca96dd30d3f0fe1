//! The commands the app registers.

use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;

use super::answer::Answer;
use super::extract::{Multipart, PathId};
use crate::error::ApiError;
use crate::ids::{BOT, GUILD};
use crate::limits;
use crate::objects::{Command, CommandForm, CommandKind, Id};
use crate::shared::Shared;
use crate::world::World;

/// The commands a path is about: those of a guild, or those that are everywhere.
pub(crate) struct CommandScope {
    guild: Option<Id>,
}

#[derive(Deserialize)]
struct ScopePath {
    app: PathId,
    guild: Option<PathId>,
}

impl<S: Send + Sync> FromRequestParts<S> for CommandScope {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Path::<ScopePath>::from_request_parts(parts, state).await {
            Ok(Path(ScopePath { app: PathId(BOT), guild: None })) => Ok(Self { guild: None }),
            Ok(Path(ScopePath { app: PathId(BOT), guild: Some(PathId(GUILD)) })) => Ok(Self { guild: Some(Id(GUILD)) }),
            Ok(Path(ScopePath { app: PathId(BOT), .. })) => Err(ApiError::missing_access()),
            _ => Err(ApiError::unknown_application()),
        }
    }
}

impl CommandScope {
    fn has(&self, command: &Command) -> bool {
        command.guild_id == self.guild
    }

    fn all(&self, world: &World) -> Json<Vec<Command>> {
        Json(world.commands.iter().filter(|it| self.has(it)).cloned().collect())
    }

    fn place(&self, world: &World, fits: impl Fn(&Command) -> bool) -> Option<usize> {
        world.commands.iter().position(|it| self.has(it) && fits(it))
    }
}

/// All commands.
pub(crate) async fn list(here: CommandScope, State(shared): State<Arc<Shared>>) -> Json<Vec<Command>> {
    here.all(&shared.world())
}

/// Registers these commands, in place of all others, which must not take away an Entry Point command.
pub(crate) async fn replace(
    here: CommandScope,
    State(shared): State<Arc<Shared>>,
    Multipart { body, .. }: Multipart<Vec<CommandForm>>,
) -> Result<Json<Vec<Command>>, ApiError> {
    let mut world = shared.world();
    let is_entry_point = |it: &CommandForm| it.kind == CommandKind::ENTRY_POINT;
    if here.place(&world, |it| is_entry_point(&it.form)).is_some() && !body.iter().any(is_entry_point) {
        return Err(ApiError::entry_point_left_out());
    }
    let (before, others) = std::mem::take(&mut world.commands).into_iter().partition(|it| here.has(it));
    let before: Vec<Command> = before;
    world.commands = others;
    for form in body {
        let id = before.iter().find(|it| it.form.is_same(&form)).map(|it| it.id);
        let version = Id(world.new_id());
        world.commands.push(Command::new(form, id, version, here.guild));
    }
    Ok(here.all(&world))
}

/// Registers a command, in place of one of the same kind and name.
pub(crate) async fn create(
    here: CommandScope,
    State(shared): State<Arc<Shared>>,
    Multipart { body: form, .. }: Multipart<CommandForm>,
) -> Result<(StatusCode, Json<Command>), ApiError> {
    let mut world = shared.world();
    let version = Id(world.new_id());
    let old = here.place(&world, |it| it.form.is_same(&form));
    if let Some(slot) = old.and_then(|at| world.commands.get_mut(at)) {
        *slot = Command::new(form, Some(slot.id), version, here.guild);
        return Ok((StatusCode::OK, Json(slot.clone())));
    }
    let kinds = world.commands.iter().filter(|it| here.has(it)).map(|it| it.form.kind.into());
    if limits::full(kinds.chain([form.kind.into()])) {
        return Err(ApiError::too_many_commands());
    }
    let made = Command::new(form, None, version, here.guild);
    world.commands.push(made.clone());
    Ok((StatusCode::CREATED, Json(made)))
}

#[derive(Deserialize)]
pub(crate) struct CommandPath {
    command: PathId,
}

/// A command.
pub(crate) async fn get(
    here: CommandScope,
    State(shared): State<Arc<Shared>>,
    Path(CommandPath { command: PathId(id) }): Path<CommandPath>,
) -> Answer<Command> {
    let world = shared.world();
    let at = here.place(&world, |it| it.id == Id(id));
    at.and_then(|at| world.commands.get(at)).cloned().map(Json).ok_or_else(ApiError::unknown_command)
}

/// Takes a command away.
pub(crate) async fn delete(
    here: CommandScope,
    State(shared): State<Arc<Shared>>,
    Path(CommandPath { command: PathId(id) }): Path<CommandPath>,
) -> Result<StatusCode, ApiError> {
    let mut world = shared.world();
    let at = here.place(&world, |it| it.id == Id(id)).ok_or_else(ApiError::unknown_command)?;
    world.commands.remove(at);
    Ok(StatusCode::NO_CONTENT)
}

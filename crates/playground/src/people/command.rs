//! Commands people type, and the suggestions they get while typing.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use super::attached::AttachedFile;
use super::reply::{ARCHIVED, InteractionId, Refusal, Reply};
use super::seat::{JsonBody, Seat};
use super::typed::Typed;
use crate::acting::{self, Act};
use crate::attach;
use crate::interaction::{ACK_TIMEOUT, Kind};
use crate::objects::{
    Attachment, Choice, Command, CommandData, CommandKind, CommandOption, GivenOption, InteractionData, Resolved,
    permissions_of,
};
use crate::shared::Shared;
use crate::world::World;

/// A command as it is typed: `name part`, and what is filled in.
#[derive(Deserialize)]
pub(crate) struct TypedCommand {
    name: String,
    #[serde(default)]
    options: Map<String, Value>,
    #[serde(default)]
    focused: Option<String>,
    /// The files among the options, as they are kept.
    #[serde(skip)]
    files: BTreeMap<String, Attachment>,
}

impl TypedCommand {
    /// Keeps the files among the options: those that have a name and content.
    fn keep_files(&mut self, world: &mut World, channel: u64) -> Result<(), Refusal> {
        for (name, value) in self.options.iter().filter(|it| it.1.is_object()) {
            let file: AttachedFile = serde_json::from_value(value.clone())
                .map_err(|_| Refusal::bad(format!("The option {name} is no file.")))?;
            self.files.insert(name.clone(), attach::store(world, channel, &file.upload()?, None));
        }
        Ok(())
    }
}

/// Sends a command.
pub(crate) async fn invoke(
    seat: Seat,
    State(shared): State<Arc<Shared>>,
    JsonBody(typed): JsonBody<TypedCommand>,
) -> Reply<InteractionId> {
    let mut typed = TypedCommand { focused: None, ..typed };
    let act = {
        let mut world = shared.world();
        typed.keep_files(&mut world, seat.channel)?;
        act(&world, &seat, &typed, None)?
    };
    Ok(InteractionId::new(acting::begin(&shared, act)))
}

/// Suggestions.
#[derive(Serialize)]
pub(crate) struct Suggestions {
    choices: Vec<Choice>,
}

/// Asks for suggestions.
pub(crate) async fn autocomplete(
    seat: Seat,
    State(shared): State<Arc<Shared>>,
    JsonBody(typed): JsonBody<TypedCommand>,
) -> Reply<Suggestions> {
    if typed.focused.is_none() {
        return Err(Refusal::bad("No option is focused."));
    }
    let (waiting, choices) = oneshot::channel();
    let act = act(&shared.world(), &seat, &typed, Some(waiting))?;
    acting::begin(&shared, act);
    let choices = tokio::time::timeout(ACK_TIMEOUT, choices).await;
    Ok(Json(Suggestions { choices: choices.ok().and_then(Result::ok).unwrap_or_default() }))
}

fn act(
    world: &World,
    seat: &Seat,
    typed: &TypedCommand,
    waiting: Option<oneshot::Sender<Vec<Choice>>>,
) -> Result<Act, Refusal> {
    let place = world.channel(seat.channel);
    if place.is_some_and(|it| it.is_forum) {
        return Err(Refusal::bad("A forum takes no commands, but its posts do."));
    }
    if world.is_archived(seat.channel) {
        return Err(Refusal::bad(ARCHIVED));
    }
    let name = typed.name.trim().trim_start_matches('/');
    let mut words = name.split_whitespace();
    let word = words.next().unwrap_or_default();
    let command = find(world, seat, CommandKind::CHAT, word);
    let command = command.ok_or_else(|| Refusal::missing(format!("There is no command /{word} here.")))?;
    let parts = parts(command, words)?;
    Ok(Act {
        kind: if waiting.is_some() { Kind::Autocomplete } else { Kind::Command },
        person: seat.person,
        channel: seat.channel,
        message: None,
        name: Some(name.to_owned()),
        data: InteractionData::Command(data(world, command, &parts, typed)?),
        waiting,
        opened_by: None,
    })
}

/// The command of that kind and name that somebody may use.
pub(super) fn find<'a>(world: &'a World, seat: &Seat, kind: u8, name: &str) -> Option<&'a Command> {
    let in_guild = world.in_guild(seat.channel);
    let may = |it: &Command| !in_guild || it.is_offered_to(permissions_of(seat.person, world.channel(seat.channel)));
    let is_named = |it: &Command| it.form.kind == kind && it.form.name == name;
    let fits = |it: &&Command| is_named(it) && it.is_available(world.context(seat.channel)) && may(it);
    world.commands.iter().find(fits)
}

/// The parts of a command that the words after its name lead to.
fn parts<'a, 'b>(
    command: &'a Command,
    words: impl Iterator<Item = &'b str>,
) -> Result<Vec<&'a CommandOption>, Refusal> {
    let mut level = command.options();
    let mut parts = Vec::new();
    for word in words {
        let part = level.iter().find(|it| it.is_part() && it.name == word);
        let part =
            part.ok_or_else(|| Refusal::missing(format!("The command /{} has no part {word}.", command.form.name)))?;
        level = &part.options;
        parts.push(part);
    }
    Ok(parts)
}

fn data(
    world: &World,
    command: &Command,
    parts: &[&CommandOption],
    typed: &TypedCommand,
) -> Result<CommandData, Refusal> {
    let known = parts.last().map_or(command.options(), |it| it.options.as_slice());
    let mut reader =
        Typed { world, resolved: Resolved::default(), files: &typed.files, focused: typed.focused.as_deref() };
    let mut options = reader.options(known, &typed.options)?;
    for part in parts.iter().rev() {
        let (name, kind) = (part.name.clone(), part.kind);
        options = vec![GivenOption { name, kind, options: Some(options), ..GivenOption::default() }];
    }
    Ok(CommandData {
        id: command.id,
        name: command.form.name.clone(),
        kind: CommandKind::CHAT,
        options,
        resolved: reader.resolved,
        guild_id: command.guild_id,
        target_id: None,
    })
}

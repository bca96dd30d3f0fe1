//! The bot's entries in the context menus of people and of messages.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;

use super::command::find;
use super::reply::{ARCHIVED, InteractionId, Refusal, Reply};
use super::seat::{JsonBody, Seat};
use crate::acting::{self, Act};
use crate::interaction::Kind;
use crate::objects::{CommandData, CommandKind, Id, InteractionData, PartialMember, Resolved, User};
use crate::shared::Shared;
use crate::world::World;

/// What is chosen, and in whose menu: that of a message by its id, or that of somebody by id or name.
#[derive(Deserialize)]
pub(crate) struct Chosen {
    name: String,
    #[serde(default)]
    message: Option<String>,
    #[serde(default)]
    user: Option<String>,
}

/// Chooses an entry.
pub(crate) async fn choose(
    seat: Seat,
    State(shared): State<Arc<Shared>>,
    JsonBody(chosen): JsonBody<Chosen>,
) -> Reply<InteractionId> {
    let act = act(&shared.world(), &seat, &chosen)?;
    Ok(InteractionId::new(acting::begin(&shared, act)))
}

fn act(world: &World, seat: &Seat, chosen: &Chosen) -> Result<Act, Refusal> {
    if world.is_archived(seat.channel) {
        return Err(Refusal::bad(ARCHIVED));
    }
    let mut resolved = Resolved::default();
    let (kind, target) = match (&chosen.message, &chosen.user) {
        (Some(message), None) => (CommandKind::MESSAGE, message_of(world, seat, message, &mut resolved)?),
        (None, Some(user)) => (CommandKind::USER, user_of(world, user, &mut resolved)?),
        _ => return Err(Refusal::bad("A menu belongs either to a message or to a user.")),
    };
    let Some(command) = find(world, seat, kind, &chosen.name) else {
        return Err(Refusal::missing(format!("There is no entry {} in that menu.", chosen.name)));
    };
    let name = command.form.name.clone();
    Ok(Act {
        kind: Kind::Command,
        person: seat.person,
        channel: seat.channel,
        message: None,
        name: Some(name.clone()),
        data: InteractionData::Command(CommandData {
            id: command.id,
            name,
            kind,
            options: Vec::new(),
            resolved,
            guild_id: command.guild_id,
            target_id: Some(target),
        }),
        waiting: None,
        opened_by: None,
    })
}

/// A message of the channel. Its content comes along whatever the bot may read otherwise.
fn message_of(world: &World, seat: &Seat, id: &str, resolved: &mut Resolved) -> Result<Id, Refusal> {
    let message = id.parse().ok().and_then(|id: u64| world.messages.get(&id));
    let message = message.filter(|it| it.channel == seat.channel && it.visible_to(seat.person));
    let message = message.ok_or_else(|| Refusal::missing("This person sees no such message there."))?;
    resolved.messages.insert(Id(message.id), world.message_object(message, true));
    Ok(Id(message.id))
}

fn user_of(world: &World, text: &str, resolved: &mut Resolved) -> Result<Id, Refusal> {
    let found = world.named(text).ok_or_else(|| Refusal::missing(format!("Nobody is called {text}.")))?;
    resolved.users.insert(Id(found.id), User::from(found));
    resolved.members.insert(Id(found.id), PartialMember::new());
    Ok(Id(found.id))
}

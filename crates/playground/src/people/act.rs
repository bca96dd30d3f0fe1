//! Buttons and menus.

use std::sync::Arc;

use axum::extract::{Path, State};
use serde::Deserialize;

use super::reply::{ARCHIVED, InteractionId, Refusal, Reply};
use super::seat::{JsonBody, Someone};
use crate::acting::{self, Act};
use crate::interaction::Kind;
use crate::message::Message;
use crate::objects::{Component, ComponentData, ComponentKind, Id, InteractionData, PartialMember, Resolved, User};
use crate::shared::Shared;
use crate::world::World;

#[derive(Deserialize)]
pub(crate) struct ComponentPath {
    message: String,
}

impl ComponentPath {
    /// The message, if this person sees it.
    pub(crate) fn find<'a>(&self, world: &'a World, person: u64) -> Result<&'a Message, Refusal> {
        let message = self.message.parse().ok().and_then(|id: u64| world.messages.get(&id));
        let is_seen = |it: &&Message| world.sees(person, it.channel) && it.visible_to(person);
        message.filter(is_seen).ok_or_else(|| Refusal::missing("This person sees no such message."))
    }
}

/// What is pressed, or chosen from.
#[derive(Deserialize)]
pub(crate) struct Use {
    custom_id: String,
    #[serde(default)]
    values: Vec<String>,
}

/// Presses a button or chooses from a menu.
pub(crate) async fn component(
    Someone(person): Someone,
    Path(which): Path<ComponentPath>,
    State(shared): State<Arc<Shared>>,
    JsonBody(deed): JsonBody<Use>,
) -> Reply<InteractionId> {
    let act = act(&shared.world(), person, &which, deed)?;
    Ok(InteractionId::new(acting::begin(&shared, act)))
}

fn act(world: &World, person: u64, which: &ComponentPath, deed: Use) -> Result<Act, Refusal> {
    let message = which.find(world, person)?;
    if world.is_archived(message.channel) {
        return Err(Refusal::bad(ARCHIVED));
    }
    Ok(Act {
        kind: Kind::Component,
        person,
        channel: message.channel,
        message: Some(message.id),
        name: None,
        data: InteractionData::Component(data(world, message, deed)?),
        waiting: None,
        opened_by: None,
    })
}

fn data(world: &World, message: &Message, Use { custom_id, values }: Use) -> Result<ComponentData, Refusal> {
    let component = message.component(&custom_id);
    let component = component.ok_or_else(|| Refusal::missing("The message has no such button or menu."))?;
    if component.disabled == Some(true) {
        return Err(Refusal::bad("This button or menu is disabled."));
    }
    let mut data =
        ComponentData { custom_id, component_type: component.kind, values: None, resolved: Resolved::default() };
    if component.kind == ComponentKind::BUTTON {
        return Ok(data);
    }
    let fits = component.min_values.unwrap_or(1)..=component.max_values.unwrap_or(1);
    if !fits.contains(&values.len()) {
        return Err(Refusal::bad("That is not the right number of choices."));
    }
    if component.kind == ComponentKind::MENU {
        check_options(component, &values)?;
        data.values = Some(values);
    } else {
        let chosen: Result<Vec<String>, Refusal> =
            values.iter().map(|it| choose_person(world, it, &mut data.resolved)).collect();
        data.values = Some(chosen?);
    }
    Ok(data)
}

fn check_options(menu: &Component, values: &[String]) -> Result<(), Refusal> {
    let is_option = |value: &String| menu.options().iter().any(|it| it.value == *value);
    match values.iter().find(|it| !is_option(it)) {
        Some(odd) => Err(Refusal::bad(format!("The menu has no option {odd}."))),
        None => Ok(()),
    }
}

/// Somebody by id or name: the id, and the objects behind it.
fn choose_person(world: &World, text: &str, resolved: &mut Resolved) -> Result<String, Refusal> {
    let found = world.named(text).ok_or_else(|| Refusal::bad(format!("Nobody is called {text}.")))?;
    resolved.users.insert(Id(found.id), User::from(found));
    resolved.members.insert(Id(found.id), PartialMember::new());
    Ok(found.id.to_string())
}

//! Forms: those that are open, and what is filled in.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::reply::{InteractionId, Refusal, Reply};
use super::seat::{JsonBody, Someone};
use crate::acting::{self, Act};
use crate::bodies::Modal;
use crate::interaction::{Interaction, Kind};
use crate::objects::{Component, ComponentKind, Filled, FilledRow, Id, InteractionData, ModalData};
use crate::page_event::OpenForm;
use crate::shared::Shared;
use crate::world::World;

/// How many characters an input takes at most.
const MAX_INPUT_CHARS: usize = 4000;

impl Interaction {
    /// The form that it opened, while that is open.
    pub(crate) fn open_form(&self) -> Option<OpenForm> {
        let Modal { custom_id, title, components } = self.modal.clone()?;
        Some(OpenForm { interaction: Id(self.id), channel: Id(self.channel), title, custom_id, components })
    }
}

/// Forms.
#[derive(Serialize)]
pub(crate) struct OpenForms {
    modals: Vec<OpenForm>,
}

/// The forms that are open for a person, oldest first.
pub(crate) async fn open(Someone(person): Someone, State(shared): State<Arc<Shared>>) -> Json<OpenForms> {
    let world = shared.world();
    let own = world.interactions.values().filter(|it| it.person == person);
    Json(OpenForms { modals: own.filter_map(Interaction::open_form).collect() })
}

#[derive(Deserialize)]
pub(crate) struct ModalPath {
    interaction: String,
}

/// What is filled in, by the inputs' ids.
#[derive(Deserialize)]
pub(crate) struct Fields {
    #[serde(default)]
    fields: BTreeMap<String, String>,
}

/// The interaction whose form is open for a person.
fn opener<'a>(world: &'a mut World, person: u64, which: &ModalPath) -> Result<&'a mut Interaction, Refusal> {
    let id: u64 = which.interaction.parse().unwrap_or(0);
    let found = world.interactions.get_mut(&id).filter(|it| it.person == person && it.modal.is_some());
    found.ok_or_else(|| Refusal::missing("This form is no longer open."))
}

/// Sends a form.
pub(crate) async fn submit(
    Someone(person): Someone,
    Path(which): Path<ModalPath>,
    State(shared): State<Arc<Shared>>,
    JsonBody(Fields { fields }): JsonBody<Fields>,
) -> Reply<InteractionId> {
    let act = act(&mut shared.world(), person, &which, &fields)?;
    Ok(InteractionId::new(acting::begin(&shared, act)))
}

fn act(world: &mut World, person: u64, which: &ModalPath, fields: &BTreeMap<String, String>) -> Result<Act, Refusal> {
    let opener = opener(world, person, which)?;
    let form = opener.modal.clone().unwrap_or_default();
    let data = filled(form, fields)?;
    opener.modal = None;
    Ok(Act {
        kind: Kind::Modal,
        person,
        channel: opener.channel,
        message: opener.message,
        name: None,
        data: InteractionData::Modal(data),
        waiting: None,
        opened_by: Some(opener.metadata.clone()),
    })
}

/// Closes a form unsent.
pub(crate) async fn dismiss(
    Someone(person): Someone,
    Path(which): Path<ModalPath>,
    State(shared): State<Arc<Shared>>,
) -> Result<StatusCode, Refusal> {
    opener(&mut shared.world(), person, &which)?.modal = None;
    Ok(StatusCode::NO_CONTENT)
}

fn filled(form: Modal, fields: &BTreeMap<String, String>) -> Result<ModalData, Refusal> {
    let inputs: Vec<&Component> = form.components.iter().flat_map(Component::parts).collect();
    if let Some(odd) = fields.keys().find(|key| !inputs.iter().any(|it| it.is(key))) {
        return Err(Refusal::bad(format!("The form has no field {odd}.")));
    }
    let components = inputs.into_iter().map(|it| row(it, fields)).collect::<Result<_, _>>()?;
    Ok(ModalData { custom_id: form.custom_id, components })
}

fn row(input: &Component, fields: &BTreeMap<String, String>) -> Result<FilledRow, Refusal> {
    let custom_id = input.custom_id.clone().unwrap_or_default();
    let value = fields.get(&custom_id).or(input.value.as_ref()).cloned().unwrap_or_default();
    check(input, &value)?;
    let filled = Filled { kind: ComponentKind::INPUT, custom_id, value };
    Ok(FilledRow { kind: ComponentKind::ROW, components: [filled] })
}

fn check(input: &Component, value: &str) -> Result<(), Refusal> {
    let label = input.label.as_ref().or(input.custom_id.as_ref()).map_or("", String::as_str);
    let length = value.chars().count();
    if length == 0 {
        let is_optional = input.required == Some(false);
        return if is_optional { Ok(()) } else { Err(Refusal::bad(format!("The field {label} is required."))) };
    }
    let (least, most) = (input.min_length.unwrap_or(0), input.max_length.unwrap_or(MAX_INPUT_CHARS));
    if length < least {
        return Err(Refusal::bad(format!("The field {label} is too short: it needs at least {least} characters.")));
    }
    if length > most {
        return Err(Refusal::bad(format!("The field {label} is too long: it takes at most {most} characters.")));
    }
    Ok(())
}

//! Interactions: how they are told to the bot, and how long they live.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::Shared;
use super::ids::{BOT, GUILD};
use super::message::{EPHEMERAL, Message, Origin};
use super::objects;
use super::world::World;

/// How long the bot has to acknowledge.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);
/// How long the token lives.
pub(crate) const TOKEN_LIFE: Duration = Duration::from_secs(15 * 60);

/// What an interaction came from, with Discord's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A command.
    Command,
    /// A button or a menu.
    Component,
    /// The wish for suggestions.
    Autocomplete,
    /// A form that was sent.
    Modal,
}

impl Kind {
    /// Discord's number.
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete => 4,
            Self::Modal => 5,
        }
    }
}

/// An interaction.
#[derive(Debug)]
pub(crate) struct Interaction {
    /// Its id.
    pub(crate) id: u64,
    /// Its token.
    pub(crate) token: String,
    /// What it came from.
    pub(crate) kind: Kind,
    /// Who acted.
    pub(crate) person: u64,
    /// Where.
    pub(crate) channel: u64,
    /// The message of the component.
    pub(crate) message: Option<u64>,
    /// The command's name.
    pub(crate) name: Option<String>,
    /// When.
    pub(crate) created: Instant,
    /// How the bot acknowledged it.
    pub(crate) acked: Option<u64>,
    /// The response, or the component's message where that was updated.
    pub(crate) original: Option<u64>,
    /// The form it opened, until it is sent.
    pub(crate) modal: Option<Value>,
    /// Who waits for suggestions.
    pub(crate) waiting: Option<oneshot::Sender<Vec<Value>>>,
    /// Discord's `interaction_metadata`.
    pub(crate) metadata: Value,
}

impl Interaction {
    /// What a message that answers it carries.
    pub(crate) fn origin(&self) -> Origin {
        Origin {
            interaction: self.id,
            name: self.name.clone().filter(|_| self.kind == Kind::Command),
            person: self.person,
            metadata: self.metadata.clone(),
        }
    }

    /// Whether its time to be acknowledged has run out.
    pub(crate) fn is_dead(&self) -> bool {
        self.acked.is_none() && self.created.elapsed() >= PATIENCE
    }
}

/// What a person did.
pub(crate) struct Act {
    /// What it is.
    pub(crate) kind: Kind,
    /// Who acted.
    pub(crate) person: u64,
    /// Where.
    pub(crate) channel: u64,
    /// The message of the component.
    pub(crate) message: Option<u64>,
    /// The command's name.
    pub(crate) name: Option<String>,
    /// The interaction's data.
    pub(crate) data: Value,
    /// Who waits for suggestions.
    pub(crate) waiting: Option<oneshot::Sender<Vec<Value>>>,
    /// For a form: the metadata of what opened it.
    pub(crate) opened_by: Option<Value>,
}

/// Tells the bot what a person did; gives the interaction's id.
pub(crate) fn begin(shared: &Arc<Shared>, act: Act) -> u64 {
    let mut world = shared.world();
    let id = world.new_id();
    let token = format!("playground-{id:x}-{:016x}", rand::random::<u64>());
    let mut metadata = json!({
        "id": id.to_string(), "type": act.kind.number(), "user": world.user(act.person),
        "authorizing_integration_owners": owners(&world, act.channel),
    });
    if let Some(map) = metadata.as_object_mut() {
        match act.kind {
            Kind::Component => {
                map.insert("interacted_message_id".to_owned(), json!(act.message.unwrap_or(id).to_string()));
            }
            Kind::Modal => {
                map.insert("triggering_interaction_metadata".to_owned(), act.opened_by.clone().unwrap_or_default());
            }
            Kind::Command | Kind::Autocomplete => {
                map.insert("name".to_owned(), json!(act.name));
                map.insert("command_type".to_owned(), json!(1));
            }
        }
    }
    let event = event(&world, id, &token, &act);
    let kind = act.kind;
    world.interactions.insert(
        id,
        Interaction {
            id,
            token,
            kind,
            person: act.person,
            channel: act.channel,
            message: act.message,
            name: act.name,
            created: Instant::now(),
            acked: None,
            original: None,
            modal: None,
            waiting: act.waiting,
            metadata,
        },
    );
    for session in &mut world.sessions {
        session.dispatch("INTERACTION_CREATE", &event);
    }
    drop(world);
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        tokio::select! {
            () = shared.stop.cancelled() => {}
            () = tokio::time::sleep(PATIENCE) => bury(&mut shared.world(), id),
        }
    });
    id
}

fn owners(world: &World, channel: u64) -> Value {
    if world.in_guild(channel) { json!({"0": GUILD.to_string()}) } else { json!({"0": "0"}) }
}

fn event(world: &World, id: u64, token: &str, act: &Act) -> Value {
    let guild = world.in_guild(act.channel);
    let mut event = json!({
        "id": id.to_string(), "application_id": BOT.to_string(), "type": act.kind.number(), "token": token,
        "version": 1, "channel_id": act.channel.to_string(), "data": act.data,
        "app_permissions": objects::APP_PERMISSIONS, "locale": "en-US", "entitlements": [],
        "entitlement_sku_ids": [], "authorizing_integration_owners": owners(world, act.channel),
        "context": if guild { 0 } else { 1 }, "attachment_size_limit": super::limits::FILE_BYTES,
    });
    let Some(map) = event.as_object_mut() else { return event };
    if let Some(channel) = world.channel(act.channel) {
        let recipient = channel.person.and_then(|id| world.person(id));
        map.insert("channel".to_owned(), objects::acting_channel(channel, recipient));
    }
    if guild {
        map.insert("guild_id".to_owned(), json!(GUILD.to_string()));
        map.insert("guild_locale".to_owned(), json!("en-US"));
        map.insert("guild".to_owned(), json!({"id": GUILD.to_string(), "features": [], "locale": "en-US"}));
        map.insert("member".to_owned(), world.person(act.person).map_or(Value::Null, objects::acting_member));
    } else {
        map.insert("user".to_owned(), world.user(act.person));
    }
    if let Some(message) = act.message.filter(|id| world.messages.contains_key(id)) {
        map.insert("message".to_owned(), world.message_json(message, true));
    }
    event
}

/// Says that an interaction failed, if nobody acknowledged it.
fn bury(world: &mut World, id: u64) {
    let Some(interaction) = world.interactions.get_mut(&id) else { return };
    if interaction.acked.is_some() {
        return;
    }
    interaction.waiting = None;
    let (kind, channel, person, message) =
        (interaction.kind, interaction.channel, interaction.person, interaction.message);
    let origin = interaction.origin();
    let content = match kind {
        Kind::Autocomplete => return,
        Kind::Command => "The application did not respond",
        Kind::Component | Kind::Modal => "This interaction failed",
    };
    let notice = world.new_id();
    let mut failed = Message::new(notice, channel, BOT);
    content.clone_into(&mut failed.content);
    failed.flags = EPHEMERAL;
    failed.only_for = Some(person);
    failed.reference = message;
    failed.origin = Some(origin);
    failed.failed = true;
    world.insert(failed);
}

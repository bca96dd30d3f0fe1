//! What people do to the bot: an interaction begins, its event is told, and it is forgotten.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::oneshot;

use super::ids::BOT;
use super::interaction::{ACK_TIMEOUT, Interaction, Kind};
use super::limits::FILE_BYTES;
use super::message::{EPHEMERAL, Message};
use super::objects::{
    self, About, ActingMember, Actor, Choice, CommandKind, Id, InteractionData, LOCALE, Metadata, Owners, PartialGuild,
};
use super::shared::Shared;
use super::world::World;

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
    pub(crate) data: InteractionData,
    /// Who waits for suggestions.
    pub(crate) waiting: Option<oneshot::Sender<Vec<Choice>>>,
    /// For a form: the metadata of what opened it.
    pub(crate) opened_by: Option<Metadata>,
}

/// Tells the bot what a person did; gives the interaction's id.
pub(crate) fn begin(shared: &Arc<Shared>, act: Act) -> u64 {
    let id = tell(&mut shared.world(), act);
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        tokio::select! {
            () = shared.stop.cancelled() => {}
            () = tokio::time::sleep(ACK_TIMEOUT) => bury(&mut shared.world(), id),
        }
    });
    id
}

fn tell(world: &mut World, act: Act) -> u64 {
    let id = world.new_id();
    let token = format!("playground-{id:x}-{:016x}", rand::random::<u64>());
    let metadata = metadata(world, id, &act);
    let interaction = Interaction {
        id,
        token,
        kind: act.kind,
        person: act.person,
        channel: act.channel,
        message: act.message,
        name: act.name,
        created: Instant::now(),
        acked: None,
        original: None,
        follow_ups: 0,
        modal: None,
        waiting: act.waiting,
        metadata,
    };
    let event = event(world, &interaction, act.data);
    let guild = world.guild_of(interaction.channel);
    world.remember(interaction);
    for session in world.sessions.hearing(guild) {
        session.dispatch("INTERACTION_CREATE", &event);
    }
    id
}

fn metadata(world: &World, id: u64, act: &Act) -> Metadata {
    let about = match act.kind {
        Kind::Component => About::Component { interacted_message_id: Id(act.message.unwrap_or(id)) },
        Kind::Modal => About::Modal { triggering_interaction_metadata: act.opened_by.clone().map(Box::new) },
        Kind::Command | Kind::Autocomplete => {
            let (kind, target) = match &act.data {
                InteractionData::Command(command) => (command.kind, command.target_id),
                _ => (CommandKind::CHAT, None),
            };
            About::Command {
                name: act.name.clone(),
                command_type: kind,
                target_user: target.filter(|_| kind == CommandKind::USER).and_then(|it| world.user(it.0)),
                target_message_id: target.filter(|_| kind == CommandKind::MESSAGE),
            }
        }
    };
    Metadata {
        id: Id(id),
        kind: act.kind.number(),
        user: world.user(act.person),
        authorizing_integration_owners: owners(world, act.person, act.channel),
        about,
    }
}

/// Through whom the app acts: where it is only a guest, through who uses it.
fn owners(world: &World, person: u64, channel: u64) -> Owners {
    if world.is_guest_in(channel) { Owners::person(person) } else { Owners::new(world.in_guild(channel)) }
}

fn event(world: &World, interaction: &Interaction, data: InteractionData) -> objects::Interaction {
    let message = interaction.message.and_then(|id| world.messages.get(&id));
    objects::Interaction {
        id: Id(interaction.id),
        application_id: Id(BOT),
        kind: interaction.kind.number(),
        token: interaction.token.clone(),
        version: 1,
        channel_id: Id(interaction.channel),
        data,
        app_permissions: world.bot_permissions(interaction.channel),
        locale: LOCALE,
        entitlements: [],
        entitlement_sku_ids: [],
        authorizing_integration_owners: owners(world, interaction.person, interaction.channel),
        context: world.context(interaction.channel),
        attachment_size_limit: FILE_BYTES,
        channel: world.channel_object(interaction.channel).map(Into::into),
        actor: actor(world, interaction),
        message: message.map(|it| world.message_object(it, true)),
    }
}

fn actor(world: &World, interaction: &Interaction) -> Actor {
    match world.guild_of(interaction.channel) {
        Some(guild) => Actor::Member {
            guild_id: Id(guild),
            guild_locale: LOCALE,
            guild: PartialGuild::new(),
            member: world
                .person(interaction.person)
                .map(|it| ActingMember::new(it, world.channel(interaction.channel))),
        },
        None => Actor::User { user: world.user(interaction.person) },
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{ANN, GAMES};
    use crate::nonces::{LIFE, Nonces};
    use crate::objects::ModalData;
    use crate::world::INTERACTIONS;

    #[test]
    fn the_oldest_interactions_go_first() {
        let mut world = World::new(true, String::new(), Nonces::new(LIFE));
        let mut ids = (0..=INTERACTIONS).map(|_| {
            let data = ModalData { custom_id: String::new(), components: Vec::new() };
            let act = Act {
                kind: Kind::Modal,
                person: ANN,
                channel: GAMES,
                message: None,
                name: None,
                data: InteractionData::Modal(data),
                waiting: None,
                opened_by: None,
            };
            tell(&mut world, act)
        });
        let (first, second) = (ids.next().unwrap(), ids.next().unwrap());
        assert_eq!(ids.count(), INTERACTIONS - 1);
        assert!(!world.interactions.contains_key(&first) && world.interactions.contains_key(&second));
    }
}

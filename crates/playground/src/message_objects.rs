//! Messages as the bot and its sessions see them.

use super::ids::{self, BOT, BOT_ROLE, GUILD};
use super::message::{Message, Origin};
use super::objects::{self, Id, Mention, PartialMember, Reference, UsedCommand, User};
use super::world::World;

impl World {
    /// Whether the bot may read a message even without MESSAGE CONTENT.
    fn readable_anyway(&self, message: &Message) -> bool {
        let mentioned =
            message.content.contains(&format!("<@{BOT}>")) || message.content.contains(&format!("<@!{BOT}>"));
        let replied = message.reply_ping
            && message
                .reference
                .and_then(|id| self.messages.get(&id))
                .is_some_and(|first| first.author == BOT && first.origin.is_none());
        message.author == BOT || !self.in_guild(message.channel) || mentioned || replied
    }

    /// A message as the bot gets it.
    pub(crate) fn message_object(&self, message: &Message, content: bool) -> objects::Message {
        let mut object = self.plain_object(message, content);
        if let Some(reference) = message.reference {
            let first = self.messages.get(&reference).map(|first| {
                // What that one replies to in turn is only named.
                let message_reference = first.reference.map(|it| self.reference(first, it));
                Box::new(objects::Message { message_reference, ..self.plain_object(first, content) })
            });
            object.referenced_message = Some(first);
            object.message_reference = Some(self.reference(message, reference));
        }
        object
    }

    fn reference(&self, message: &Message, to: u64) -> Reference {
        Reference {
            kind: 0,
            message_id: Id(to),
            channel_id: Id(self.messages.get(&to).map_or(message.channel, |first| first.channel)),
            guild_id: self.guild_of(message.channel).map(Id),
        }
    }

    /// A message as the gateway sends it: with guild and member.
    pub(crate) fn message_event(&self, message: &Message, content: bool) -> objects::Message {
        let mut object = self.message_object(message, content);
        if self.in_guild(message.channel) {
            object.guild_id = Some(Id(GUILD));
            object.member = Some(PartialMember::new());
            for mention in &mut object.mentions {
                mention.member = Some(PartialMember::new());
            }
        }
        object
    }

    fn plain_object(&self, message: &Message, content: bool) -> objects::Message {
        let open = content || self.readable_anyway(message);
        let by_webhook = (message.author == BOT && message.origin.is_some()).then_some(Id(BOT));
        let names_role = message.content.contains(&format!("<@&{BOT_ROLE}>"));
        let mentioned = message.mentions.iter().filter_map(|id| self.person(*id));
        objects::Message {
            id: Id(message.id),
            channel_id: Id(message.channel),
            kind: message.kind(),
            author: self.user(message.author),
            content: if open { message.content.clone() } else { String::new() },
            timestamp: ids::time_of(message.id),
            edited_timestamp: message.edited.clone(),
            tts: false,
            mention_everyone: false,
            mentions: mentioned.map(|person| Mention { user: User::from(person), member: None }).collect(),
            mention_roles: if names_role { vec![Id(BOT_ROLE)] } else { Vec::new() },
            attachments: if open { message.attachments.clone() } else { Vec::new() },
            embeds: if open { message.resolved_embeds() } else { Vec::new() },
            components: if open { message.components.clone() } else { Vec::new() },
            pinned: false,
            flags: message.flags,
            nonce: message.nonce.clone(),
            application_id: by_webhook,
            webhook_id: by_webhook,
            interaction_metadata: message.origin.as_ref().map(|it| it.metadata.clone()),
            interaction: message.origin.as_ref().and_then(|it| self.used_command(it)),
            message_reference: None,
            referenced_message: None,
            guild_id: None,
            member: None,
        }
    }

    fn used_command(&self, origin: &Origin) -> Option<UsedCommand> {
        let name = origin.name.clone()?;
        Some(UsedCommand { id: Id(origin.interaction), kind: 2, name, user: self.user(origin.person) })
    }
}

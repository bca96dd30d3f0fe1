//! Discord's objects, as they go over the wire.

mod application;
mod attachment;
mod channel;
mod command;
mod component;
mod embed;
mod guild;
mod id;
mod interaction;
mod message;
mod metadata;
mod thread;
mod user;

pub(crate) use application::{Application, PartialApplication};
pub(crate) use attachment::Attachment;
pub(crate) use channel::{ActingChannel, Channel, Withheld};
pub(crate) use command::{Choice, Command, CommandForm, CommandKind, CommandOption, Context, OptionKind};
pub(crate) use component::{Component, ComponentKind};
pub(crate) use embed::Embed;
pub(crate) use guild::{Guild, GuildCreate, GuildDelete, OwnGuild, PartialGuild, Role, RoleUpdate, UnavailableGuild};
pub(crate) use id::Id;
pub(crate) use interaction::{
    Actor, CommandData, ComponentData, Filled, FilledRow, GivenOption, Interaction, InteractionData, ModalData,
    Resolved,
};
pub(crate) use message::{Deleted, Mention, Message, Reference};
pub(crate) use metadata::{About, Metadata, Owners, UsedCommand};
pub(crate) use thread::{ActiveThreads, ThreadCreate, ThreadGone, ThreadMember, ThreadMembersUpdate};
pub(crate) use user::{ActingMember, CurrentUser, Member, MemberUpdate, PartialMember, User, permissions_of};

/// Something that is always empty here.
pub(crate) type Nothing = [(); 0];

/// What the bot and people may do: bits 6 (react), 10 (see), 11 (write), 14 (embed), 15 (attach), 16 (read back),
/// 18 (emoji), 31 (commands), 35 and 38 (threads).
pub(crate) const PERMISSIONS: &str = "311385508928";
/// What the moderators of a channel may do there: also bit 13 (manage messages).
pub(crate) const PERMISSIONS_OF_MODERATORS: &str = "311385517120";
/// What the guild's owner may do: everything.
pub(crate) const ALL_PERMISSIONS: &str = "9007199254740991";
/// The language of the guild and of everybody.
pub(crate) const LOCALE: &str = "en-US";
/// Since when everybody is here.
const JOINED: &str = "2023-04-24T12:00:00.000Z";

//! Users and members.

use serde::Serialize;

use super::super::channel::Channel;
use super::super::ids::{ANN, BOT, BOT_ROLE, GUILD};
use super::super::person::Person;
use super::{ALL_PERMISSIONS, Id, JOINED, LOCALE, PERMISSIONS, PERMISSIONS_OF_MODERATORS};

/// A user.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct User {
    id: Id,
    username: &'static str,
    global_name: Option<&'static str>,
    discriminator: &'static str,
    avatar: Option<()>,
    bot: bool,
    system: bool,
    public_flags: u64,
    flags: u64,
    banner: Option<()>,
    accent_color: Option<()>,
    avatar_decoration_data: Option<()>,
}

impl From<&Person> for User {
    fn from(person: &Person) -> Self {
        Self {
            id: Id(person.id),
            username: person.name,
            global_name: (!person.bot).then_some(person.name),
            discriminator: if person.bot { "0001" } else { "0" },
            avatar: None,
            bot: person.bot,
            system: false,
            public_flags: 0,
            flags: 0,
            banner: None,
            accent_color: None,
            avatar_decoration_data: None,
        }
    }
}

/// The bot's own user.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct CurrentUser {
    #[serde(flatten)]
    user: User,
    verified: bool,
    mfa_enabled: bool,
    email: Option<()>,
    locale: &'static str,
    premium_type: u64,
}

impl From<&Person> for CurrentUser {
    fn from(person: &Person) -> Self {
        Self { user: person.into(), verified: true, mfa_enabled: true, email: None, locale: LOCALE, premium_type: 0 }
    }
}

/// A member without its user, as it comes with messages.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct PartialMember {
    roles: Vec<Id>,
    nick: Option<()>,
    avatar: Option<()>,
    joined_at: &'static str,
    premium_since: Option<()>,
    deaf: bool,
    mute: bool,
    flags: u64,
    pending: bool,
    communication_disabled_until: Option<()>,
}

impl PartialMember {
    /// Anybody's.
    pub(crate) fn new() -> Self {
        Self {
            roles: Vec::new(),
            nick: None,
            avatar: None,
            joined_at: JOINED,
            premium_since: None,
            deaf: false,
            mute: false,
            flags: 0,
            pending: false,
            communication_disabled_until: None,
        }
    }
}

/// A member with its user.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Member {
    #[serde(flatten)]
    member: PartialMember,
    user: User,
}

impl From<&Person> for Member {
    fn from(person: &Person) -> Self {
        let roles = (person.id == BOT).then_some(Id(BOT_ROLE)).into_iter().collect();
        Self { member: PartialMember { roles, ..PartialMember::new() }, user: person.into() }
    }
}

/// A member has changed.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct MemberUpdate {
    #[serde(flatten)]
    member: Member,
    guild_id: Id,
}

impl From<&Person> for MemberUpdate {
    fn from(person: &Person) -> Self {
        Self { member: person.into(), guild_id: Id(GUILD) }
    }
}

/// A member as it comes with interactions: with permissions.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ActingMember {
    #[serde(flatten)]
    member: Member,
    permissions: &'static str,
    guild_id: Id,
}

impl ActingMember {
    /// A person who acts in a channel.
    pub(crate) fn new(person: &Person, channel: Option<&Channel>) -> Self {
        Self { member: person.into(), permissions: permissions_of(person.id, channel), guild_id: Id(GUILD) }
    }
}

/// What somebody may do in a channel: the guild's owner, Ann, everything.
pub(crate) fn permissions_of(person: u64, channel: Option<&Channel>) -> &'static str {
    match channel {
        _ if person == ANN => ALL_PERMISSIONS,
        Some(channel) if channel.moderators.contains(&person) => PERMISSIONS_OF_MODERATORS,
        _ => PERMISSIONS,
    }
}

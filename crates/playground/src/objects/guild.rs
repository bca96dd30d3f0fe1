//! The guild.

use serde::Serialize;

use super::super::ids::{ANN, BOT, BOT_ROLE, GUILD, LOUNGE, now};
use super::super::person::Person;
use super::{Channel, Id, JOINED, LOCALE, Member, Nothing, PERMISSIONS};

/// A role: there are only that of everyone and the bot's own.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Role {
    id: Id,
    name: &'static str,
    color: u32,
    colors: RoleColors,
    hoist: bool,
    icon: Option<()>,
    unicode_emoji: Option<()>,
    position: u64,
    permissions: &'static str,
    managed: bool,
    mentionable: bool,
    flags: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<RoleTags>,
}

/// Whose role it is.
#[derive(Debug, Clone, Serialize)]
struct RoleTags {
    bot_id: Id,
}

#[derive(Debug, Clone, Serialize)]
struct RoleColors {
    primary_color: u32,
    secondary_color: Option<()>,
    tertiary_color: Option<()>,
}

impl Role {
    /// All roles of the guild.
    pub(crate) fn all() -> [Self; 2] {
        let tags = Some(RoleTags { bot_id: Id(BOT) });
        let own = Self { id: Id(BOT_ROLE), name: "Parlor", position: 1, managed: true, tags, ..Self::everyone() };
        [Self::everyone(), own]
    }

    /// The role of everyone.
    fn everyone() -> Self {
        Self {
            id: Id(GUILD),
            name: "@everyone",
            color: 0,
            colors: RoleColors { primary_color: 0, secondary_color: None, tertiary_color: None },
            hoist: false,
            icon: None,
            unicode_emoji: None,
            position: 0,
            permissions: PERMISSIONS,
            managed: false,
            mentionable: false,
            flags: 0,
            tags: None,
        }
    }
}

/// A role has changed.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct RoleUpdate {
    guild_id: Id,
    role: Role,
}

impl RoleUpdate {
    /// The role of everyone.
    pub(crate) fn everyone() -> Self {
        Self { guild_id: Id(GUILD), role: Role::everyone() }
    }
}

/// The guild as REST tells it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Guild {
    id: Id,
    name: &'static str,
    icon: Option<()>,
    splash: Option<()>,
    discovery_splash: Option<()>,
    owner_id: Id,
    afk_channel_id: Option<()>,
    afk_timeout: u64,
    widget_enabled: bool,
    verification_level: u8,
    default_message_notifications: u8,
    explicit_content_filter: u8,
    roles: [Role; 2],
    emojis: Nothing,
    features: Nothing,
    mfa_level: u8,
    application_id: Option<()>,
    system_channel_id: Id,
    system_channel_flags: u64,
    rules_channel_id: Option<()>,
    max_presences: Option<()>,
    max_members: u64,
    vanity_url_code: Option<()>,
    description: Option<()>,
    banner: Option<()>,
    premium_tier: u8,
    premium_subscription_count: u64,
    preferred_locale: &'static str,
    public_updates_channel_id: Option<()>,
    max_video_channel_users: u64,
    max_stage_video_channel_users: u64,
    nsfw_level: u8,
    nsfw: bool,
    stickers: Nothing,
    premium_progress_bar_enabled: bool,
    safety_alerts_channel_id: Option<()>,
    incidents_data: Option<()>,
    hub_type: Option<()>,
}

/// The guild in the list of those that the bot is in.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct OwnGuild {
    id: Id,
    name: &'static str,
    icon: Option<()>,
    banner: Option<()>,
    owner: bool,
    permissions: &'static str,
    features: Nothing,
}

impl OwnGuild {
    /// The one guild there is.
    pub(crate) fn new() -> Self {
        let (id, name, permissions) = (Id(GUILD), Guild::NAME, PERMISSIONS);
        Self { id, name, icon: None, banner: None, owner: false, permissions, features: [] }
    }
}

impl Guild {
    /// The guild's name.
    pub(crate) const NAME: &str = "Parlor Playground";

    /// The one guild there is.
    pub(crate) fn new() -> Self {
        Self {
            id: Id(GUILD),
            name: Self::NAME,
            icon: None,
            splash: None,
            discovery_splash: None,
            owner_id: Id(ANN),
            afk_channel_id: None,
            afk_timeout: 300,
            widget_enabled: false,
            verification_level: 0,
            default_message_notifications: 1,
            explicit_content_filter: 0,
            roles: Role::all(),
            emojis: [],
            features: [],
            mfa_level: 0,
            application_id: None,
            system_channel_id: Id(LOUNGE),
            system_channel_flags: 0,
            rules_channel_id: None,
            max_presences: None,
            max_members: 500_000,
            vanity_url_code: None,
            description: None,
            banner: None,
            premium_tier: 0,
            premium_subscription_count: 0,
            preferred_locale: LOCALE,
            public_updates_channel_id: None,
            max_video_channel_users: 25,
            max_stage_video_channel_users: 50,
            nsfw_level: 0,
            nsfw: false,
            stickers: [],
            premium_progress_bar_enabled: false,
            safety_alerts_channel_id: None,
            incidents_data: None,
            hub_type: None,
        }
    }
}

/// The guild as the gateway tells it.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct GuildCreate {
    #[serde(flatten)]
    guild: Guild,
    joined_at: String,
    large: bool,
    unavailable: bool,
    member_count: usize,
    voice_states: Nothing,
    members: Vec<Member>,
    channels: Vec<Channel>,
    threads: Vec<Channel>,
    presences: Nothing,
    stage_instances: Nothing,
    guild_scheduled_events: Nothing,
    soundboard_sounds: Nothing,
}

impl GuildCreate {
    /// The guild with its people, channels and threads.
    pub(crate) fn new(people: &[Person], channels: Vec<Channel>, threads: Vec<Channel>) -> Self {
        Self {
            guild: Guild::new(),
            joined_at: JOINED.to_owned(),
            large: false,
            unavailable: false,
            member_count: people.len(),
            voice_states: [],
            members: people.iter().map(Member::from).collect(),
            channels,
            threads,
            presences: [],
            stage_instances: [],
            guild_scheduled_events: [],
            soundboard_sounds: [],
        }
    }

    /// It as it is told to a bot that joins it now.
    pub(crate) fn joined_now(self) -> Self {
        Self { joined_at: now(), ..self }
    }
}

/// The guild before it is told.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct UnavailableGuild {
    id: Id,
    unavailable: bool,
}

impl UnavailableGuild {
    /// The one guild there is.
    pub(crate) fn new() -> Self {
        Self { id: Id(GUILD), unavailable: true }
    }
}

/// The guild, once the bot is no member anymore.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct GuildDelete {
    id: Id,
}

impl GuildDelete {
    /// The bot has been kicked out; a guild that is only unavailable says so.
    pub(crate) fn kicked() -> Self {
        Self { id: Id(GUILD) }
    }
}

/// The guild as it comes with interactions.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct PartialGuild {
    id: Id,
    features: Nothing,
    locale: &'static str,
}

impl PartialGuild {
    /// The one guild there is.
    pub(crate) fn new() -> Self {
        Self { id: Id(GUILD), features: [], locale: LOCALE }
    }
}

//! Discord's objects for users, members, channels and the guild.

use serde_json::{Value, json};

use super::ids::{BOT, GAMES, GUILD, LOUNGE};
use super::world::{Channel, Person};

/// What the bot may do: bits 6 (react), 10 (see), 11 (write), 14 (embed), 15 (attach), 16 (read back), 18 (emoji),
/// 31 (commands), 35 and 38 (threads).
pub(crate) const APP_PERMISSIONS: &str = "311385508928";
/// What a person may do.
const PERSON_PERMISSIONS: &str = "311385508928";
/// Since when everybody is here.
const JOINED: &str = "2023-04-24T12:00:00.000Z";

/// A user.
pub(crate) fn user(person: &Person) -> Value {
    json!({
        "id": person.id.to_string(), "username": person.name, "global_name": if person.bot { None } else { Some(person.name) },
        "discriminator": if person.bot { "0001" } else { "0" }, "avatar": null, "bot": person.bot, "system": false,
        "public_flags": 0, "flags": 0, "banner": null, "accent_color": null, "avatar_decoration_data": null,
    })
}

/// The bot's own user.
pub(crate) fn current_user(person: &Person) -> Value {
    let mut user = user(person);
    if let Some(map) = user.as_object_mut() {
        for (key, value) in [
            ("verified", json!(true)),
            ("mfa_enabled", json!(true)),
            ("email", Value::Null),
            ("locale", json!("en-US")),
            ("premium_type", json!(0)),
        ] {
            map.insert(key.to_owned(), value);
        }
    }
    user
}

/// A member without its user, as it comes with messages.
pub(crate) fn partial_member() -> Value {
    json!({
        "roles": [], "nick": null, "avatar": null, "joined_at": JOINED, "premium_since": null, "deaf": false,
        "mute": false, "flags": 0, "pending": false, "communication_disabled_until": null,
    })
}

/// A member with its user.
pub(crate) fn member(person: &Person) -> Value {
    let mut member = partial_member();
    if let Some(map) = member.as_object_mut() {
        map.insert("user".to_owned(), user(person));
    }
    member
}

/// A member as it comes with interactions: with permissions.
pub(crate) fn acting_member(person: &Person) -> Value {
    let mut member = member(person);
    if let Some(map) = member.as_object_mut() {
        map.insert("permissions".to_owned(), json!(PERSON_PERMISSIONS));
        map.insert("guild_id".to_owned(), json!(GUILD.to_string()));
    }
    member
}

/// A channel.
pub(crate) fn channel(channel: &Channel, recipient: Option<&Person>) -> Value {
    match channel.person {
        None => json!({
            "id": channel.id.to_string(), "type": 0, "guild_id": GUILD.to_string(), "name": channel.name,
            "position": channel.id - GAMES, "permission_overwrites": [], "nsfw": false, "topic": null,
            "parent_id": null, "last_message_id": null, "rate_limit_per_user": 0, "flags": 0,
        }),
        Some(_) => json!({
            "id": channel.id.to_string(), "type": 1, "last_message_id": null, "flags": 0,
            "recipients": recipient.map(user).into_iter().collect::<Vec<_>>(),
        }),
    }
}

/// A channel as it comes with interactions.
pub(crate) fn acting_channel(chan: &Channel, recipient: Option<&Person>) -> Value {
    let mut value = channel(chan, recipient);
    if let Some(map) = value.as_object_mut() {
        map.insert("permissions".to_owned(), json!(PERSON_PERMISSIONS));
    }
    value
}

/// The guild's role of everyone.
fn everyone() -> Value {
    json!({
        "id": GUILD.to_string(), "name": "@everyone", "color": 0,
        "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null}, "hoist": false,
        "icon": null, "unicode_emoji": null, "position": 0, "permissions": PERSON_PERMISSIONS, "managed": false,
        "mentionable": false, "flags": 0,
    })
}

/// The guild as REST tells it.
pub(crate) fn guild() -> Value {
    json!({
        "id": GUILD.to_string(), "name": "Parlor Playground", "icon": null, "splash": null, "discovery_splash": null,
        "owner_id": super::ids::ANN.to_string(), "afk_channel_id": null, "afk_timeout": 300, "widget_enabled": false,
        "verification_level": 0, "default_message_notifications": 1, "explicit_content_filter": 0,
        "roles": [everyone()], "emojis": [], "features": [], "mfa_level": 0, "application_id": null,
        "system_channel_id": LOUNGE.to_string(), "system_channel_flags": 0, "rules_channel_id": null,
        "max_presences": null, "max_members": 500_000, "vanity_url_code": null, "description": null, "banner": null,
        "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US",
        "public_updates_channel_id": null, "max_video_channel_users": 25, "max_stage_video_channel_users": 50,
        "nsfw_level": 0, "nsfw": false, "stickers": [], "premium_progress_bar_enabled": false,
        "safety_alerts_channel_id": null, "incidents_data": null, "hub_type": null,
    })
}

/// The guild as the gateway tells it.
pub(crate) fn guild_create(people: &[Person], channels: &[Channel]) -> Value {
    let mut guild = guild();
    if let Some(map) = guild.as_object_mut() {
        for (key, value) in [
            ("joined_at", json!(JOINED)),
            ("large", json!(false)),
            ("unavailable", json!(false)),
            ("member_count", json!(people.len())),
            ("voice_states", json!([])),
            ("members", people.iter().map(member).collect()),
            (
                "channels",
                channels.iter().filter(|c| c.person.is_none()).map(|c| channel(c, None)).collect::<Vec<_>>().into(),
            ),
            ("threads", json!([])),
            ("presences", json!([])),
            ("stage_instances", json!([])),
            ("guild_scheduled_events", json!([])),
            ("soundboard_sounds", json!([])),
        ] {
            map.insert(key.to_owned(), value);
        }
    }
    guild
}

/// The application.
pub(crate) fn application(owner: Option<&Person>, message_content: bool) -> Value {
    json!({
        "id": BOT.to_string(), "name": "Parlor", "icon": null, "description": "", "summary": "", "type": null,
        "rpc_origins": [], "bot_public": true, "bot_require_code_grant": false, "owner": owner.map(user),
        "verify_key": "0".repeat(64), "team": null, "flags": app_flags(message_content), "tags": [],
        "integration_types_config": {"0": {}}, "redirect_uris": [], "approximate_guild_count": 1,
        "approximate_user_install_count": 0, "interactions_endpoint_url": null,
    })
}

/// The application's flags: MESSAGE CONTENT for a small bot, if on.
pub(crate) fn app_flags(message_content: bool) -> u64 {
    if message_content { 1 << 19 } else { 0 }
}

//! The bot's application.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::ids::BOT;
use super::super::person::Person;
use super::{Id, Nothing, User};

/// The application.
#[derive(Debug, Serialize)]
pub(crate) struct Application {
    id: Id,
    name: &'static str,
    icon: Option<()>,
    description: &'static str,
    summary: &'static str,
    #[serde(rename = "type")]
    kind: Option<()>,
    rpc_origins: Nothing,
    bot_public: bool,
    bot_require_code_grant: bool,
    owner: Option<User>,
    verify_key: String,
    team: Option<()>,
    flags: u64,
    tags: Nothing,
    integration_types_config: BTreeMap<u8, BTreeMap<(), ()>>,
    redirect_uris: Nothing,
    approximate_guild_count: u64,
    approximate_user_install_count: u64,
    interactions_endpoint_url: Option<()>,
}

impl Application {
    /// The bot's, with its owner.
    pub(crate) fn new(name: &'static str, owner: Option<&Person>, message_content: bool) -> Self {
        Self {
            id: Id(BOT),
            name,
            icon: None,
            description: "",
            summary: "",
            kind: None,
            rpc_origins: [],
            bot_public: true,
            bot_require_code_grant: false,
            owner: owner.map(User::from),
            verify_key: "0".repeat(64),
            team: None,
            flags: app_flags(message_content),
            tags: [],
            integration_types_config: BTreeMap::from([(0, BTreeMap::new())]),
            redirect_uris: [],
            approximate_guild_count: 1,
            approximate_user_install_count: 0,
            interactions_endpoint_url: None,
        }
    }
}

/// The application as READY tells it.
#[derive(Debug, Serialize)]
pub(crate) struct PartialApplication {
    id: Id,
    flags: u64,
}

impl PartialApplication {
    /// The bot's.
    pub(crate) fn new(message_content: bool) -> Self {
        Self { id: Id(BOT), flags: app_flags(message_content) }
    }
}

/// The application's flags: MESSAGE CONTENT for a small bot, if on.
fn app_flags(message_content: bool) -> u64 {
    if message_content { 1 << 19 } else { 0 }
}

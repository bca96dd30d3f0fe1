//! Commands that the app registers.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::ids::BOT;
use super::Id;

/// What kinds of commands there are, by Discord's numbers.
pub(crate) struct CommandKind;

impl CommandKind {
    /// A slash command.
    pub(crate) const CHAT: u8 = 1;
    /// An entry in the context menu of users.
    pub(crate) const USER: u8 = 2;
    /// An entry in the context menu of messages.
    pub(crate) const MESSAGE: u8 = 3;
    /// What begins the app's Activity.
    pub(crate) const ENTRY_POINT: u8 = 4;
}

const fn chat() -> u8 {
    CommandKind::CHAT
}

const fn yes() -> bool {
    true
}

fn in_guilds() -> Vec<u8> {
    vec![Context::GUILD]
}

/// A command as the app describes it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct CommandForm {
    /// Its kind.
    #[serde(rename = "type", default = "chat")]
    pub(crate) kind: u8,
    /// Its name.
    pub(crate) name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    options: Vec<CommandOption>,
    #[serde(default)]
    default_member_permissions: Option<String>,
    #[serde(default)]
    name_localizations: Option<Map<String, Value>>,
    #[serde(default)]
    description_localizations: Option<Map<String, Value>>,
    #[serde(default)]
    nsfw: bool,
    #[serde(default = "yes")]
    dm_permission: bool,
    #[serde(default = "in_guilds")]
    integration_types: Vec<u8>,
    #[serde(default)]
    contexts: Option<Vec<u8>>,
    /// Who handles an Entry Point command, the app or Discord.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    handler: Option<u8>,
}

impl CommandForm {
    /// Discord's own way into an app's Activity.
    pub(crate) fn entry_point() -> Self {
        Self {
            kind: CommandKind::ENTRY_POINT,
            name: "launch".to_owned(),
            description: String::new(),
            options: Vec::new(),
            default_member_permissions: None,
            name_localizations: None,
            description_localizations: None,
            nsfw: false,
            dm_permission: true,
            integration_types: vec![0, 1],
            contexts: Some(vec![Context::GUILD, Context::BOT_DM, Context::PRIVATE_CHANNEL]),
            handler: Some(2),
        }
    }

    /// Whether both are the same command, perhaps in other words.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (self.kind, &self.name) == (other.kind, &other.name)
    }
}

/// A registered command.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Command {
    /// Its id.
    pub(crate) id: Id,
    /// Changes with every change.
    version: Id,
    application_id: Id,
    /// The guild it belongs to, unless it is everywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) guild_id: Option<Id>,
    /// What the app says of it.
    #[serde(flatten)]
    pub(crate) form: CommandForm,
}

impl Command {
    /// A command with its ids; the first version's id is the command's.
    pub(crate) fn new(form: CommandForm, id: Option<Id>, version: Id, guild_id: Option<Id>) -> Self {
        Self { id: id.unwrap_or(version), version, application_id: Id(BOT), guild_id, form }
    }

    /// Its options.
    pub(crate) fn options(&self) -> &[CommandOption] {
        &self.form.options
    }

    /// Whether it is offered to members with these permissions.
    pub(crate) fn is_offered_to(&self, permissions: &str) -> bool {
        let bits = |text: &str| text.parse::<u64>().unwrap_or_default();
        let wanted = self.form.default_member_permissions.as_deref().map_or(0, bits);
        bits(permissions) & wanted == wanted
    }

    /// Whether it can be used in that context: the guild, or private conversations.
    pub(crate) fn is_available(&self, context: u8) -> bool {
        let in_private = self.guild_id.is_none() && (self.form.dm_permission || self.form.contexts.is_some());
        (context == Context::GUILD || in_private)
            && self.form.contexts.as_ref().is_none_or(|all| all.contains(&context))
    }
}

/// Where a command is used, by Discord's numbers.
pub(crate) struct Context;

impl Context {
    /// In the guild.
    pub(crate) const GUILD: u8 = 0;
    /// In direct messages with the bot.
    pub(crate) const BOT_DM: u8 = 1;
    /// In a conversation that the bot is not part of.
    pub(crate) const PRIVATE_CHANNEL: u8 = 2;
}

/// What kinds of options there are, by Discord's numbers.
pub(crate) struct OptionKind;

impl OptionKind {
    /// A part of the command.
    pub(crate) const SUB_COMMAND: u8 = 1;
    /// Parts of the command.
    pub(crate) const SUB_COMMAND_GROUP: u8 = 2;
    /// A whole number.
    pub(crate) const INTEGER: u8 = 4;
    /// True or false.
    pub(crate) const BOOLEAN: u8 = 5;
    /// A user.
    pub(crate) const USER: u8 = 6;
    /// A channel.
    pub(crate) const CHANNEL: u8 = 7;
    /// A role.
    pub(crate) const ROLE: u8 = 8;
    /// A user or a role.
    pub(crate) const MENTIONABLE: u8 = 9;
    /// A number.
    pub(crate) const NUMBER: u8 = 10;
    /// A file.
    pub(crate) const ATTACHMENT: u8 = 11;
}

/// An option of a command.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct CommandOption {
    /// Its kind.
    #[serde(rename = "type")]
    pub(crate) kind: u8,
    /// Its name.
    pub(crate) name: String,
    /// Whether it must be given.
    #[serde(default)]
    pub(crate) required: bool,
    /// What can be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) choices: Vec<Choice>,
    /// The options of a part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) options: Vec<CommandOption>,
    /// The least number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min_value: Option<f64>,
    /// The greatest number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_value: Option<f64>,
    /// The length of the shortest text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) min_length: Option<usize>,
    /// The length of the longest text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) max_length: Option<usize>,
    /// The description, and what the playground only passes on.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl CommandOption {
    /// Whether it is a part of the command rather than something to fill in.
    pub(crate) fn is_part(&self) -> bool {
        matches!(self.kind, OptionKind::SUB_COMMAND | OptionKind::SUB_COMMAND_GROUP)
    }
}

/// Something that can be chosen for an option.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Choice {
    /// What people see.
    pub(crate) name: String,
    /// What the bot gets.
    pub(crate) value: Value,
}

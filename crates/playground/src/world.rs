//! The state of the playground: people, channels, messages, and what is told about them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::broadcast;

use super::gateway::Session;
use super::ids::{self, ANN, ANN_DM, BOB, BOB_DM, BOT, CID, CID_DM, GAMES, GUILD, LOUNGE, ROBO, Snowflakes};
use super::interaction::Interaction;
use super::message::Message;
use super::objects;

/// A user: a person, or a bot.
#[derive(Debug)]
pub(crate) struct Person {
    /// Its id.
    pub(crate) id: u64,
    /// Its name.
    pub(crate) name: &'static str,
    /// Whether it is a bot.
    pub(crate) bot: bool,
}

/// A channel of the guild, or one for direct messages.
#[derive(Debug)]
pub(crate) struct Channel {
    /// Its id.
    pub(crate) id: u64,
    /// Its name.
    pub(crate) name: &'static str,
    /// The person whose direct messages these are.
    pub(crate) person: Option<u64>,
    /// Whether the bot may not post here.
    pub(crate) denied: bool,
}

/// A file as it was uploaded.
#[derive(Debug, Clone)]
pub(crate) struct StoredFile {
    /// Its media type.
    pub(crate) content_type: String,
    /// Its content.
    pub(crate) bytes: axum::body::Bytes,
}

/// Something a person sees has changed.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    /// Where.
    pub(crate) channel: u64,
    /// The only person who sees it, unless everybody in the channel does.
    pub(crate) only_for: Option<u64>,
    /// What is told.
    pub(crate) event: Arc<Value>,
}

/// Everything there is.
#[derive(Debug)]
pub(crate) struct World {
    /// Whether MESSAGE CONTENT is switched on for the app.
    pub(crate) message_content: bool,
    /// The address of this server.
    pub(crate) url: String,
    /// Gives out ids.
    pub(crate) snowflakes: Snowflakes,
    /// All users.
    pub(crate) people: Vec<Person>,
    /// All channels.
    pub(crate) channels: Vec<Channel>,
    /// All messages.
    pub(crate) messages: BTreeMap<u64, Message>,
    /// Registered commands of the app.
    pub(crate) commands: Vec<Value>,
    /// Interactions, old ones too.
    pub(crate) interactions: HashMap<u64, Interaction>,
    /// Uploaded files by attachment id.
    pub(crate) files: HashMap<u64, StoredFile>,
    /// Sessions of the gateway.
    pub(crate) sessions: Vec<Session>,
    /// Tells people about changes.
    pub(crate) changes: broadcast::Sender<Change>,
}

impl World {
    /// The world on its first day.
    pub(crate) fn new(message_content: bool, url: String) -> Self {
        let person = |id, name| Person { id, name, bot: false };
        let channel = |id, name, person| Channel { id, name, person, denied: false };
        Self {
            message_content,
            url,
            snowflakes: Snowflakes::default(),
            people: vec![
                Person { id: BOT, name: "Parlor", bot: true },
                person(ANN, "Ann"),
                person(BOB, "Bob"),
                person(CID, "Cid"),
                Person { id: ROBO, name: "Robo", bot: true },
            ],
            channels: vec![
                channel(GAMES, "games", None),
                channel(LOUNGE, "lounge", None),
                channel(ANN_DM, "Ann", Some(ANN)),
                channel(BOB_DM, "Bob", Some(BOB)),
                channel(CID_DM, "Cid", Some(CID)),
            ],
            messages: BTreeMap::new(),
            commands: Vec::new(),
            interactions: HashMap::new(),
            files: HashMap::new(),
            sessions: Vec::new(),
            changes: broadcast::channel(1024).0,
        }
    }

    /// A user by id.
    pub(crate) fn person(&self, id: u64) -> Option<&Person> {
        self.people.iter().find(|p| p.id == id)
    }

    /// A channel by id.
    pub(crate) fn channel(&self, id: u64) -> Option<&Channel> {
        self.channels.iter().find(|c| c.id == id)
    }

    /// The object of a user.
    pub(crate) fn user(&self, id: u64) -> Value {
        self.person(id).map_or(Value::Null, objects::user)
    }

    /// Whether a channel belongs to the guild.
    pub(crate) fn in_guild(&self, channel: u64) -> bool {
        self.channel(channel).is_some_and(|c| c.person.is_none())
    }

    /// Whether a person sees a channel.
    pub(crate) fn sees(&self, person: u64, channel: u64) -> bool {
        self.channel(channel).is_some_and(|c| c.person.is_none_or(|owner| owner == person))
    }

    /// A new id.
    pub(crate) fn new_id(&mut self) -> u64 {
        self.snowflakes.next()
    }

    /// Adds a message and tells of it.
    pub(crate) fn insert(&mut self, message: Message) -> u64 {
        let id = message.id;
        self.messages.insert(id, message);
        self.tell("MESSAGE_CREATE", id);
        id
    }

    /// Tells of an edited message.
    pub(crate) fn edited(&mut self, id: u64) {
        if let Some(message) = self.messages.get_mut(&id) {
            message.edited = Some(ids::now());
        }
        self.tell("MESSAGE_UPDATE", id);
    }

    /// Takes a message away and tells of it.
    pub(crate) fn remove(&mut self, id: u64) {
        let Some(message) = self.messages.remove(&id) else { return };
        self.change(message.channel, message.only_for);
        if message.only_for.is_some() {
            return;
        }
        let mut event = json!({"id": id.to_string(), "channel_id": message.channel.to_string()});
        let guild = self.in_guild(message.channel);
        if let (true, Some(map)) = (guild, event.as_object_mut()) {
            map.insert("guild_id".to_owned(), json!(GUILD.to_string()));
        }
        for session in &mut self.sessions {
            if session.hears_messages(guild) {
                session.dispatch("MESSAGE_DELETE", &event);
            }
        }
    }

    /// Tells people that a channel has changed.
    pub(crate) fn change(&self, channel: u64, only_for: Option<u64>) {
        self.announce(channel, only_for, json!({"type": "change", "channel": channel.to_string()}));
    }

    /// Tells people of something.
    pub(crate) fn announce(&self, channel: u64, only_for: Option<u64>, event: Value) {
        // Nobody listening is fine.
        let _ = self.changes.send(Change { channel, only_for, event: Arc::new(event) });
    }

    fn tell(&mut self, event: &str, id: u64) {
        let Some(message) = self.messages.get(&id) else { return };
        let (channel, only_for) = (message.channel, message.only_for);
        self.change(channel, only_for);
        if only_for.is_some() {
            return;
        }
        let guild = self.in_guild(channel);
        let full = self.message_event(id, true);
        let hidden = self.message_event(id, false);
        for session in &mut self.sessions {
            if session.hears_messages(guild) {
                session.dispatch(event, if session.reads_content() { &full } else { &hidden });
            }
        }
    }
}

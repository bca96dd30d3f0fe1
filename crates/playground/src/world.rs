//! The state of the playground: people, channels, messages, and what is told about them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;

use super::activities::Activities;
use super::channel::Channel;
use super::error::ApiError;
use super::files::Files;
use super::gateway::session::Sessions;
use super::ids::{
    self, ANN, ANN_DM, BOB, BOB_DM, BOT, CID, CID_DM, FORUM, FORUM_POST, FRIENDS, GAMES, GUILD, LOUNGE, ROBO,
    Snowflakes,
};
use super::interaction::Interaction;
use super::message::Message;
use super::messages::Messages;
use super::nonces::Nonces;
use super::objects::{
    Channel as ChannelObject, Command, Context, Deleted, GuildCreate, GuildDelete, Id, User, Withheld,
};
use super::page_event::PageEvent;
use super::person::Person;
use super::thread::{MAX_THREADS, MINUTE, RENAME_WINDOW, Thread};

/// How many messages of a channel are kept, unless told otherwise.
pub(crate) const MESSAGES_PER_CHANNEL: usize = 1000;
/// How many interactions are kept.
pub(crate) const INTERACTIONS: usize = 1000;
/// Of how many removed messages it is known when that was.
const REMOVALS: usize = 1_000_000;
/// How many changes may wait for somebody who listens slowly.
const CHANGES: usize = 1024;

/// Something a person sees has changed.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    /// Where.
    pub(crate) channel: u64,
    /// The only person who sees it, unless everybody in the channel does.
    pub(crate) only_for: Option<u64>,
    /// What is told.
    pub(crate) event: Arc<PageEvent>,
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
    /// Whether the bot is no member anywhere, and people have it only because they installed it for themselves.
    pub(crate) is_guest: bool,
    /// Who has left the guild.
    pub(crate) gone: BTreeSet<u64>,
    /// The messages that were removed, and the ids of these events.
    pub(crate) removed: BTreeMap<u64, u64>,
    /// All channels.
    pub(crate) channels: Vec<Channel>,
    pub(crate) messages: Messages,
    /// The nonces of late.
    pub(crate) nonces: Nonces,
    /// Registered commands of the app.
    pub(crate) commands: Vec<Command>,
    /// Interactions by their ids, which rise.
    pub(crate) interactions: BTreeMap<u64, Interaction>,
    /// The Activities that run.
    pub(crate) activities: Activities,
    /// Uploaded files.
    pub(crate) files: Files,
    /// Sessions of the gateway.
    pub(crate) sessions: Sessions,
    /// Tells people about changes.
    pub(crate) changes: broadcast::Sender<Change>,
    /// How many threads may be active.
    pub(crate) most_threads: usize,
    /// What is told even less of the channels that the bot may not view.
    pub(crate) withheld: Option<Withheld>,
    /// What the channels are called that the bot may not view.
    pub(crate) hidden_name: String,
    /// For how long it counts that a channel was renamed.
    pub(crate) rename_window: Duration,
    /// How long a minute is of those after which a thread at rest is archived.
    pub(crate) rest_minute: Duration,
    /// How many messages of a channel are kept.
    pub(crate) messages_per_channel: usize,
}

impl World {
    /// The world on its first day.
    pub(crate) fn new(message_content: bool, url: String, nonces: Nonces) -> Self {
        let mut messages = Messages::default();
        messages.insert(FORUM_POST, first_post());
        let person = |id, name| Person { id, name, bot: false };
        let direct = |id, name, person| Channel { person: Some(person), ..Channel::new(id, name) };
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
            is_guest: false,
            gone: BTreeSet::new(),
            removed: BTreeMap::new(),
            channels: vec![
                Channel::new(GAMES, "games"),
                Channel::new(LOUNGE, "lounge"),
                Channel { is_forum: true, ..Channel::new(FORUM, "matches") },
                Channel { thread: Some(Thread::new(FORUM, ANN)), ..Channel::new(FORUM_POST, "Welcome") },
                direct(ANN_DM, "Ann", ANN),
                direct(BOB_DM, "Bob", BOB),
                direct(CID_DM, "Cid", CID),
                Channel { is_group: true, ..Channel::new(FRIENDS, "friends") },
            ],
            messages,
            nonces,
            commands: Vec::new(),
            interactions: BTreeMap::new(),
            activities: Activities::default(),
            files: Files::default(),
            sessions: Sessions::default(),
            changes: broadcast::channel(CHANGES).0,
            most_threads: MAX_THREADS,
            withheld: None,
            hidden_name: "___hidden___".to_owned(),
            rename_window: RENAME_WINDOW,
            rest_minute: MINUTE,
            messages_per_channel: MESSAGES_PER_CHANNEL,
        }
    }

    /// A user by id.
    pub(crate) fn person(&self, id: u64) -> Option<&Person> {
        self.people.iter().find(|p| p.id == id)
    }

    /// A user by id or by name.
    pub(crate) fn named(&self, text: &str) -> Option<&Person> {
        self.people.iter().find(|it| it.id.to_string() == text || it.name.eq_ignore_ascii_case(text))
    }

    /// A channel by id.
    pub(crate) fn channel(&self, id: u64) -> Option<&Channel> {
        self.channels.iter().find(|c| c.id == id)
    }

    /// A channel that the bot is part of.
    pub(crate) fn joined(&self, id: u64) -> Result<&Channel, ApiError> {
        let channel = self.viewed(id)?;
        if channel.is_group { Err(ApiError::missing_access()) } else { Ok(channel) }
    }

    /// The object of a user.
    pub(crate) fn user(&self, id: u64) -> Option<User> {
        self.person(id).map(User::from)
    }

    /// The object of a channel.
    pub(crate) fn channel_object(&self, id: u64) -> Option<ChannelObject> {
        self.channel(id).map(|it| self.object_of(it))
    }

    fn object_of(&self, channel: &Channel) -> ChannelObject {
        if channel.hidden.is_some() {
            return ChannelObject::obfuscated(channel, &self.hidden_name, self.withheld.as_ref());
        }
        let written = self.messages.of(channel.id).filter(|it| it.only_for.is_none());
        let is_there = |it: &&Person| !it.bot && (channel.is_group || channel.person == Some(it.id));
        let recipients = self.people.iter().filter(is_there).map(User::from).collect();
        ChannelObject::new(channel, recipients, written.count())
    }

    /// The objects of the guild's channels, without threads; the gateway also tells of those that the bot may not view.
    pub(crate) fn guild_channels(&self) -> impl Iterator<Item = ChannelObject> {
        self.channels.iter().filter(|it| !it.is_private() && it.thread.is_none()).map(|it| self.object_of(it))
    }

    /// The objects of the threads that are not archived, and that the bot may view.
    pub(crate) fn active_threads(&self) -> impl Iterator<Item = ChannelObject> {
        let is_active = |it: &&Channel| it.thread.as_ref().is_some_and(|it| !it.archived);
        let is_active = move |it: &&Channel| is_active(it) && self.viewed(it.id).is_ok();
        self.channels.iter().filter(is_active).map(|it| self.object_of(it))
    }

    /// The guild as the gateway tells it.
    pub(crate) fn guild_object(&self) -> GuildCreate {
        GuildCreate::new(&self.people, self.guild_channels().collect(), self.active_threads().collect())
    }

    /// The guild of a channel; private ones have none.
    pub(crate) fn guild_of(&self, channel: u64) -> Option<u64> {
        self.channel(channel).filter(|it| !it.is_private()).map(|_| GUILD)
    }

    /// Discord's number for the kind of place that a channel is in.
    pub(crate) fn context(&self, channel: u64) -> u8 {
        match self.channel(channel) {
            Some(channel) if channel.is_group => Context::PRIVATE_CHANNEL,
            Some(channel) if channel.is_private() => Context::BOT_DM,
            _ => Context::GUILD,
        }
    }

    /// Whether the bot is there only because somebody installed it for themselves.
    pub(crate) fn is_guest_in(&self, channel: u64) -> bool {
        match self.context(channel) {
            Context::GUILD => self.is_guest,
            context => context == Context::PRIVATE_CHANNEL,
        }
    }

    /// Whether a channel belongs to the guild.
    pub(crate) fn in_guild(&self, channel: u64) -> bool {
        self.guild_of(channel).is_some()
    }

    /// Whether a person sees a channel.
    pub(crate) fn sees(&self, person: u64, channel: u64) -> bool {
        self.channel(channel).is_some_and(|c| c.person.is_none_or(|owner| owner == person))
    }

    /// A new id.
    pub(crate) fn new_id(&mut self) -> u64 {
        self.snowflakes.next()
    }

    /// Adds a message and tells of it; the oldest of the channel goes where there are too many.
    pub(crate) fn insert(&mut self, message: Message) -> u64 {
        let (id, channel) = (message.id, message.channel);
        self.messages.insert(id, message);
        self.touch_thread(channel);
        let too_many = self.messages.count(channel).saturating_sub(self.messages_per_channel);
        let oldest: Vec<u64> = self.messages.of(channel).take(too_many).map(|it| it.id).collect();
        for id in oldest {
            self.messages.remove(&id);
        }
        self.tell("MESSAGE_CREATE", id);
        id
    }

    /// Adds an interaction; the oldest goes where there are too many.
    pub(crate) fn remember(&mut self, interaction: Interaction) {
        self.interactions.insert(interaction.id, interaction);
        if self.interactions.len() > INTERACTIONS {
            self.interactions.pop_first();
        }
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
        self.note_removals([id]);
        self.change(message.channel, message.only_for);
        if !self.is_heard(&message) {
            return;
        }
        let guild = self.guild_of(message.channel);
        let event = Deleted { id: Id(id), channel_id: Id(message.channel), guild_id: guild.map(Id) };
        for session in self.sessions.hearing(guild).filter(|it| it.hears_messages(guild)) {
            session.dispatch("MESSAGE_DELETE", &event);
        }
    }

    /// Takes all messages of a channel away.
    pub(crate) fn remove_messages(&mut self, channel: u64) {
        let gone = self.messages.remove_channel(channel);
        self.note_removals(gone);
    }

    /// Notes that these messages have been removed now.
    fn note_removals(&mut self, messages: impl IntoIterator<Item = u64>) {
        let event = self.new_id();
        self.removed.extend(messages.into_iter().map(|it| (it, event)));
        while self.removed.len() > REMOVALS {
            self.removed.pop_first();
        }
    }

    /// Opens a channel in the guild, and tells of it; its id.
    pub(crate) fn open_channel(&mut self, name: &str) -> u64 {
        let id = self.new_id();
        self.channels.push(Channel::new(id, name));
        if let Some(event) = self.channel_object(id) {
            for session in self.sessions.hearing(Some(GUILD)) {
                session.dispatch("CHANNEL_CREATE", &event);
            }
        }
        id
    }

    /// Takes a channel of the guild away with its messages, and tells of it.
    pub(crate) fn remove_channel(&mut self, id: u64) {
        let Some(event) = self.channel_object(id) else { return };
        let is_thread = |it: &Channel| it.thread.as_ref().is_some_and(|it| it.parent == id);
        let threads: Vec<u64> = self.channels.iter().filter(|it| is_thread(it)).map(|it| it.id).collect();
        for gone in threads.into_iter().chain([id]) {
            self.channels.retain(|it| it.id != gone);
            self.remove_messages(gone);
        }
        for session in self.sessions.hearing(Some(GUILD)) {
            session.dispatch("CHANNEL_DELETE", &event);
        }
    }

    /// Takes the bot out of the guild, whose channels it sees no longer, and tells it so.
    pub(crate) fn kick(&mut self) {
        self.channels.retain(Channel::is_private);
        for session in self.sessions.hearing(Some(GUILD)) {
            session.dispatch("GUILD_DELETE", &GuildDelete::kicked());
        }
    }

    /// Tells people that a channel has changed.
    pub(crate) fn change(&self, channel: u64, only_for: Option<u64>) {
        self.announce(channel, only_for, PageEvent::Change { channel: Id(channel) });
    }

    /// Tells people of something.
    pub(crate) fn announce(&self, channel: u64, only_for: Option<u64>, event: PageEvent) {
        // Nobody listening is fine.
        let _ = self.changes.send(Change { channel, only_for, event: Arc::new(event) });
    }

    /// Whether the gateway tells the bot of a message.
    fn is_heard(&self, message: &Message) -> bool {
        message.only_for.is_none() && self.joined(message.channel).is_ok()
    }

    pub(crate) fn tell(&mut self, event: &str, id: u64) {
        let Some(message) = self.messages.get(&id) else { return };
        let channel = message.channel;
        self.change(channel, message.only_for);
        if !self.is_heard(message) {
            return;
        }
        let guild = self.guild_of(channel);
        let full = self.message_event(message, true);
        let hidden = self.message_event(message, false);
        for session in self.sessions.hearing(guild).filter(|it| it.hears_messages(guild)) {
            session.dispatch(event, if session.reads_content() { &full } else { &hidden });
        }
    }
}

/// What stands in the post of the forum that is there from the start.
fn first_post() -> Message {
    Message { content: "The first post of this forum.".to_owned(), ..Message::new(FORUM_POST, FORUM_POST, ANN) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nonces::LIFE;

    #[test]
    fn the_oldest_messages_of_a_channel_go_first() {
        let mut world = World::new(true, String::new(), Nonces::new(LIFE));
        let mut write = |channel| {
            let id = world.new_id();
            world.insert(Message::new(id, channel, ANN))
        };
        let elsewhere = write(LOUNGE);
        let here: Vec<u64> = (0..=MESSAGES_PER_CHANNEL).map(|_| write(GAMES)).collect();
        let [gone, kept] = [here[0], here[1]].map(|id| world.messages.contains_key(&id));
        assert!(!gone && kept && world.messages.contains_key(&elsewhere));
    }
}

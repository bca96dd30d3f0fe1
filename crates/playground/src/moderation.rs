//! What a playground's moderators do with messages, channels, threads, and the bot.

use crate::channel::{Channel, Hidden};
use crate::thread::{Tag, Thread};
use crate::{Playground, ids, objects};

/// A thread, as everybody sees it.
#[derive(Debug, Clone)]
pub struct ThreadSeen {
    pub id: u64,
    pub name: String,
    /// The channel or forum it belongs to.
    pub parent: u64,
    pub archived: bool,
    pub locked: bool,
    /// After how many minutes of rest it would be archived.
    pub auto_archive: u16,
    pub members: Vec<u64>,
}

/// By which event the bot hears of a change of its permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeardOf {
    /// By none.
    Nothing,
    /// The channel has changed.
    Channel,
    /// A role has changed.
    Role,
    /// The bot's own roles have changed.
    Member,
}

impl Playground {
    /// Takes a message away, as a moderator may.
    pub fn delete_message(&self, message: u64) {
        self.shared.world().remove(message);
    }

    /// When a message was removed, by anybody, or with its channel: only what came later has a higher id. `None` if it
    /// was not.
    #[must_use]
    pub fn removed_at(&self, message: u64) -> Option<u64> {
        self.shared.world().removed.get(&message).copied()
    }

    /// Opens another channel in the guild; its id.
    pub fn open_channel(&self, name: &str) -> u64 {
        self.shared.world().open_channel(name)
    }

    /// Takes a channel away, with everything in it, also its threads.
    pub fn delete_channel(&self, channel: u64) {
        self.shared.world().remove_channel(channel);
    }

    /// Takes the bot out of the guild.
    pub fn kick(&self) {
        self.shared.world().kick();
    }

    /// Tells the bot that it has just joined the guild.
    pub fn invite(&self) {
        let mut world = self.shared.world();
        let event = world.guild_object().joined_now();
        for session in world.sessions.hearing(Some(ids::GUILD)) {
            session.dispatch("GUILD_CREATE", &event);
        }
    }

    /// Switches Activities on for the app, which gives it an Entry Point command.
    pub fn switch_activities_on(&self) {
        let mut world = self.shared.world();
        let id = objects::Id(world.new_id());
        world.commands.push(objects::Command::new(objects::CommandForm::entry_point(), None, id, None));
    }

    /// The commands of the app: Discord's number of the kind of each, and its name.
    #[must_use]
    pub fn commands(&self) -> Vec<(u8, String)> {
        self.shared.world().commands.iter().map(|it| (it.form.kind, it.form.name.clone())).collect()
    }

    /// Makes the bot a guest in the guild: it is no member, and people have installed it for themselves.
    pub fn make_guest(&self) {
        self.shared.world().is_guest = true;
    }

    /// Lets a person leave the guild.
    pub fn leave(&self, person: u64) {
        self.shared.world().gone.insert(person);
    }

    /// Lets a person who has left the guild join it again.
    pub fn rejoin(&self, person: u64) {
        self.shared.world().gone.remove(&person);
    }

    /// Forbids or allows the bot to post in a channel.
    pub fn deny_posting(&self, channel_id: u64, deny: bool) {
        self.change_channel(channel_id, |channel| channel.denied = deny);
    }

    /// Forbids or allows the bot to attach files in a channel, and lets it hear of that or not.
    pub fn deny_files(&self, channel_id: u64, deny: bool, heard: HeardOf) {
        self.change_channel(channel_id, |channel| channel.no_files = deny);
        let mut world = self.shared.world();
        match heard {
            HeardOf::Nothing => {}
            HeardOf::Channel => {
                if let Some(event) = world.channel_object(channel_id) {
                    world.tell_guild("CHANNEL_UPDATE", &event);
                }
            }
            HeardOf::Role => world.tell_guild("GUILD_ROLE_UPDATE", &objects::RoleUpdate::everyone()),
            HeardOf::Member => {
                let me = world.people.iter().find(|it| it.id == ids::BOT).map(objects::MemberUpdate::from);
                world.tell_guild("GUILD_MEMBER_UPDATE", &me);
            }
        }
    }

    /// Allows a person to manage the messages of a channel.
    pub fn let_moderate(&self, channel_id: u64, person: u64) {
        self.change_channel(channel_id, |channel| channel.moderators.push(person));
    }

    /// Forbids a person to view a channel, or allows it again.
    pub fn exclude(&self, channel_id: u64, person: u64, excluded: bool) {
        self.change_channel(channel_id, |channel| {
            channel.excluded.retain(|it| *it != person);
            channel.excluded.extend(excluded.then_some(person));
        });
    }

    /// Forbids or allows the bot to begin threads in a channel.
    pub fn deny_threads(&self, channel_id: u64, deny: bool) {
        self.change_channel(channel_id, |channel| channel.no_threads = deny);
    }

    /// Forbids or allows the bot to read what was written before in a channel.
    pub fn deny_history(&self, channel_id: u64, deny: bool) {
        self.change_channel(channel_id, |channel| channel.no_history = deny);
    }

    /// Lets AutoMod block what the bot writes in a channel, or not.
    pub fn moderate(&self, channel_id: u64, blocks: bool) {
        self.change_channel(channel_id, |channel| channel.moderated = blocks);
    }

    /// Lets every post of a forum need one of these tags.
    pub fn require_tags(&self, forum: u64, tags: &[Tag]) {
        self.change_channel(forum, |channel| channel.tags = tags.to_vec());
    }

    /// Hides a channel from the bot, or shows it again, and tells it so.
    pub fn hide_channel(&self, channel_id: u64, hidden: Option<Hidden>) {
        self.change_channel(channel_id, |channel| channel.hidden = hidden);
        let mut world = self.shared.world();
        let Some(event) = world.channel_object(channel_id) else { return };
        for session in world.sessions.hearing(Some(ids::GUILD)) {
            session.dispatch("CHANNEL_UPDATE", &event);
        }
    }

    /// What the channels are called that the bot may not view.
    pub fn name_hidden(&self, name: &str) {
        name.clone_into(&mut self.shared.world().hidden_name);
    }

    /// Lets a field of the channels that the bot may not view be null, or be left out.
    pub fn withhold(&self, field: &str, is_null: bool) {
        self.shared.world().withheld = Some(objects::Withheld { field: field.to_owned(), is_null });
    }

    /// Begins a private thread, of which the bot knows nothing until somebody mentions it there; its id.
    pub fn open_private_thread(&self, parent: u64, name: &str, owner: u64) -> u64 {
        let mut world = self.shared.world();
        let id = world.new_id();
        let thread = Thread { private: true, ..Thread::new(parent, owner) };
        world.channels.push(Channel { thread: Some(thread), ..Channel::new(id, name) });
        id
    }

    fn change_channel(&self, channel_id: u64, change: impl FnOnce(&mut Channel)) {
        if let Some(channel) = self.shared.world().channels.iter_mut().find(|it| it.id == channel_id) {
            change(channel);
        }
    }

    /// Lets so many threads be active at most.
    pub fn limit_threads(&self, most: usize) {
        self.shared.world().most_threads = most;
    }

    /// Lets a moderator archive a thread, or take it up again.
    pub fn archive(&self, thread: u64, archived: bool) {
        self.shared.world().archive_thread(thread, archived);
    }

    /// Lets a moderator say who may take an archived thread up again: only they, or everybody.
    pub fn lock(&self, thread: u64, locked: bool) {
        self.shared.world().lock_thread(thread, locked);
    }

    /// Lets a moderator delete a thread with all its messages.
    pub fn delete_thread(&self, thread: u64) {
        self.shared.world().delete_thread(thread);
    }

    /// The threads that were begun since the start, oldest first.
    #[must_use]
    pub fn threads(&self) -> Vec<ThreadSeen> {
        let mut world = self.shared.world();
        world.archive_rested();
        let seen = |it: &Channel| {
            let thread = it.thread.as_ref()?;
            let members = thread.members.keys().copied().collect();
            let (id, name) = (it.id, it.name.clone());
            Some(ThreadSeen {
                id,
                name,
                parent: thread.parent,
                archived: thread.archived,
                locked: thread.locked,
                auto_archive: thread.auto_archive,
                members,
            })
        };
        world.channels.iter().filter(|it| it.id != ids::FORUM_POST).filter_map(seen).collect()
    }
}

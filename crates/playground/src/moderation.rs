//! What a playground's moderators do with messages, channels, threads, and the bot.

use crate::{Playground, ids, objects, world};

/// A thread, as everybody sees it.
#[derive(Debug, Clone)]
pub struct ThreadSeen {
    pub id: u64,
    pub name: String,
    /// The channel or forum it belongs to.
    pub parent: u64,
    pub archived: bool,
    pub locked: bool,
    pub members: Vec<u64>,
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
        let event = objects::GuildCreate::joined_now(&world);
        for session in world.sessions.hearing(Some(ids::GUILD)) {
            session.dispatch("GUILD_CREATE", &event);
        }
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

    /// Allows a person to manage the messages of a channel.
    pub fn let_moderate(&self, channel_id: u64, person: u64) {
        self.change_channel(channel_id, |channel| channel.moderators.push(person));
    }

    /// Forbids or allows the bot to begin threads in a channel.
    pub fn deny_threads(&self, channel_id: u64, deny: bool) {
        self.change_channel(channel_id, |channel| channel.no_threads = deny);
    }

    fn change_channel(&self, channel_id: u64, change: impl FnOnce(&mut world::Channel)) {
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
        let world = self.shared.world();
        let seen = |it: &world::Channel| {
            let thread = it.thread.as_ref()?;
            let members = thread.members.keys().copied().collect();
            let (id, name) = (it.id, it.name.clone());
            Some(ThreadSeen {
                id,
                name,
                parent: thread.parent,
                archived: thread.archived,
                locked: thread.locked,
                members,
            })
        };
        world.channels.iter().filter(|it| it.id != ids::FORUM_POST).filter_map(seen).collect()
    }
}

//! Threads: they begin, have members, are renamed, archived and taken up again, and all of that is told.

use std::time::Instant;

use super::channel::Channel;
use super::error::ApiError;
use super::ids::{self, BOT, GUILD};
use super::message::{CHANNEL_RENAMED, Message, RECIPIENT_ADDED, THREAD_CREATED, THREAD_STARTER};
use super::objects::{Id, ThreadCreate, ThreadGone, ThreadMember, ThreadMembersUpdate};
use super::page_event::PageEvent;
use super::thread::{NewThread, RENAMES, Thread};
use super::world::World;

impl World {
    /// The thread that a channel is.
    pub(crate) fn thread(&self, channel: u64) -> Option<&Thread> {
        self.channel(channel)?.thread.as_ref()
    }

    fn thread_mut(&mut self, channel: u64) -> Option<&mut Thread> {
        self.channels.iter_mut().find(|it| it.id == channel)?.thread.as_mut()
    }

    /// Whether a channel is an archived thread.
    pub(crate) fn is_archived(&self, channel: u64) -> bool {
        self.thread(channel).is_some_and(|it| it.archived)
    }

    /// Refuses what cannot be done in an archived thread.
    pub(crate) fn must_be_active(&self, channel: u64) -> Result<(), ApiError> {
        if self.is_archived(channel) { Err(ApiError::thread_is_archived()) } else { Ok(()) }
    }

    /// The bot begins a thread; its id.
    pub(crate) fn begin_thread(&mut self, new: NewThread) -> Result<u64, ApiError> {
        let parent = self.joined(new.parent)?;
        if parent.person.is_some() || parent.thread.is_some() || (parent.is_forum && new.message.is_some()) {
            return Err(ApiError::wrong_channel_type());
        }
        if parent.denied || parent.no_threads {
            return Err(ApiError::missing_permissions());
        }
        parent.check_tags(&new.tags)?;
        let is_post = parent.is_forum;
        self.archive_rested();
        if new.message.is_some_and(|it| self.channel(it).is_some()) {
            return Err(ApiError::thread_exists());
        }
        let active = self.channels.iter().filter_map(|it| it.thread.as_ref()).filter(|it| !it.archived).count();
        if active >= self.most_threads {
            return Err(ApiError::too_many_threads());
        }
        let id = new.message.unwrap_or_else(|| self.new_id());
        let mut thread = Thread::new(new.parent, BOT);
        thread.auto_archive = new.auto_archive.unwrap_or(thread.auto_archive);
        let channel = Channel { thread: Some(thread), ..Channel::new(id, &new.name) };
        self.channels.push(channel);
        if let Some(channel) = self.channel_object(id) {
            self.tell_guild("THREAD_CREATE", &ThreadCreate { channel, newly_created: true });
        }
        self.tell_channels();
        match new.message {
            Some(starter) => self.note(id, THREAD_STARTER, |it| it.reference = Some(starter)),
            None if !is_post => self.note(new.parent, THREAD_CREATED, |it| it.content = new.name),
            None => {}
        }
        Ok(id)
    }

    /// Somebody is added to a thread.
    pub(crate) fn add_to_thread(&mut self, channel: u64, user: u64) {
        if self.join_thread(channel, user) && user != BOT {
            self.note(channel, RECIPIENT_ADDED, |it| it.mentions = vec![user]);
        }
    }

    /// Somebody is in a thread from now on; whether that is new. Whoever writes in one is.
    pub(crate) fn join_thread(&mut self, channel: u64, user: u64) -> bool {
        let Some(thread) = self.thread_mut(channel) else { return false };
        let since = ids::now();
        if thread.members.insert(user, since.clone()).is_some() {
            return false;
        }
        let added = ThreadMember::new(channel, user, since);
        self.tell_members(channel, vec![added], Vec::new());
        true
    }

    /// Somebody is in a thread no longer.
    pub(crate) fn leave_thread(&mut self, channel: u64, user: u64) {
        if self.thread_mut(channel).is_some_and(|it| it.members.remove(&user).is_some()) {
            self.tell_members(channel, Vec::new(), vec![Id(user)]);
        }
    }

    /// Gives a thread another name, unless that has been done too often of late.
    pub(crate) fn rename_thread(&mut self, channel: u64, name: String) -> Result<(), ApiError> {
        let window = self.rename_window;
        let is_new = self.channel(channel).is_some_and(|it| it.name != name);
        let Some(thread) = self.thread_mut(channel).filter(|_| is_new) else { return Ok(()) };
        thread.renamed.retain(|it| it.elapsed() < window);
        if let [first, _, ..] = thread.renamed.as_slice() {
            return Err(ApiError::rate_limited(window.saturating_sub(first.elapsed())));
        }
        debug_assert!(thread.renamed.len() < RENAMES);
        thread.renamed.push(Instant::now());
        if let Some(found) = self.channels.iter_mut().find(|it| it.id == channel) {
            found.name.clone_from(&name);
        }
        self.note(channel, CHANNEL_RENAMED, |it| it.content = name);
        self.thread_changed(channel);
        Ok(())
    }

    /// Sets after how many minutes of rest a thread is archived.
    pub(crate) fn rest_thread_after(&mut self, channel: u64, minutes: u16) {
        if let Some(thread) = self.thread_mut(channel) {
            thread.auto_archive = minutes;
        }
    }

    /// Archives a thread, or takes it up again.
    pub(crate) fn archive_thread(&mut self, channel: u64, archived: bool) {
        let Some(thread) = self.thread_mut(channel).filter(|it| it.archived != archived) else { return };
        thread.archived = archived;
        thread.touched = Instant::now();
        thread.archive_changed = ids::now();
        self.thread_changed(channel);
    }

    /// Something is written in a thread.
    pub(crate) fn touch_thread(&mut self, channel: u64) {
        if let Some(thread) = self.thread_mut(channel) {
            thread.touched = Instant::now();
        }
    }

    /// Archives the threads that have been at rest for as long as each is to be.
    pub(crate) fn archive_rested(&mut self) {
        let minute = self.rest_minute;
        let is_rested = |it: &Thread| !it.archived && it.touched.elapsed() >= minute * u32::from(it.auto_archive);
        let rested = self.channels.iter().filter(|it| it.thread.as_ref().is_some_and(is_rested));
        let rested: Vec<u64> = rested.map(|it| it.id).collect();
        for thread in rested {
            self.archive_thread(thread, true);
        }
    }

    /// Lets only moderators take a thread up again, or everybody.
    pub(crate) fn lock_thread(&mut self, channel: u64, locked: bool) {
        let Some(thread) = self.thread_mut(channel) else { return };
        thread.locked = locked;
        self.thread_changed(channel);
    }

    /// A message is about to be sent: that takes an archived thread up again, unless it is locked.
    pub(crate) fn take_up(&mut self, channel: u64) -> Result<(), ApiError> {
        if self.thread(channel).is_some_and(|it| it.archived && it.locked) {
            return Err(ApiError::thread_is_archived());
        }
        self.archive_thread(channel, false);
        Ok(())
    }

    /// A thread is gone, with its messages.
    pub(crate) fn delete_thread(&mut self, channel: u64) {
        let Some(parent) = self.thread(channel).map(|it| it.parent) else { return };
        self.channels.retain(|it| it.id != channel);
        self.remove_messages(channel);
        let gone = ThreadGone { id: Id(channel), guild_id: Id(GUILD), parent_id: Id(parent), kind: 11 };
        self.tell_guild("THREAD_DELETE", &gone);
        self.tell_channels();
    }

    fn thread_changed(&mut self, channel: u64) {
        if let Some(object) = self.channel_object(channel) {
            self.tell_guild("THREAD_UPDATE", &object);
        }
        self.tell_channels();
    }

    fn tell_members(&mut self, channel: u64, added_members: Vec<ThreadMember>, removed_member_ids: Vec<Id>) {
        let member_count = self.thread(channel).map_or(0, |it| it.members.len());
        let (id, guild_id) = (Id(channel), Id(GUILD));
        let event = ThreadMembersUpdate { id, guild_id, member_count, added_members, removed_member_ids };
        self.tell_guild("THREAD_MEMBERS_UPDATE", &event);
    }

    pub(crate) fn tell_guild<T: serde::Serialize>(&mut self, event: &str, data: &T) {
        for session in self.sessions.hearing(Some(GUILD)) {
            session.dispatch(event, data);
        }
    }

    /// Tells people that there are other channels, or that some are called otherwise.
    fn tell_channels(&self) {
        self.announce(ids::GAMES, None, PageEvent::Channels);
    }

    /// A message of Discord itself about what the bot has done.
    fn note(&mut self, channel: u64, kind: u8, fill: impl FnOnce(&mut Message)) {
        let id = self.new_id();
        let mut message = Message { system: Some(kind), ..Message::new(id, channel, BOT) };
        fill(&mut message);
        self.insert(message);
    }
}

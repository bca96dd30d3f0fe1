//! Where a run takes place: its people, the channels and threads in which they play, what they do, and what is seen there.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use parking_lot::Mutex;
use playground::{Playground, ids};

use super::history::History;
use super::person::Person;
use super::seen::{Seen, SeenMessage};
use play::ports::Store;
use play::{Match, threads};

/// The person who is told directly that it's their turn, by choice, and sometimes takes no direct messages.
pub(crate) const DIRECTLY_TOLD: u64 = ids::BOB;

/// The channel in which that happens.
pub(crate) const DIRECT_CHANNEL: u64 = ids::BOB_DM;

/// The name of the channel that is deleted now and then.
const PASSING: &str = "passing-through";

/// How often the channels are looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(150);

/// How many messages of a channel are watched that often: further up, nothing happens except that controls disappear.
pub(crate) const IN_VIEW: usize = 400;

/// This machine's time of day.
#[expect(clippy::disallowed_methods, reason = "a run takes place in real time")]
pub(crate) fn now() -> Timestamp {
    Timestamp::now()
}

/// What players, moderators, and the judge share.
pub(crate) struct Scene {
    pub playground: Playground,
    pub store: Arc<dyn Store>,
    pub database_url: String,
    pub people: Vec<Person>,
    /// What people have done so far.
    pub history: Mutex<History>,
    /// What was seen so far.
    pub seen: Mutex<Seen>,
    /// What moderators have done so far.
    pub places: Mutex<Places>,
    is_over: AtomicBool,
}

/// What moderators have done to channels and threads.
#[derive(Clone, Default)]
pub(crate) struct Places {
    /// The channel that is deleted next.
    passing: u64,
    pub deleted: BTreeSet<u64>,
    pub deleted_threads: BTreeSet<u64>,
}

impl Places {
    /// Whether a match is played in a channel that was deleted, or in a thread of one. A match whose thread alone was
    /// deleted goes on in the channel.
    pub fn have_lost(&self, current: &Match) -> bool {
        self.deleted.contains(&threads::parent(current).unwrap_or(current.place.channel).0)
    }

    /// Whether the thread in which a match is played, or was, has been deleted.
    pub fn have_lost_thread(&self, current: &Match) -> bool {
        self.deleted_threads.contains(&current.place.channel.0)
    }
}

impl Scene {
    /// A scene on which nothing has happened yet.
    pub fn new(playground: Playground, store: Arc<dyn Store>, database_url: String) -> Self {
        let places = Places { passing: playground.open_channel(PASSING), ..Places::default() };
        let people = Person::everybody(&playground);
        let (history, seen) = Default::default();
        Self { playground, store, database_url, people, history, seen, places: places.into(), is_over: false.into() }
    }

    /// Ends the playing.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    /// Whether nobody is to play on.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    /// The channels for all that exist now: two that stay, and one that a moderator deletes now and then.
    pub fn channels(&self) -> [u64; 3] {
        [ids::GAMES, ids::LOUNGE, self.places.lock().passing]
    }

    /// What was in a channel when last looked at, oldest first.
    pub fn channel(&self, channel: u64) -> Arc<Vec<SeenMessage>> {
        self.seen.lock().channels.get(&channel).cloned().unwrap_or_default()
    }

    /// Whether a message was removed, by the bot or by a moderator.
    pub fn was_removed(&self, message: u64) -> bool {
        self.playground.removed_at(message).is_some()
    }

    /// Each channel and thread that exists now, and a person who can see it.
    pub fn everywhere(&self) -> Vec<(u64, &Person)> {
        let threads = self.playground.threads().into_iter().map(|it| it.id);
        let public = self.channels().into_iter().chain(threads).zip(self.people.iter().cycle());
        public.chain(self.people.iter().map(|it| (it.private, it))).collect()
    }

    /// Watches the newest messages again and again, except in threads that are archived, and were at the last look.
    pub async fn keep_looking(&self) {
        let mut before = BTreeSet::new();
        loop {
            let threads = self.playground.threads().into_iter();
            let archived: BTreeSet<u64> = threads.filter(|it| it.archived).map(|it| it.id).collect();
            let is_quiet = |channel| before.contains(&channel) && archived.contains(&channel);
            for (channel, person) in self.everywhere().into_iter().filter(|it| !is_quiet(it.0)) {
                self.look(person, channel, Some(IN_VIEW)).await;
            }
            before = archived;
            tokio::time::sleep(LOOK_INTERVAL).await;
        }
    }

    /// Looks once at all messages.
    pub async fn look_at_everything(&self) {
        for (channel, person) in self.everywhere() {
            self.look(person, channel, None).await;
        }
    }

    /// Lets a person look once at this many messages of a channel, or at all of them.
    async fn look(&self, person: &Person, channel: u64, last: Option<usize>) {
        match person.messages(channel, last).await {
            Ok(messages) => self.seen.lock().note(channel, messages),
            Err(error) => tracing::warn!(%error, "a channel could not be looked at"),
        }
    }

    /// Deletes a thread with all its messages, after a last look at them: its boards are shown again elsewhere.
    pub async fn delete_thread(&self, thread: u64) {
        self.look(&self.people[0], thread, None).await;
        self.places.lock().deleted_threads.insert(thread);
        self.playground.delete_thread(thread);
    }

    /// Deletes the channel that passes through with all its messages, and opens another one in its place.
    pub fn delete_channel(&self) {
        let next = self.playground.open_channel(PASSING);
        let old = {
            let mut places = self.places.lock();
            let old = std::mem::replace(&mut places.passing, next);
            // Noted first, so that nobody expects something in a channel that is gone.
            places.deleted.insert(old);
            old
        };
        self.playground.delete_channel(old);
    }
}

//! An onlooker, who watches the channels all the time and writes down which boards and reminders are shown.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::DIRECTLY_TOLD;
use super::channels::Channels;
use super::person::Person;
use super::seen::{BoardName, SeenMessage};

/// How often the channels are looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(150);

/// How many messages of a channel are watched that often: further up, nothing happens except that controls disappear.
pub(crate) const IN_VIEW: usize = 400;

/// How a board was seen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sighting {
    /// The messages that have shown it with the match under way, and those that have shown the end, because a
    /// resignation leaves the position unchanged.
    pub messages: [BTreeSet<u64>; 2],
    /// Those of them that notify the person who is usually told directly.
    pub notifying: BTreeSet<u64>,
    /// Those of them that ask for an answer to an offer.
    pub asking: BTreeSet<u64>,
    /// The last moves that it listed, in each form in which they were seen.
    pub told: BTreeSet<Vec<String>>,
}

/// What is in the channels now, and which boards were ever there.
#[derive(Default)]
struct Notes {
    channels: HashMap<u64, Arc<Vec<SeenMessage>>>,
    boards: BTreeMap<BoardName, Sighting>,
    /// The turns that somebody was reminded of, and the messages that were posted for each.
    reminders: BTreeMap<BoardName, BTreeSet<u64>>,
    /// The turns of players who have left the server, and the messages that told the other one so.
    departures: BTreeMap<BoardName, BTreeSet<u64>>,
    /// The threads that were archived when last looked at.
    archived: BTreeSet<u64>,
}

/// An onlooker; clones share its state.
#[derive(Clone)]
pub(crate) struct Onlooker {
    people: Arc<Vec<Person>>,
    channels: Channels,
    notes: Arc<Mutex<Notes>>,
}

impl Onlooker {
    /// An onlooker who sees with the eyes of these people and has seen nothing yet.
    pub fn new(people: &[Person], channels: Channels) -> Self {
        Self { people: people.to_vec().into(), channels, notes: Arc::default() }
    }

    /// Each channel and thread that exists now, and a person who can see it.
    fn places(&self) -> impl Iterator<Item = (u64, &Person)> {
        let threads = self.channels.threads().into_iter().map(|it| it.id);
        let public = self.channels.all().into_iter().chain(threads).zip(self.people.iter().cycle());
        public.chain(self.people.iter().map(|it| (it.private, it)))
    }

    /// The threads that are archived, and were when they were last looked at: nothing happens there.
    fn quiet_threads(&self) -> BTreeSet<u64> {
        let threads = self.channels.threads();
        let archived: BTreeSet<u64> = threads.into_iter().filter(|it| it.archived).map(|it| it.id).collect();
        let before = std::mem::replace(&mut self.notes().archived, archived.clone());
        &before & &archived
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches the newest messages again and again.
    pub async fn keep_looking(self) {
        loop {
            self.look(Some(IN_VIEW)).await;
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Looks once at this many messages of each channel, or at all of them.
    pub async fn look(&self, last: Option<usize>) {
        let quiet = if last.is_some() { self.quiet_threads() } else { BTreeSet::new() };
        for (channel, person) in self.places().filter(|it| !quiet.contains(&it.0)) {
            self.look_as(person, channel, last).await;
        }
    }

    /// Looks once at all messages of a channel that everybody sees.
    pub async fn look_at(&self, channel: u64) {
        if let Some(person) = self.people.first() {
            self.look_as(person, channel, None).await;
        }
    }

    async fn look_as(&self, person: &Person, channel: u64, last: Option<usize>) {
        match person.messages(channel, last).await {
            Ok(messages) => self.note(channel, messages),
            Err(error) => tracing::warn!(%error, "a channel could not be looked at"),
        }
    }

    fn note(&self, channel: u64, messages: Vec<SeenMessage>) {
        let mut notes = self.notes();
        for message in messages.iter().filter(|it| it.is_public()) {
            notes.note_board(message);
            notes.note_reminder(message);
            notes.note_departure(message);
        }
        notes.channels.insert(channel, Arc::new(messages));
    }

    /// Notes the last board of a message that has been deleted.
    pub fn note_gone(&self, message: &SeenMessage) {
        self.notes().note_board(message);
    }

    /// What was in a channel when last looked at, oldest first.
    pub fn channel(&self, channel: u64) -> Arc<Vec<SeenMessage>> {
        self.notes().channels.get(&channel).cloned().unwrap_or_default()
    }

    /// What was in all channels when last looked at.
    pub fn everything(&self) -> Vec<SeenMessage> {
        self.places().flat_map(|it| self.channel(it.0).to_vec()).collect()
    }

    /// Whether that position, or a later one of its match, was ever seen.
    pub fn has_seen(&self, board: BoardName) -> bool {
        let last = BoardName { version: u32::MAX, ..board };
        self.notes().boards.range(board..=last).next().is_some()
    }

    /// Whether somebody was ever reminded of that turn, or the other player was told that they have left the server.
    pub fn has_seen_reminder(&self, turn: BoardName) -> bool {
        let notes = self.notes();
        notes.reminders.contains_key(&turn) || notes.departures.contains_key(&turn)
    }

    /// Every board that was ever seen.
    pub fn boards(&self) -> BTreeMap<BoardName, Sighting> {
        self.notes().boards.clone()
    }

    /// The messages that have ever shown a board.
    pub fn board_messages(&self) -> HashSet<u64> {
        self.notes().boards.values().flat_map(|it| it.messages.iter().flatten()).copied().collect()
    }

    /// Every turn that somebody was ever reminded of, and the messages that were posted for it.
    pub fn reminders(&self) -> BTreeMap<BoardName, BTreeSet<u64>> {
        self.notes().reminders.clone()
    }

    /// Every turn of a player who has left the server, and the messages that told the other player so.
    pub fn departures(&self) -> BTreeMap<BoardName, BTreeSet<u64>> {
        self.notes().departures.clone()
    }

    /// What the bot has written in a channel for all who see it, as last looked at.
    pub fn said_by_bot(&self, channel: u64) -> Vec<SeenMessage> {
        self.channel(channel).iter().filter(|it| it.is_public()).cloned().collect()
    }
}

impl Notes {
    fn note_board(&mut self, message: &SeenMessage) {
        let Some(board) = message.board() else { return };
        let sighting = self.boards.entry(board).or_default();
        sighting.messages[usize::from(message.shows_the_end())].insert(message.id());
        if message.notifies(DIRECTLY_TOLD) {
            sighting.notifying.insert(message.id());
        }
        if message.asks() {
            sighting.asking.insert(message.id());
        }
        sighting.told.insert(message.told_moves().into_iter().map(str::to_owned).collect());
    }

    fn note_departure(&mut self, message: &SeenMessage) {
        if let Some(turn) = message.departure() {
            self.departures.entry(turn).or_default().insert(message.id());
        }
    }

    fn note_reminder(&mut self, message: &SeenMessage) {
        for (place, turn) in message.reminded_turns().into_iter().enumerate() {
            let reminders = self.reminders.entry(turn).or_default();
            if place == 0 {
                reminders.insert(message.id());
            }
        }
    }
}

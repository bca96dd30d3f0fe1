//! Somebody who looks at the channels all the time and writes down which boards stand there.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use playground::ids;

use super::person::Person;
use super::seen::{BoardName, Seen};

/// How often the channels are looked at.
const EVERY: Duration = Duration::from_millis(150);

/// How a board was seen.
#[derive(Debug, Clone, Default)]
pub(super) struct Sighting {
    /// The messages that have shown it with the match under way, and those that have shown the end: who resigns leaves the
    /// position as it is.
    pub messages: [BTreeSet<u64>; 2],
    /// The moves that it told of, in each way in which it did.
    pub told: BTreeSet<Vec<String>>,
}

/// What stands in the channels, and which boards ever stood there.
#[derive(Default)]
struct Notes {
    channels: HashMap<u64, Arc<Vec<Seen>>>,
    boards: BTreeMap<BoardName, Sighting>,
}

/// Somebody who looks; clones are the same one.
#[derive(Clone)]
pub(super) struct Onlooker {
    /// A channel, and somebody who sees it.
    places: Arc<Vec<(u64, Person)>>,
    notes: Arc<Mutex<Notes>>,
}

impl Onlooker {
    pub fn new(people: &[Person]) -> Self {
        let public = [ids::GAMES, ids::LOUNGE].into_iter().zip(people).map(|(channel, it)| (channel, it.clone()));
        let private = people.iter().map(|it| (it.private, it.clone()));
        Self { places: Arc::new(public.chain(private).collect()), notes: Arc::default() }
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at everything again and again.
    pub async fn keep_looking(self) {
        loop {
            self.look().await;
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Looks at everything once.
    pub async fn look(&self) {
        for (channel, person) in self.places.iter() {
            match person.messages(*channel).await {
                Ok(messages) => self.note(*channel, messages),
                Err(error) => tracing::warn!(%error, "a channel could not be looked at"),
            }
        }
    }

    fn note(&self, channel: u64, messages: Vec<Seen>) {
        let mut notes = self.notes();
        for message in messages.iter().filter(|it| it.is_public()) {
            let Some(board) = message.board() else { continue };
            let sighting = notes.boards.entry(board).or_default();
            sighting.messages[usize::from(message.shows_the_end())].insert(message.id());
            sighting.told.insert(message.told_moves().into_iter().map(str::to_owned).collect());
        }
        notes.channels.insert(channel, Arc::new(messages));
    }

    /// What stood in a channel lately, oldest first.
    pub fn channel(&self, channel: u64) -> Arc<Vec<Seen>> {
        self.notes().channels.get(&channel).cloned().unwrap_or_default()
    }

    /// What stood in all channels lately.
    pub fn everything(&self) -> Vec<Seen> {
        self.places.iter().flat_map(|it| self.channel(it.0).to_vec()).collect()
    }

    /// Whether that position, or a later one of its match, was ever seen.
    pub fn has_seen(&self, board: BoardName) -> bool {
        let last = BoardName { version: u32::MAX, ..board };
        self.notes().boards.range(board..=last).next().is_some()
    }

    /// Every board that was ever seen.
    pub fn boards(&self) -> BTreeMap<BoardName, Sighting> {
        self.notes().boards.clone()
    }
}

//! The messages of all channels.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;

use crate::message::Message;

/// The messages of all channels by their ids, which rise.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    by_id: BTreeMap<u64, Message>,
    /// The ids of those of each channel: there may be very many in others.
    by_channel: HashMap<u64, BTreeSet<u64>>,
}

impl Messages {
    pub(crate) fn get(&self, id: &u64) -> Option<&Message> {
        self.by_id.get(id)
    }

    pub(crate) fn get_mut(&mut self, id: &u64) -> Option<&mut Message> {
        self.by_id.get_mut(id)
    }

    pub(crate) fn contains_key(&self, id: &u64) -> bool {
        self.by_id.contains_key(id)
    }

    pub(crate) fn insert(&mut self, id: u64, message: Message) {
        self.by_channel.entry(message.channel).or_default().insert(id);
        self.by_id.insert(id, message);
    }

    pub(crate) fn remove(&mut self, id: &u64) -> Option<Message> {
        let message = self.by_id.remove(id)?;
        if let Some(here) = self.by_channel.get_mut(&message.channel) {
            here.remove(id);
        }
        Some(message)
    }

    /// Takes all messages of a channel away; their ids.
    pub(crate) fn remove_channel(&mut self, channel: u64) -> BTreeSet<u64> {
        let gone = self.by_channel.remove(&channel).unwrap_or_default();
        self.by_id.retain(|id, _| !gone.contains(id));
        gone
    }

    /// How many messages there are in a channel.
    pub(crate) fn count(&self, channel: u64) -> usize {
        self.by_channel.get(&channel).map_or(0, BTreeSet::len)
    }

    /// The messages of a channel, oldest first.
    pub(crate) fn of(&self, channel: u64) -> impl DoubleEndedIterator<Item = &Message> {
        self.between(channel, None, None)
    }

    /// The messages of a channel after one and before another, oldest first.
    pub(crate) fn between(
        &self,
        channel: u64,
        after: Option<u64>,
        before: Option<u64>,
    ) -> impl DoubleEndedIterator<Item = &Message> {
        let first = after.map_or(Bound::Unbounded, Bound::Excluded);
        // There is nothing between one and the same, or an earlier one.
        let is_empty = after.zip(before).is_some_and(|(after, before)| before <= after);
        let last = before.map_or(Bound::Unbounded, Bound::Excluded);
        let here = self.by_channel.get(&channel).filter(|_| !is_empty);
        here.into_iter().flat_map(move |it| it.range((first, last))).filter_map(|it| self.by_id.get(it))
    }
}

//! Counts how often each kind of event has happened.

use std::collections::BTreeMap;

/// How often each kind of event has happened.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally(BTreeMap<String, usize>);

impl Tally {
    /// Counts an event of that kind.
    pub fn count(&mut self, kind: impl Into<String>) {
        *self.0.entry(kind.into()).or_default() += 1;
    }

    /// How many events there were in all.
    pub fn total(&self) -> usize {
        self.0.values().sum()
    }

    /// Each kind, and how often it has happened.
    pub fn kinds(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(kind, count)| (kind.as_str(), *count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_counted_alone_and_all_of_them_together() {
        let mut tally = Tally::default();
        ["lost", "late", "lost"].into_iter().for_each(|it| tally.count(it));
        assert_eq!(tally.total(), 3);
        assert_eq!(tally.kinds().collect::<Vec<_>>(), [("late", 1), ("lost", 2)]);
    }
}

//! Who is next: what waits to be thought about, kept so that those for whom it is take turns.

use std::collections::VecDeque;

/// So much may wait of one owner: more than anybody plays at once by hand.
pub(super) const MAX_PER_OWNER: usize = 100;

/// So much may wait in all.
pub(super) const MAX_TOTAL: usize = 5_000;

/// A bounded line of owners, each with a line of things of their own.
///
/// The next owner is the one with the fewest things running; among several, the one who came first or was served longest
/// ago. Of that owner's things, the first is next. So an owner waits for at most one thing of each other owner, however much
/// the others have waiting.
pub(super) struct Turns<T> {
    /// The owners with something waiting.
    owners: VecDeque<Waiting<T>>,
    /// How much waits in all.
    count: usize,
}

struct Waiting<T> {
    owner: u64,
    things: VecDeque<T>,
}

impl<T> Default for Turns<T> {
    fn default() -> Self {
        Self { owners: VecDeque::new(), count: 0 }
    }
}

impl<T> Turns<T> {
    /// Lets a thing wait behind its owner's others; gives it back if too much waits already.
    pub(super) fn push(&mut self, owner: u64, thing: T) -> Result<(), T> {
        let own = self.find(owner).map_or(0, |it| self.owners[it].things.len());
        if own >= MAX_PER_OWNER || self.count >= MAX_TOTAL {
            return Err(thing);
        }
        self.push_again(owner, thing);
        Ok(())
    }

    /// Lets a thing wait that was taken before, be there room or not.
    pub(super) fn push_again(&mut self, owner: u64, thing: T) {
        self.count += 1;
        match self.find(owner) {
            Some(index) => self.owners[index].things.push_back(thing),
            None => self.owners.push_back(Waiting { owner, things: [thing].into() }),
        }
    }

    /// Takes the next thing that is `free`. `running` tells how much of an owner's is running.
    pub(super) fn take(&mut self, running: impl Fn(u64) -> usize, free: impl Fn(&T) -> bool) -> Option<T> {
        let first_free = |index: usize| Some((index, self.owners[index].things.iter().position(&free)?));
        let ready = (0..self.owners.len()).filter_map(first_free);
        let (owner, thing) = ready.min_by_key(|(index, _)| running(self.owners[*index].owner))?;
        self.remove_at(owner, thing)
    }

    /// Something of an owner's has been served: all others who wait go first.
    pub(super) fn served(&mut self, owner: u64) {
        if let Some(waiting) = self.find(owner).and_then(|index| self.owners.remove(index)) {
            self.owners.push_back(waiting);
        }
    }

    /// Takes out what is wanted no longer.
    pub(super) fn remove(&mut self, unwanted: impl Fn(&T) -> bool) -> Option<T> {
        let find = |index: usize| Some((index, self.owners[index].things.iter().position(&unwanted)?));
        let (owner, thing) = (0..self.owners.len()).find_map(find)?;
        self.remove_at(owner, thing)
    }

    /// Takes everything out.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = T> + use<T> {
        std::mem::take(self).owners.into_iter().flat_map(|it| it.things)
    }

    pub(super) fn len(&self) -> usize {
        self.count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    fn find(&self, owner: u64) -> Option<usize> {
        self.owners.iter().position(|it| it.owner == owner)
    }

    fn remove_at(&mut self, owner: usize, thing: usize) -> Option<T> {
        let things = &mut self.owners[owner].things;
        let removed = things.remove(thing);
        if things.is_empty() {
            self.owners.remove(owner);
        }
        self.count -= usize::from(removed.is_some());
        removed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(waiting: &[(u64, &'static str)]) -> Turns<&'static str> {
        let mut turns = Turns::default();
        waiting.iter().for_each(|(owner, thing)| turns.push(*owner, *thing).unwrap());
        turns
    }

    #[test]
    fn owners_take_turns_and_each_has_an_order() {
        let mut turns = turns(&[(1, "a"), (1, "b"), (1, "c"), (2, "d"), (3, "e"), (2, "f")]);
        let mut order = Vec::new();
        while let Some(job) = turns.take(|_| 0, |_| true) {
            order.push(job);
            turns.served(if "abc".contains(job) { 1 } else { 2 });
        }
        assert_eq!(order, ["a", "d", "e", "b", "f", "c"]);
        assert!(turns.is_empty());
    }

    #[test]
    fn whoever_has_least_running_goes_first() {
        let mut turns = turns(&[(1, "a"), (2, "b"), (3, "c")]);
        let running = |owner| [0, 2, 1, 1][owner as usize];
        assert_eq!(turns.take(running, |_| true), Some("b"));
        assert_eq!(turns.take(running, |it| *it != "c"), Some("a"), "what is not free lets others go first");
        assert_eq!(turns.take(running, |it| *it != "c"), None);
        assert_eq!(turns.len(), 1);
    }

    #[test]
    fn the_bounds_hold_for_each_and_for_all() {
        let mut turns = Turns::default();
        assert!((0..MAX_PER_OWNER).all(|it| turns.push(0, it).is_ok()));
        assert_eq!(turns.push(0, 7), Err(7));
        let others = MAX_TOTAL - MAX_PER_OWNER;
        assert!((0..others).all(|it| turns.push(1 + it as u64, it).is_ok()), "of others there is room for more");
        assert_eq!(turns.push(u64::MAX, 7), Err(7));
        turns.push_again(0, 8);
        assert_eq!((turns.len(), turns.remove(|it| *it == 8)), (MAX_TOTAL + 1, Some(8)));
        assert_eq!((turns.drain().count(), turns.len()), (MAX_TOTAL, 0));
    }
}

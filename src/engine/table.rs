//! The transposition table: what is known of positions that were searched before.
//!
//! Buckets of two: one entry is kept by depth, the other is always replaced (Breuker, Uiterwijk, van den Herik,
//! *Replacement Schemes and Two-Level Tables*, 1996). Entries of earlier searches give way first.

use super::score::{from_table, to_table};
use crate::board::Move;

/// How a stored value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// The best move, or [`Move::PASS`] if none is known.
    pub(super) best: Move,
    /// Its static evaluation.
    pub(super) eval: i32,
}

/// 16 bytes. An empty one has `mark` 0.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: i16,
    eval: i16,
    best: u16,
    depth: u8,
    /// Bound (1 to 3) in the two low bits, age in the others.
    mark: u8,
}

impl Entry {
    fn age(self) -> u8 {
        self.mark >> 2
    }

    fn read(self, ply: usize) -> Known {
        let bound = match self.mark & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        Known {
            value: from_table(self.value.into(), ply),
            depth: self.depth.into(),
            bound,
            best: Move::from_bits(self.best),
            eval: self.eval.into(),
        }
    }
}

/// Two entries that never lie across two lines of the processor's cache.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
struct Bucket([Entry; 2]);

/// A table of fixed size. Search by search it grows older; nothing in it need be cleared between moves of a game.
pub struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// A table of at most `megabytes` MiB (at least one).
    pub fn new(megabytes: usize) -> Self {
        let buckets = (megabytes.clamp(1, 1 << 20) << 20) / size_of::<Bucket>();
        Self { buckets: vec![Bucket::default(); buckets], age: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill(Bucket::default());
        self.age = 0;
    }

    /// Begins another search: what is known stays, but gives way.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) & 63;
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Known> {
        let bucket = self.buckets.get(self.index(key))?;
        bucket.0.iter().find(|it| it.key == key && it.mark != 0).map(|it| it.read(ply))
    }

    pub(super) fn store(&mut self, key: u64, ply: usize, known: &Known) {
        let age = self.age;
        let index = self.index(key);
        let Some(bucket) = self.buckets.get_mut(index) else { return };
        let bound = match known.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let mut entry = Entry {
            key,
            value: to_table(known.value, ply) as i16,
            eval: known.eval as i16,
            best: known.best.to_bits(),
            depth: known.depth.clamp(0, 255) as u8,
            mark: bound | age << 2,
        };
        let [kept, recent] = &mut bucket.0;
        for old in [&mut *kept, &mut *recent] {
            if old.key == key && old.mark != 0 {
                if known.best.is_pass() {
                    entry.best = old.best;
                }
                // A much deeper result is worth more than a fresh shallow bound.
                if old.age() == age && known.bound != Bound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                *old = entry;
                return;
            }
        }
        if kept.mark == 0 || kept.age() != age || entry.depth >= kept.depth {
            *recent = *kept;
            *kept = entry;
        } else {
            *recent = entry;
        }
    }

    /// How full it is of this search's entries, in thousandths.
    pub(super) fn permille(&self) -> u32 {
        let sample = self.buckets.len().min(500);
        let used = |it: &&Entry| it.mark != 0 && it.age() == self.age;
        let full = self.buckets[..sample].iter().flat_map(|it| &it.0).filter(used).count();
        (full * 1000 / (2 * sample.max(1))) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::engine::score::WON;

    fn known(value: i32, depth: i32, best: Move) -> Known {
        Known { value, depth, bound: Bound::Exact, best, eval: 7 }
    }

    #[test]
    fn what_is_stored_is_found() {
        let mut table = Table::new(1);
        let best = Move::new(Square::new(0, 1), Square::new(9, 9));
        table.store(42, 3, &known(WON - 5, 9, best));
        let found = table.probe(42, 1).unwrap();
        assert_eq!((found.value, found.depth, found.best, found.eval), (WON - 3, 9, best, 7));
        assert!(table.probe(43, 1).is_none());
    }

    #[test]
    fn the_deepest_and_the_latest_of_a_bucket_stay() {
        let mut table = Table::new(1);
        for (key, depth) in [(1, 4), (2, 9), (3, 2), (4, 3)] {
            table.store(key, 0, &known(0, depth, Move::PASS));
        }
        let there: Vec<bool> = (1..=4).map(|it| table.probe(it, 0).is_some()).collect();
        assert_eq!(there, [false, true, false, true]);
        table.grow_older();
        table.store(5, 0, &known(0, 1, Move::PASS));
        assert!(table.probe(5, 0).is_some(), "what is older gives way");
        table.clear();
        assert!(table.probe(5, 0).is_none());
    }
}

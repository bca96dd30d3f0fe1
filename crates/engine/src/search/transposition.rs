//! The transposition table: what is known of positions that were searched before.
//!
//! Buckets of two: one entry is kept by depth, the other is always replaced (Breuker, Uiterwijk, van den Herik,
//! *Replacement Schemes and Two-Level Tables*, 1996). Entries of earlier searches give way first.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::base::{from_table, to_table};
use games::board::Move;

/// How a stored value bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    /// The true value is at least this.
    Lower,
    /// The true value is at most this.
    Upper,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtEntry {
    pub(crate) value: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The best move, or [`Move::PASS`] if none is known.
    pub(crate) best: Move,
    /// Its static evaluation.
    pub(crate) eval: i32,
}

/// What is kept of a position besides its key. An empty one has `mark` 0.
#[derive(Clone, Copy, Default)]
struct PackedEntry {
    value: i16,
    eval: i16,
    best: u16,
    depth: u8,
    /// Bound (1 to 3) in the two low bits, generation in the others.
    mark: u8,
}

impl PackedEntry {
    fn generation(self) -> u8 {
        self.mark >> 2
    }

    fn is_empty(self) -> bool {
        self.mark == 0
    }

    fn read(self, ply: usize) -> TtEntry {
        let bound = match self.mark & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        TtEntry {
            value: from_table(self.value.into(), ply),
            depth: self.depth.into(),
            bound,
            best: Move::from_bits(self.best),
            eval: self.eval.into(),
        }
    }

    fn to_bits(self) -> u64 {
        let [value, eval] = [self.value, self.eval].map(|it| u64::from(it as u16));
        value | eval << 16 | u64::from(self.best) << 32 | u64::from(self.depth) << 48 | u64::from(self.mark) << 56
    }

    fn from_bits(bits: u64) -> Self {
        Self {
            value: bits as i16,
            eval: (bits >> 16) as i16,
            best: (bits >> 32) as u16,
            depth: (bits >> 48) as u8,
            mark: (bits >> 56) as u8,
        }
    }
}

/// A place for an entry, 16 bytes. Threads read and write the two words without a lock; the first is the key, altered by
/// the second, so that words of two different writers match no key (Hyatt, Mann, *A Lock-less Transposition Table
/// Implementation for Parallel Search Chess Engines*, 2002).
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    bits: AtomicU64,
}

impl Slot {
    /// The key and the entry that are there.
    #[inline]
    fn load(&self) -> (u64, PackedEntry) {
        let bits = self.bits.load(Relaxed);
        (self.check.load(Relaxed) ^ bits, PackedEntry::from_bits(bits))
    }

    #[inline]
    fn put(&self, key: u64, entry: PackedEntry) {
        let bits = entry.to_bits();
        self.check.store(key ^ bits, Relaxed);
        self.bits.store(bits, Relaxed);
    }
}

/// What lies where a position would.
#[derive(Clone, Copy)]
pub(crate) struct TtProbe {
    key: u64,
    entries: [(u64, PackedEntry); 2],
}

impl TtProbe {
    /// What the table knows of the position, seen from so many plies below the root.
    #[inline]
    pub(crate) fn read(&self, ply: usize) -> Option<TtEntry> {
        let found = self.entries.iter().find(|(key, entry)| *key == self.key && !entry.is_empty());
        found.map(|(_, entry)| entry.read(ply))
    }
}

/// Two slots that never lie across two lines of the processor's cache.
#[derive(Default)]
#[repr(align(32))]
struct Bucket([Slot; 2]);

/// A table of fixed size, shared by the threads of a search. Each search is a new generation; nothing in it need be
/// cleared between moves of a game.
pub struct TranspositionTable {
    buckets: Box<[Bucket]>,
    generation: u8,
}

impl TranspositionTable {
    /// A table of at most `megabytes` MiB (at least one).
    pub fn new(megabytes: usize) -> Self {
        let buckets = (megabytes.clamp(1, 1 << 20) << 20) / size_of::<Bucket>();
        Self { buckets: (0..buckets).map(|_| Bucket::default()).collect(), generation: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.generation = 0;
    }

    /// Begins another search: what is known stays, but gives way.
    pub(crate) fn new_generation(&mut self) {
        self.generation = (self.generation + 1) & 63;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets[((u128::from(key) * self.buckets.len() as u128) >> 64) as usize]
    }

    /// Looks a position up. What is found is told by [`TtProbe::read`]: between the two there is time for other work, while
    /// the memory answers.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> TtProbe {
        let [kept, recent] = &self.bucket(key).0;
        TtProbe { key, entries: [kept.load(), recent.load()] }
    }

    pub(crate) fn store(&self, key: u64, ply: usize, known: &TtEntry) {
        let generation = self.generation;
        let bound = match known.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let mut entry = PackedEntry {
            value: to_table(known.value, ply) as i16,
            eval: known.eval as i16,
            best: known.best.to_bits(),
            depth: known.depth.clamp(0, 255) as u8,
            mark: bound | generation << 2,
        };
        let slots = &self.bucket(key).0;
        let [kept, recent] = [slots[0].load(), slots[1].load()];
        for (slot, (other, old)) in slots.iter().zip([kept, recent]) {
            if other == key && !old.is_empty() {
                if known.best.is_pass() {
                    entry.best = old.best;
                }
                // A much deeper result is worth more than a fresh shallow bound.
                if old.generation() == generation && known.bound != Bound::Exact && entry.depth + 3 < old.depth {
                    return;
                }
                return slot.put(key, entry);
            }
        }
        let (other, old) = kept;
        if old.is_empty() || old.generation() != generation || entry.depth >= old.depth {
            slots[1].put(other, old);
            slots[0].put(key, entry);
        } else {
            slots[1].put(key, entry);
        }
    }

    /// How full it is of this search's entries, in thousandths.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = self.buckets.len().min(500);
        let used = |it: &PackedEntry| !it.is_empty() && it.generation() == self.generation;
        let entries = self.buckets[..sample].iter().flat_map(|it| &it.0).map(|it| it.load().1);
        let full = entries.filter(used).count();
        (full * 1000 / (2 * sample.max(1))) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::WON;
    use games::board::Square;

    fn known(value: i32, depth: i32, best: Move) -> TtEntry {
        TtEntry { value, depth, bound: Bound::Exact, best, eval: 7 }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1);
        let best = Move::new(Square::new(0, 1), Square::new(9, 9));
        table.store(42, 3, &known(WON - 5, 9, best));
        let found = table.probe(42).read(1).unwrap();
        assert_eq!((found.value, found.depth, found.best, found.eval), (WON - 3, 9, best, 7));
        assert!(table.probe(43).read(1).is_none());
    }

    #[test]
    fn the_deepest_and_the_latest_of_a_bucket_stay() {
        let mut table = TranspositionTable::new(1);
        for (key, depth) in [(1, 4), (2, 9), (3, 2), (4, 3)] {
            table.store(key, 0, &known(0, depth, Move::PASS));
        }
        let there: Vec<bool> = (1..=4).map(|it| table.probe(it).read(0).is_some()).collect();
        assert_eq!(there, [false, true, false, true]);
        table.new_generation();
        table.store(5, 0, &known(0, 1, Move::PASS));
        assert!(table.probe(5).read(0).is_some(), "what is older gives way");
        table.clear();
        assert!(table.probe(5).read(0).is_none());
    }
}

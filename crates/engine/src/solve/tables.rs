//! The solvers' tables: buckets of four, in which the entry that cost least gives way (so a large proof is never lost to
//! small ones). Nothing depends on an entry still being there.

use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicU64, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

const WAYS: usize = 4;

/// Where a key's bucket begins.
fn bucket(key: u64, entries: usize) -> usize {
    let buckets = entries / WAYS;
    ((u128::from(key) * buckets as u128) >> 64) as usize * WAYS
}

fn entries<T>(megabytes: usize) -> usize {
    ((megabytes.clamp(1, 1 << 20) << 20) / size_of::<T>()).next_multiple_of(WAYS)
}

/// Who wins: one bit for each position. Several threads may use it at once.
///
/// The table begins small, which keeps it near the processor, and doubles when it is half full, up to its limit. Bucket `n`
/// of a table of 2ᵏ buckets has the keys that begin with the k bits of `n`; so when the table doubles, each bucket falls
/// into two. What other threads store while one doubles it may be lost; what they read stays there until the end.
///
/// An entry is 8 bytes: the low 57 bits of the key, 5 bits of the logarithm of its cost, whether the side to move wins,
/// and whether it is used. The bucket tells at least the 7 high bits, so all 64 take part.
pub(crate) struct Winners {
    /// The table in all its sizes up to the present one.
    sizes: Vec<OnceLock<Box<[AtomicU64]>>>,
    size: AtomicUsize,
    used: AtomicUsize,
}

impl Winners {
    /// A table that takes at most about so many MiB in all its sizes.
    pub(crate) fn new(megabytes: usize) -> Self {
        let number = (entries::<u64>(megabytes) / MIN_ENTRIES + 1).ilog2().max(1);
        let sizes: Vec<OnceLock<_>> = (0..number).map(|_| OnceLock::new()).collect();
        sizes[0].get_or_init(|| empty(MIN_ENTRIES));
        Self { sizes, size: AtomicUsize::new(0), used: AtomicUsize::new(0) }
    }

    /// The table in its present size.
    #[inline]
    pub(super) fn present(&self) -> Present<'_> {
        // The size is raised after its table is there.
        Present(self.sizes[self.size.load(Acquire)].get().map_or(&[], |it| it))
    }

    /// Keeps who wins; `cost` is the number of positions that it took to know. Gives the table as it is now.
    pub(super) fn store(&self, key: u64, wins: bool, cost: u64) -> Present<'_> {
        let size = self.size.load(Acquire);
        if 2 * self.used.load(Relaxed) >= MIN_ENTRIES << size && size + 1 < self.sizes.len() {
            self.sizes[size + 1].get_or_init(|| doubled(self.present().0));
            self.size.fetch_max(size + 1, Release);
        }
        let present = self.present();
        let rank = |it: u64| if it == 0 { 0 } else { 1 + (it >> 2 & 31) };
        if let Some(entry) = bucket_of(present.0, key).iter().min_by_key(|it| rank(it.load(Relaxed))) {
            if entry.load(Relaxed) == 0 {
                self.used.fetch_add(1, Relaxed);
            }
            entry.store(key << 7 | u64::from(cost.max(1).ilog2().min(31)) << 2 | u64::from(wins) << 1 | 1, Relaxed);
        }
        present
    }
}

/// [`Winners`] in one size: each thread keeps the one that it saw last, so that reading costs no more than it must.
#[derive(Clone, Copy)]
pub(super) struct Present<'a>(&'a [AtomicU64]);

impl Present<'_> {
    /// Whether the side to move wins, if that is known.
    #[inline]
    pub(super) fn probe(self, key: u64) -> Option<bool> {
        let mut bucket = bucket_of(self.0, key).iter().map(|it| it.load(Relaxed));
        let found = bucket.find(|it| it >> 7 == key & (u64::MAX >> 7) && it & 1 != 0);
        found.map(|it| it & 2 != 0)
    }
}

/// A table without entries.
fn empty(entries: usize) -> Box<[AtomicU64]> {
    (0..entries).map(|_| AtomicU64::new(0)).collect()
}

/// A key's bucket.
#[inline]
fn bucket_of(entries: &[AtomicU64], key: u64) -> &[AtomicU64] {
    let buckets = entries.len() / WAYS;
    let start = (key >> (64 - buckets.ilog2())) as usize * WAYS;
    &entries[start..start + WAYS]
}

/// The same entries in a table of twice the size.
fn doubled(entries: &[AtomicU64]) -> Box<[AtomicU64]> {
    let mut doubled = empty(2 * entries.len());
    // The first bit of a key that the number of its bucket does not tell, where an entry has it.
    let bit = 63 - (entries.len() / WAYS).ilog2() + 7;
    for (bucket, two) in entries.chunks(WAYS).zip(doubled.chunks_mut(2 * WAYS)) {
        let mut filled = [0, WAYS];
        for entry in bucket.iter().map(|it| it.load(Relaxed)).filter(|it| *it != 0) {
            let half = (entry >> bit & 1) as usize;
            *two[filled[half]].get_mut() = entry;
            filled[half] += 1;
        }
    }
    doubled
}

/// Entries of a table that has just begun: 1 MiB.
const MIN_ENTRIES: usize = 1 << 17;

/// What proof-number search knows of a position: what it would still take to reach the goal of the side to move (`phi`)
/// and that of the other (`delta`); 0 is reached, [`NEVER`] cannot be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) phi: u32,
    pub(super) delta: u32,
    /// Once proven: after how many plies at most.
    pub(super) plies: u32,
}

/// A number that is never reached.
pub(super) const NEVER: u32 = 1 << 30;

impl Numbers {
    pub(super) const FRESH: Self = Self { phi: 1, delta: 1, plies: 0 };

    /// The side to move reaches its goal, or never will.
    pub(super) const fn proven(reached: bool, plies: u32) -> Self {
        if reached { Self { phi: 0, delta: NEVER, plies } } else { Self { phi: NEVER, delta: 0, plies } }
    }

    pub(super) const fn is_proven(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// [`Numbers`] by position.
///
/// An entry is the key; `phi` and `delta`; `plies` and the number of positions that it took, which is 0 in an empty one.
/// It is kept as plain words, so that a table of zeros costs nothing before it is used.
pub(super) struct Estimates(Vec<Estimate>);

type Estimate = [u64; 3];

fn cost_of(entry: &Estimate) -> u64 {
    entry[2] & 0xffff_ffff
}

impl Estimates {
    pub(super) fn new(megabytes: usize) -> Self {
        Self(vec![[0; 3]; entries::<Estimate>(megabytes)])
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Numbers> {
        let start = bucket(key, self.0.len());
        let found = self.0[start..start + WAYS].iter().find(|it| it[0] == key && cost_of(it) != 0);
        found.map(|it| Numbers { phi: (it[1] >> 32) as u32, delta: it[1] as u32, plies: (it[2] >> 32) as u32 })
    }

    pub(super) fn store(&mut self, key: u64, numbers: Numbers, cost: u64) {
        let start = bucket(key, self.0.len());
        let bucket = &mut self.0[start..start + WAYS];
        let same = bucket.iter().position(|it| it[0] == key && cost_of(it) != 0);
        let spent = same.map_or(0, |it| cost_of(&bucket[it]));
        let cost = (spent + cost).clamp(1, u64::from(u32::MAX));
        let cheapest = || (0..WAYS).min_by_key(|it| cost_of(&bucket[*it]));
        if let Some(index) = same.or_else(cheapest) {
            let Numbers { phi, delta, plies } = numbers;
            bucket[index] = [key, u64::from(phi) << 32 | u64::from(delta), u64::from(plies) << 32 | cost];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::{GOLDEN, scrambled};

    #[test]
    fn winners_are_found_again() {
        let table = Winners::new(1);
        for key in 1..1000_u64 {
            let key = key.wrapping_mul(GOLDEN);
            assert_eq!(table.present().probe(key), None);
            table.store(key, key % 3 == 0, 5);
            assert_eq!(table.present().probe(key), Some(key % 3 == 0));
        }
    }

    #[test]
    fn hardly_anything_is_lost_when_the_table_doubles() {
        let table = Winners::new(8);
        let keys = |thread: u64| (1..100_000_u64).map(move |it| scrambled(it << 1 | thread));
        std::thread::scope(|scope| {
            for thread in 0..2 {
                let table = &table;
                scope.spawn(move || {
                    keys(thread).for_each(|it| {
                        table.store(it, it % 3 == 0, 5);
                    });
                });
            }
        });
        assert_eq!(table.size.load(Relaxed), 2);
        let known = |thread| keys(thread).filter(|it| table.present().probe(*it).is_some()).count();
        assert!(known(0) + known(1) > 190_000, "all but what met in a bucket or at the doubling");
        let wrong = keys(0).chain(keys(1)).filter(|it| table.present().probe(*it) == Some(it % 3 != 0)).count();
        assert_eq!(wrong, 0);
    }

    #[test]
    fn what_cost_least_gives_way() {
        let table = Winners::new(1);
        for (key, cost) in [(1, 90), (2, 900), (3, 9), (4, 9000), (5, 90)] {
            table.store(key, true, cost);
        }
        let there: Vec<bool> = (1..=5).map(|it| table.present().probe(it).is_some()).collect();
        assert_eq!(there, [true, true, false, true, true]);
        let mut table = Estimates::new(1);
        for (key, cost) in [(1, 90), (2, 900), (3, 9), (4, 9000), (5, 90)] {
            table.store(key, Numbers::FRESH, cost);
        }
        let there: Vec<bool> = (1..=5).map(|it| table.probe(it).is_some()).collect();
        assert_eq!(there, [true, true, false, true, true]);
    }
}

//! The solvers' tables: buckets of four, in which the entry that cost least gives way (so a large proof is never lost to
//! small ones). Nothing depends on an entry still being there.

const WAYS: usize = 4;

/// Where a key's bucket begins.
fn bucket(key: u64, entries: usize) -> usize {
    let buckets = entries / WAYS;
    ((u128::from(key) * buckets as u128) >> 64) as usize * WAYS
}

fn entries<T>(megabytes: usize) -> usize {
    ((megabytes.clamp(1, 1 << 20) << 20) / size_of::<T>()).next_multiple_of(WAYS)
}

/// Who wins: one bit for each position.
///
/// The table begins small, which keeps it near the processor, and doubles when it is half full, up to its limit. Bucket `n`
/// of a table of 2ᵏ buckets has the keys that begin with the k bits of `n`; so when the table doubles, each bucket falls
/// into two.
///
/// An entry is 8 bytes: the low 57 bits of the key, 5 bits of the logarithm of its cost, whether the side to move wins,
/// and whether it is used. The bucket tells at least the 7 high bits, so all 64 take part.
pub(super) struct Winners {
    entries: Vec<u64>,
    used: usize,
    most: usize,
}

impl Winners {
    /// A table of at most about so many MiB.
    pub(super) fn new(megabytes: usize) -> Self {
        let most = entries::<u64>(megabytes);
        Self { entries: vec![0; SMALLEST], used: 0, most }
    }

    /// Where a key's bucket begins.
    #[inline]
    fn bucket(&self, key: u64) -> usize {
        let buckets = self.entries.len() / WAYS;
        (key >> (64 - buckets.ilog2())) as usize * WAYS
    }

    /// Whether the side to move wins, if that is known.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<bool> {
        let start = self.bucket(key);
        let bucket = &self.entries[start..start + WAYS];
        let found = bucket.iter().find(|it| **it >> 7 == key & (u64::MAX >> 7) && **it & 1 != 0);
        found.map(|it| it & 2 != 0)
    }

    /// Keeps who wins; `cost` is the number of positions that it took to know.
    pub(super) fn store(&mut self, key: u64, wins: bool, cost: u64) {
        if 2 * self.used >= self.entries.len() && 2 * self.entries.len() <= self.most {
            self.double();
        }
        let start = self.bucket(key);
        let cost_of = |it: u64| it >> 2 & 31;
        let bucket = self.entries[start..start + WAYS].iter_mut();
        if let Some(entry) = bucket.min_by_key(|it| if **it == 0 { 0 } else { 1 + cost_of(**it) }) {
            self.used += usize::from(*entry == 0);
            *entry = key << 7 | u64::from(cost.max(1).ilog2().min(31)) << 2 | u64::from(wins) << 1 | 1;
        }
    }

    fn double(&mut self) {
        let mut doubled = vec![0; 2 * self.entries.len()];
        // The first bit of a key that the number of its bucket does not tell, where an entry has it.
        let bit = 63 - (self.entries.len() / WAYS).ilog2() + 7;
        for (bucket, two) in self.entries.chunks(WAYS).zip(doubled.chunks_mut(2 * WAYS)) {
            let mut filled = [0, WAYS];
            for entry in bucket.iter().filter(|it| **it != 0) {
                let half = (entry >> bit & 1) as usize;
                two[filled[half]] = *entry;
                filled[half] += 1;
            }
        }
        self.entries = doubled;
    }
}

/// Entries of a table that has just begun: 1 MiB.
const SMALLEST: usize = 1 << 17;

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
    pub(super) const fn settled(reached: bool, plies: u32) -> Self {
        if reached { Self { phi: 0, delta: NEVER, plies } } else { Self { phi: NEVER, delta: 0, plies } }
    }

    pub(super) const fn is_settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// [`Numbers`] by position.
///
/// An entry is the key; `phi` and `delta`; `plies` and the number of positions that it took, which is 0 in an empty one.
/// It is kept as plain words, so that a table of zeros costs nothing before it is used.
pub(super) struct Estimates(Vec<Entry>);

type Entry = [u64; 3];

fn cost_of(entry: &Entry) -> u64 {
    entry[2] & 0xffff_ffff
}

impl Estimates {
    pub(super) fn new(megabytes: usize) -> Self {
        Self(vec![[0; 3]; entries::<Entry>(megabytes)])
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
    use crate::board::GOLDEN;

    #[test]
    fn winners_are_found_again() {
        let mut table = Winners::new(1);
        for key in 1..1000_u64 {
            let key = key.wrapping_mul(GOLDEN);
            assert_eq!(table.probe(key), None);
            table.store(key, key % 3 == 0, 5);
            assert_eq!(table.probe(key), Some(key % 3 == 0));
        }
    }

    #[test]
    fn what_cost_least_gives_way() {
        let mut table = Winners::new(1);
        for (key, cost) in [(1, 90), (2, 900), (3, 9), (4, 9000), (5, 90)] {
            table.store(key, true, cost);
        }
        let there: Vec<bool> = (1..=5).map(|it| table.probe(it).is_some()).collect();
        assert_eq!(there, [true, true, false, true, true]);
        let mut table = Estimates::new(1);
        for (key, cost) in [(1, 90), (2, 900), (3, 9), (4, 9000), (5, 90)] {
            table.store(key, Numbers::FRESH, cost);
        }
        let there: Vec<bool> = (1..=5).map(|it| table.probe(it).is_some()).collect();
        assert_eq!(there, [true, true, false, true, true]);
    }
}

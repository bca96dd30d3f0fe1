//! The positions that a game has been through, as hashes.

/// The hashes of all positions of a game from its start to now. It stands beside the position, which stays small.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct History(Vec<u64>);

impl History {
    /// The history of a game that begins with a position of this hash.
    pub fn starting_at(hash: u64) -> Self {
        Self(vec![hash])
    }

    /// A move led to a position of this hash.
    pub fn push(&mut self, hash: u64) {
        self.0.push(hash);
    }

    /// How often the last position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let last = self.0.last();
        self.0.iter().filter(|it| Some(*it) == last).count()
    }

    /// The hashes that have occurred twice or more, each once, in the order of their numbers.
    pub fn repeated(&self) -> Vec<u64> {
        let mut hashes = self.0.clone();
        hashes.sort_unstable();
        hashes.chunk_by(|one, other| one == other).filter(|it| it.len() >= 2).map(|it| it[0]).collect()
    }

    /// All hashes, the oldest first.
    pub fn hashes(&self) -> &[u64] {
        &self.0
    }
}

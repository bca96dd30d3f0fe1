//! What a thinker keeps from one search to the next.

use crate::{
    search::{Helpers, TranspositionTable},
    solve::Winners,
};

/// What a thinker has at hand: tables, which it keeps from one move to the next, and threads that help.
pub struct Memory {
    megabytes: usize,
    pub(crate) helpers: Helpers,
    large: Option<TranspositionTable>,
    /// For searches that must come out alike whatever was searched before: cleared each time, and of fixed size.
    small: Option<TranspositionTable>,
    /// What the solver knows, and the number of the rules by which it is so.
    winners: Option<(u64, Winners)>,
}

/// Size of the table of reproducible searches.
const SMALL_MEGABYTES: usize = 8;

/// Size of the solver's table: small, for the solver does not listen while it enlarges it.
const SOLVER_MEGABYTES: usize = 8;

/// Size of the table where nobody says otherwise.
pub(crate) const DEFAULT_MEGABYTES: usize = 64;

impl Memory {
    /// A memory whose large table takes so many MiB; nothing is allocated before it is used.
    pub fn new(megabytes: usize) -> Self {
        Self { megabytes: megabytes.max(1), helpers: Helpers::default(), large: None, small: None, winners: None }
    }

    /// Lets helpers take part in the next search, unless it must be reproducible.
    pub fn employ(&mut self, helpers: Helpers) {
        self.helpers = helpers;
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        if let Some(table) = &mut self.large {
            table.clear();
        }
        self.winners = None;
    }

    /// Forgets everything, and has the table of [`analyze_with`](crate::analyze_with) ready, which otherwise its first search pays for.
    pub fn prepare(&mut self) {
        self.clear();
        self.large();
    }

    /// The table that is kept from one search to the next.
    pub(crate) fn large(&mut self) -> &mut TranspositionTable {
        let megabytes = self.megabytes;
        self.large.get_or_insert_with(|| TranspositionTable::new(megabytes))
    }

    /// A table as good as new.
    pub(crate) fn small(&mut self) -> &mut TranspositionTable {
        let table = self.small.get_or_insert_with(|| TranspositionTable::new(SMALL_MEGABYTES));
        table.clear();
        table
    }

    /// What the solver knows by rules of this number, or a table as good as new. It is given back by
    /// [`Memory::keep_winners`].
    pub(crate) fn take_winners(&mut self, rules: u64) -> Winners {
        let kept = self.winners.take().filter(|(of, _)| *of == rules);
        kept.map_or_else(Self::no_winners, |it| it.1)
    }

    /// A solver's table as good as new.
    pub(crate) fn no_winners() -> Winners {
        Winners::new(SOLVER_MEGABYTES)
    }

    /// Keeps what the solver knows by rules of this number.
    pub(crate) fn keep_winners(&mut self, rules: u64, winners: Winners) {
        self.winners = Some((rules, winners));
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new(DEFAULT_MEGABYTES)
    }
}

//! One search by several threads: each searches the same position by itself, and all share one table, so that each finds
//! there what the others have found (*lazy SMP*). The first helper may be sent on an errand before.

use super::{
    helpers::Helpers,
    options::SearchOptions,
    root::Root,
    searcher::{Search, Watch},
    transposition::TranspositionTable,
};
use crate::base::{Judge, Limits, Stop};
use games::{Evaluate, Played};

/// What all threads of a search have in common.
pub(crate) struct Common<'a, G: Evaluate> {
    pub(crate) played: &'a Played<G>,
    pub(crate) judge: Judge,
    pub(crate) options: &'a SearchOptions,
    pub(crate) table: &'a TranspositionTable,
    /// Hears of every iteration.
    pub(crate) watch: Option<Watch<'a>>,
    /// What the first helper does before it joins the search.
    pub(crate) errand: Option<Errand<'a>>,
}

/// Goes on until the flag is set at the latest, and tells how many positions it visited.
pub(crate) type Errand<'a> = &'a (dyn Fn(&Stop) -> u64 + Sync);

impl<'a, G: Evaluate> Common<'a, G> {
    fn begin(&self, options: &SearchOptions, stop: &'a Stop) -> Search<'a, G> {
        Search::new(self.played, self.judge, options, stop, self.table)
    }
}

impl Helpers {
    /// Searches from `root` until the helpers are sent away or `stop` is set; `stop` and the limits are for the thread
    /// that asks. Gives how many positions all of them visited.
    pub(crate) fn search<G: Evaluate>(&self, common: &Common<'_, G>, root: &mut Root, stop: &Stop) -> u64 {
        let Common { played, options, .. } = common;
        let start = root.clone();
        let help = |number, dismissed: &Stop| {
            let before = common.errand.filter(|_| number == 1).map_or(0, |it| it(dismissed));
            let (mut root, endless) = (start.clone(), SearchOptions { limits: Limits::NONE, ..**options });
            let mut search = common.begin(&endless, dismissed);
            search.iterative_deepening(played, &mut root, &endless);
            before + search.budget.nodes()
        };
        let lead = || {
            let mut search = common.begin(options, stop);
            search.watch = common.watch;
            search.iterative_deepening(played, root, options);
            search.budget.nodes()
        };
        let (own, others) = self.beside(help, lead);
        own + others
    }
}

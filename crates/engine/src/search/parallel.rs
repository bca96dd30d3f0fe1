//! One search by several threads: each searches the same position by itself, and all share one table, so that each finds
//! there what the others have found (*lazy SMP*). Whoever finds a proof ends the search for all. The first helper may be sent
//! on an errand before.

use std::sync::OnceLock;

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
        let (proven, ended) = (OnceLock::new(), stop.below());
        let help = |number, dismissed: &Stop| {
            let before = common.errand.filter(|_| number == 1).map_or(0, |it| it(dismissed));
            let (mut root, endless) = (start.clone(), SearchOptions { limits: Limits::NONE, ..**options });
            let mut search = common.begin(&endless, dismissed);
            search.iterative_deepening(played, &mut root, &endless);
            let nodes = search.budget.nodes();
            // Without limits, only a proof ends a helper's search before it is sent away.
            if root.is_proven() && proven.set(root).is_ok() {
                ended.set();
            }
            before + nodes
        };
        let lead = || {
            let mut search = common.begin(options, &ended);
            search.watch = common.watch;
            search.iterative_deepening(played, root, options);
            search.budget.nodes()
        };
        let (own, others) = self.beside(help, lead);
        if let Some(proven) = proven.into_inner().filter(|_| !root.is_proven()) {
            *root = proven;
        }
        own + others
    }
}

#[cfg(test)]
mod tests {
    use std::{thread, time::Duration};

    use super::*;
    use crate::base::{Question, Report, is_proven, replay};
    use games::breakthrough::Breakthrough;

    #[test]
    fn what_a_helper_proves_is_known() {
        let ruleset = games::read_ruleset("breakthrough size=5x5").unwrap();
        let won = Question::new(ruleset, Some("b2b1/1wbb1/1b2b/1wwww/w3w b".into()), Vec::new());
        let (played, stop) = (replay::<Breakthrough>(&won).unwrap(), Stop::new());
        let (options, table) = (SearchOptions::best(Limits::depth(1)), TranspositionTable::new(1));
        // Whoever asks looks one ply ahead, and is slow to end.
        let dawdle = |_: &Report| thread::sleep(Duration::from_millis(300));
        let watch: Watch<'_> = &dawdle;
        let judge = Judge::default();
        let common =
            Common { played: &played, judge, options: &options, table: &table, watch: Some(watch), errand: None };
        let mut root = Root::new(&played, judge);
        Helpers::new(1).search(&common, &mut root, &stop);
        assert!(is_proven(root.moves[0].value) && root.moves[0].value > 0);
        assert!(root.depth > 1, "it's the helper's");
    }
}

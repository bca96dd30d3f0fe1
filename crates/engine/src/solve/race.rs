//! Races are solved by the engine's own search, which goes deeper until it has a proof.
//!
//! What the search calls proven is so: it leaves moves out only while the best of the others is not a proven loss, and
//! takes no proof from a pass in thought. In Breakthrough and Knightthrough its order of moves and its knowledge of runaways
//! find proofs sooner than proof-number search does (`docs/engine.md`).

use super::{Proof, SolverOptions};
use crate::{
    base::{Budget, Limits, is_proven},
    search::{Common, Root, SearchOptions, TranspositionTable},
};
use games::board::Move;
use games::{Played, Solve};

/// The result of an undecided position with its best line.
pub(super) fn prove<G: Solve>(
    played: &Played<G>,
    options: &SolverOptions<'_>,
    budget: &mut Budget<'_>,
) -> (Proof, Vec<Move>) {
    let &SolverOptions { judge, limits, stop, megabytes, helpers } = options;
    let table = TranspositionTable::new(megabytes);
    let options = SearchOptions { proves: true, ..SearchOptions::best(Limits { depth: None, ..*limits }) };
    let common = Common { played, judge, options: &options, table: &table, watch: None, errand: None };
    let mut root = Root::new(played, judge);
    budget.add(helpers.search(&common, &mut root, stop));
    let best = root.moves.swap_remove(0);
    match best.value {
        value if !is_proven(value) => (Proof::Unknown, Vec::new()),
        value => (if value > 0 { Proof::Win } else { Proof::Loss }, best.line),
    }
}

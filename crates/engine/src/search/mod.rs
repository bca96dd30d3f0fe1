//! The search: iterative deepening and principal variation search with a transposition table, by one thread or several.

mod alpha_beta;
mod counters;
mod helpers;
mod iterative_deepening;
mod line;
mod move_picker;
mod node;
mod options;
mod ordering;
mod parallel;
mod quiescence;
mod root;
mod root_search;
mod searcher;
#[cfg(test)]
mod shadow;
mod transposition;

pub use self::helpers::{Crew, Helpers, useful};
pub(crate) use self::{
    helpers::STACK_BYTES,
    options::{SearchOptions, Sight, Valued},
    parallel::{Common, Errand},
    root::{Root, RootMove},
    searcher::{Search, Watch},
    transposition::TranspositionTable,
};

//! Clobber (Michael Albert, J. P. Grossman, Richard Nowakowski, 2001).

mod eval;
mod info;
mod islands;
mod rules;
mod solve;

pub use rules::Clobber;

//! Clobber (Michael Albert, J. P. Grossman, Richard Nowakowski, 2001).

mod eval;
mod info;
mod islands;
mod patterns;
mod rules;
mod solve;
mod weights;

pub use rules::Clobber;

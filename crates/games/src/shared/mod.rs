//! What several games are made of.

pub(crate) mod race;
pub(crate) mod race_eval;
pub(crate) mod values;

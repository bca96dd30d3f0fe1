//! What several games are made of.

pub(crate) mod quick_map;
pub(crate) mod race;
pub(crate) mod race_eval;
pub(crate) mod values;

//! What the fuzz targets do with their data. It is here so that `tests/fuzz_corpus.rs` can do the same with the seeds.

pub mod chat;
pub mod choice;
pub mod control;
pub mod moves;
pub mod names;
pub mod position;
pub mod record;
pub mod ruleset;

/// What a target does with its data; it panics where something does not hold.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 7] = [
    ("chat", chat::run),
    ("control", control::run),
    ("moves", moves::run),
    ("names", names::run),
    ("position", position::run),
    ("record", record::run),
    ("ruleset", ruleset::run),
];

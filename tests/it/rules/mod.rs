//! What the referee says, and records of what was played.

mod foreign_records;
mod fuzz_corpus;
mod lines_of_action;
mod published;
mod records;
mod referee;

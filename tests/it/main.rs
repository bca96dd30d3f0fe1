//! All tests of the whole: one binary, so that everything is linked once. Each file says at its top what it shows;
//! `cargo test --test it -- chat::` runs the stories of one.

#![allow(clippy::disallowed_methods, reason = "tests read the environment and the clock as they need")]

mod advice;
mod agreements;
mod analysis;
mod beginner;
mod browser;
mod chaos;
mod chat;
mod commands;
mod counters;
mod docs;
mod doctor;
mod duel;
mod endings;
mod engine;
mod engine_proofs;
mod fairness;
mod first_contact;
mod fuzz_corpus;
mod gateway;
mod lines_of_action;
mod matches;
mod moving;
mod operating;
mod pictures;
mod plans;
mod playground;
mod playground_gateway;
mod playground_safety;
mod processes;
mod records;
mod referee;
mod rules;
mod rulesets_played;
mod solve;
mod store;
mod support;
mod tactics;
mod time;
mod walls;
mod which_match;

//! All tests of the whole: one binary, so that everything is linked once. Each file says at its top what it shows;
//! `cargo test --test it -- matches::whole::conversation` runs the stories of one.

#![allow(clippy::disallowed_methods, reason = "tests read the environment and the clock as they need")]

mod boards;
mod database;
mod delivery;
mod engine;
mod matches;
mod playground;
mod program;
mod rules;
mod support;
mod time;
mod words;

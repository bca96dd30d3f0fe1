//! What is due in a match: its boards, notices, reminders, thread and moves of the engine, and what is tried again.
//!
//! No state of a match lives here: after every step, and after a crash at any instant, the store alone says what is due
//! ([`Delivery::show_due`]).

mod boards;
mod cards;
mod departures;
mod due;
mod engine_moves;
mod gone_places;
mod notices;
mod retries;
mod threads;
mod work;

pub use work::Delivery;

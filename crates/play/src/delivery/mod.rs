//! What is due in a match: its boards, notices, reminders, thread and moves of the engine, and what is tried again.
//!
//! No state of a match lives here: after every step, and after a crash at any instant, the store alone says what is due
//! ([`Host::show_due`](crate::Host::show_due)).

mod boards;
mod departures;
pub(crate) mod due;
mod engine_moves;
mod gone_places;
mod next;
mod notices;
pub(crate) mod retries;
mod threads;
pub(crate) mod turns;

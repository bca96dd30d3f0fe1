//! Boards to touch: their links, what is done on them, and what must not be.

mod activity;
mod bad_days;
mod links;
mod look;
mod misuse;
mod play;
mod walk;

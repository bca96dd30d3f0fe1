//! What time brings about: clocks, reminders, claims, and what is tried again later. Each file has one theme.

mod away;
mod claims;
mod clocks;
mod dailies;
mod downtime;
mod engine_turns;
mod late_boards;
mod other_processes;
mod owed_cards;
mod pauses;
mod retries;
mod set_aside;
mod turns;
mod votes;

use play::UserId;
use play::ports::AnnounceError;

use crate::support::desk::{ANN, BOB};

const MOVES: [(UserId, &str); 4] = [(ANN, "d1-b3"), (BOB, "h5-g4"), (ANN, "b1-b4"), (BOB, "g4-g1")];

fn outage() -> AnnounceError {
    AnnounceError::Later("503".into())
}

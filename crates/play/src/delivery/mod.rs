//! What is due: the boards, notices, reminders, threads, votes, and engine moves of matches, the cards of challenges, and
//! the weekly digests of servers.
//!
//! No state of a match lives here: after every step, and after a crash at any instant, the store alone says what is due.

mod boards;
mod cards;
mod dailies;
mod digests;
mod due;
mod engine_moves;
mod gone_places;
mod notices;
mod threads;
mod votes;
mod work;

use std::sync::Arc;

use crate::jobs::Job;
pub use work::Delivery;

impl Delivery {
    /// All jobs.
    pub fn jobs(self: &Arc<Self>) -> Vec<Arc<dyn Job>> {
        vec![
            Arc::new(due::MatchJob(Arc::clone(self))),
            Arc::new(cards::ChallengeJob(Arc::clone(self))),
            Arc::new(digests::ServerJob::new(Arc::clone(self))),
        ]
    }
}

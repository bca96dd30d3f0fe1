//! What a control is about, which may be gone by the time somebody uses it.

use games::Refusal;
use jiff::{SignedDuration, Timestamp};

use super::{Host, HostError};
use crate::play::{ChallengeId, MatchId};

/// By how much the clocks of the chat and of this machine may differ.
const TOLERANCE: SignedDuration = SignedDuration::from_mins(10);

/// The row that a control means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    Match(MatchId),
    Challenge(ChallengeId),
}

impl Host {
    /// Refuses a control that was written before what it is about began: after a backup was restored, another match or
    /// challenge has the number of the one that it meant.
    pub async fn may_be_about(&self, subject: Subject, written_at: Timestamp) -> Result<(), HostError> {
        let store = &self.ports.store;
        let began = match subject {
            Subject::Match(id) => store.outline(id).await?.map(|it| it.created_at),
            Subject::Challenge(id) => store.challenge(id).await?.map(|it| it.made_at),
        };
        match began.is_some_and(|it| written_at.duration_until(it) > TOLERANCE) {
            true => Err(Refusal::new("older-control").into()),
            false => Ok(()),
        }
    }
}

//! The row that a control is about, which may be gone by the time somebody uses the control.

use games::Refusal;
use jiff::{SignedDuration, Timestamp};

use super::host::Host;
use crate::core::HostError;
use crate::ports::StoreResult;
use crate::{ChallengeId, EventId, MatchId};

/// The largest expected difference between the chat's clock and this machine's.
const TOLERANCE: SignedDuration = SignedDuration::from_mins(10);

/// The row that a control is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    Match(MatchId),
    /// The board of a match at a version.
    Board(MatchId, u32),
    Challenge(ChallengeId),
}

/// When a control was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PostedAt {
    pub at: Timestamp,
    /// Every message or interaction that came later has a higher number.
    pub until: EventId,
}

impl Host {
    /// Refuses a control that was written before its match or challenge began, or before the last move of its board was
    /// played: a backup has been restored since, and the number now belongs to something else.
    pub async fn may_be_about(&self, subject: Subject, written: PostedAt) -> Result<(), HostError> {
        let is_older = match self.made_by(subject).await? {
            // The chat has numbered both, so they can be compared.
            Some(origin) => written.until.0 < origin.0,
            None => {
                let began_at = self.began_at(subject).await?;
                began_at.is_some_and(|it| written.at.duration_until(self.by_chat(it)) > TOLERANCE)
            }
        };
        if is_older { Err(Refusal::new("older-control").into()) } else { Ok(()) }
    }

    /// The event that has made the subject what it is.
    async fn made_by(&self, subject: Subject) -> StoreResult<Option<EventId>> {
        match subject {
            Subject::Match(id) => self.ports.store.match_begun_by(id).await,
            Subject::Board(id, version) => match self.ports.store.last_moved_by(id, version).await? {
                None => self.ports.store.match_begun_by(id).await,
                moved => Ok(moved),
            },
            Subject::Challenge(id) => self.ports.store.challenge_begun_by(id).await,
        }
    }

    async fn began_at(&self, subject: Subject) -> StoreResult<Option<Timestamp>> {
        Ok(match subject {
            Subject::Match(id) | Subject::Board(id, _) => self.ports.store.outline(id).await?.map(|it| it.created_at),
            Subject::Challenge(id) => self.ports.store.challenge(id).await?.map(|it| it.made_at),
        })
    }
}

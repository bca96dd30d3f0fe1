//! What is asked before anything is done: whether this process is the one to do it, whether its person or place has asked
//! too much, and whether a control is as old as what it is about.

use std::time::Duration;

use games::Refusal;
use jiff::{SignedDuration, Timestamp};

use super::host::Host;
use crate::core::HostError;
use crate::ports::{Demand, MatchLimit, QuotaOf, StoreError, StoreResult, UsedUp};
use crate::{ChallengeId, EventId, MatchId, Place, UserId};

/// How long and how often we ask again whether a message is ours to act on, and how long we wait before each time.
const CLAIM_PATIENCE: SignedDuration = SignedDuration::from_secs(2);
const CLAIM_RETRIES: u32 = 4;
const CLAIM_DELAY: Duration = Duration::from_millis(500);

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
    /// Whether this process is the one to act on a message or an interaction that other processes may also receive.
    pub async fn is_mine(&self, event: u64) -> Result<bool, HostError> {
        self.unclaimed(|| self.ports.store.claim_event(event, self.ports.clock.now())).await
    }

    /// Asks the database about an event that nobody may have claimed yet. If it fails, it is asked again for a moment,
    /// because another process may have reached it and act on the event.
    pub(super) async fn unclaimed<T, A>(&self, ask: impl Fn() -> A + Send + Sync) -> Result<T, HostError>
    where
        A: Future<Output = StoreResult<T>> + Send,
    {
        let until = self.now() + CLAIM_PATIENCE;
        for _ in 0..CLAIM_RETRIES {
            match ask().await {
                Err(StoreError::Database(_)) if self.now() < until => self.ports.clock.sleep(CLAIM_DELAY).await,
                answer => return answer.map_err(HostError::Unsure),
            }
        }
        ask().await.map_err(HostError::Unsure)
    }

    /// Admits a request in a place, unless there were too many there, or from that person, just now.
    pub fn admit(&self, user: UserId, place: Place) -> Result<(), UsedUp> {
        self.ports.quotas.take(Demand::Command, user, place)
    }

    /// The same for what takes a core for seconds: an analysis, a record to read, an animation to draw.
    pub fn admit_effort(&self, user: UserId, place: Place) -> Result<(), Refusal> {
        self.ports.quotas.take(Demand::Effort, user, place).map_err(refuse_effort)
    }

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

/// The refusal for a command over the limit.
pub fn refuse_command(used_up: UsedUp) -> Refusal {
    match used_up.quota {
        QuotaOf::Person => refuse("too-fast", used_up),
        QuotaOf::Channel => refuse("busy-channel", used_up),
        QuotaOf::Server => refuse("busy-server", used_up),
    }
}

/// The refusal for more effort than the limit.
fn refuse_effort(used_up: UsedUp) -> Refusal {
    match used_up.quota {
        QuotaOf::Person => refuse("much-effort", used_up),
        QuotaOf::Channel => refuse("much-effort-in-channel", used_up),
        QuotaOf::Server => refuse("much-effort-in-server", used_up),
    }
}

/// The refusal for a match over a limit, as `asker` is told.
pub(super) fn refuse_match(limit: MatchLimit, count: u32, asker: UserId) -> Refusal {
    let refusal = match limit {
        MatchLimit::AgainstEngine => Refusal::new("too-many-matches-against-me"),
        MatchLimit::OfPerson(user) if user == asker => Refusal::new("too-many-matches"),
        MatchLimit::OfPerson(user) => Refusal::new("too-many-matches-of-other").with("player", user.mention()),
        MatchLimit::InChannel => Refusal::new("too-many-matches-here"),
        MatchLimit::InServer => Refusal::new("too-many-matches-in-server"),
    };
    refusal.with("count", count)
}

fn refuse(code: &'static str, used_up: UsedUp) -> Refusal {
    Refusal::new(code).with("seconds", used_up.wait.as_secs() as u32 + 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use games::Fact;

    use super::*;

    #[test]
    fn whoever_is_asked_to_wait_is_told_why_and_how_long() {
        for quota in [QuotaOf::Person, QuotaOf::Channel, QuotaOf::Server] {
            let used_up = UsedUp { quota, wait: Duration::from_millis(6500) };
            let told = [refuse_command(used_up), refuse_effort(used_up)];
            for refusal in &told {
                assert_eq!(refusal.facts, [("seconds", Fact::Number(7))], "{}", refusal.code);
            }
            assert_ne!(told[0].code, told[1].code);
        }
    }
}

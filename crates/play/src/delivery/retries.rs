//! When to retry what has failed.

use std::time::Duration;

use super::work::{Delivery, Next};
use crate::ports::{AnnounceError, FailedTries, GonePlace, Release, StoreError, StoreResult, Unreachable};
use crate::{ChannelId, Match, MatchId};

impl Delivery {
    /// Puts off what could not be shown. If the match has changed meanwhile, it must be shown now.
    pub(super) async fn put_off(&self, current: &Match, error: &AnnounceError) -> StoreResult<Next> {
        if let AnnounceError::Closed(Unreachable::Unused) = error {
            // The next interaction there makes it due again.
            return Ok(self.ports.store.leave(current.id, current.revision).await?.into());
        }
        if let AnnounceError::Closed(closure) = error {
            match self.leave_lost_thread(current, closure).await {
                Ok(Some(owner)) => return Ok(owner.into()),
                Err(StoreError::Conflict) => return Ok(Next::GoOn),
                found => found?,
            };
            if *closure == Unreachable::Gone {
                self.set_aside(GonePlace::Channel(current.place.channel)).await?;
                return Ok(Next::Stop);
            }
        }
        let wait = match error {
            // It comes after matches without failures. How often this happens says nothing, so it is not counted.
            AnnounceError::Withheld if current.delivery.failures > 0 => return self.postpone(current, WITHHELD).await,
            AnnounceError::Withheld => Some(WITHHELD),
            AnnounceError::Closed(_) => next_try(&IN_A_CLOSED_PLACE, current.delivery.refusals),
            AnnounceError::Later(_) => Some(until_later(current.delivery.failures)),
            AnnounceError::Unmade(_) => next_try(&AFTER_A_FAULT, current.delivery.refusals),
        };
        let wait_s = wait.map(|it| it.as_secs());
        tracing::warn!(match.id = current.id.0, %error, wait_s, "a match could not be shown");
        let due_at = wait.map(|it| self.after(it));
        let (store, id, revision) = (&self.ports.store, current.id, current.revision);
        let left = match error {
            AnnounceError::Closed(_) | AnnounceError::Unmade(_) => store.refused(id, revision, due_at).await?,
            AnnounceError::Later(_) | AnnounceError::Withheld => store.put_off(id, revision, due_at).await?,
        };
        Ok(left.into())
    }

    /// Lets a match wait although nothing in it has failed.
    pub(super) async fn postpone(&self, current: &Match, wait: Duration) -> StoreResult<Next> {
        Ok(self.ports.store.postpone(current.id, current.revision, self.after(wait)).await?.into())
    }

    /// Puts off a match that this program cannot handle, so that it does not delay others. If the database has failed,
    /// that is not the match's fault.
    pub(super) async fn put_off_fault(&self, id: MatchId, is_of_database: bool) {
        let store = &self.ports.store;
        let FailedTries { failures, refusals, revision } = store.failures(id).await.unwrap_or_default();
        let left = match is_of_database {
            true => store.put_off(id, revision, Some(self.after(until_later(failures)))).await,
            false => {
                let due_at = next_try(&AFTER_A_FAULT, refusals).map(|it| self.after(it));
                store.refused(id, revision, due_at).await
            }
        };
        match left {
            Ok(Release::Changed) => self.ports.waker.wake(id),
            Ok(Release::Released | Release::NotOwner) => {}
            Err(error) => tracing::error!(match.id = id.0, %error, "a match could not be put off"),
        }
    }

    /// Lets everything be tried again that has failed in a channel or a server, because it may be allowed now. Returns the
    /// channels in which something is.
    pub async fn retry_in(&self, place: u64) -> Vec<ChannelId> {
        let retried = self.ports.store.retry_in(place, self.ports.clock.now()).await;
        retried.unwrap_or_else(|error| {
            tracing::warn!(place, %error, "what was refused there is tried again only later");
            Vec::new()
        })
    }
}

/// How long to wait if the channel was not even asked.
pub(super) const WITHHELD: Duration = Duration::from_secs(MINUTE);

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// How many seconds to wait before each retry where somebody must change something first. After the last one the match
/// is set aside until somebody acts in it. All of these retries are made, however long an outage lasted before, and anew
/// after each act.
const IN_A_CLOSED_PLACE: [u64; 5] = [MINUTE, 5 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

/// The same after an error that should never happen.
const AFTER_A_FAULT: [u64; 5] = [5, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];

/// How long to wait before the next try, after this many earlier refusals.
fn next_try(waits: &[u64], refusals: u32) -> Option<Duration> {
    waits.get(refusals as usize).copied().map(Duration::from_secs)
}

/// How long to wait where the next try may succeed.
fn until_later(failures: u32) -> Duration {
    Duration::from_secs((1 << failures.min(10)).min(MINUTE))
}

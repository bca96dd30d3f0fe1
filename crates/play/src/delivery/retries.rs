//! What follows where a match could not be shown.

use super::work::{Delivery, Step};
use crate::HostError;
use crate::jobs::back_off;
use crate::ports::{AnnounceError, GonePlace, Release, Unreachable};
use crate::{ChannelId, Match};

impl Delivery {
    /// Puts off what could not be shown. If the thread of the match is gone, it goes on in its channel.
    pub(super) async fn put_off(&self, current: &Match, error: &AnnounceError) -> Result<Step, HostError> {
        if let AnnounceError::Closed(Unreachable::Unused) = error {
            // The next interaction there makes it due again.
            return Ok(Step::give_back(current, Release::Done(None)));
        }
        if let AnnounceError::Closed(reason) = error {
            if let Some(owner) = self.leave_lost_thread(current, reason).await? {
                return Ok(owner.into());
            }
            if *reason == Unreachable::Gone {
                self.set_aside(GonePlace::Channel(current.place.channel)).await?;
                return Ok(Step::NotOwner);
            }
        }
        let (failures, refusals) = (current.delivery.failures, current.delivery.refusals);
        let release = back_off(Some(&HostError::Announce(error.clone())), failures, refusals, self.now());
        tracing::warn!(match.id = current.id.0, %error, ?release, "a match could not be shown");
        Ok(Step::give_back(current, release))
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

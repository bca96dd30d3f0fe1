//! Places where something can't be shown. What was refused is put off. In a place that is gone, nothing is tried anymore
//! until somebody acts in a match, and nobody can accept a challenge. The match of a thread that is gone goes on in its
//! channel.

use jiff::Timestamp;

use super::work::{Delivery, Step};
use crate::HostError;
use crate::core::TRIES;
use crate::jobs::back_off;
use crate::ports::{AnnounceError, GonePlace, OwnedBy, Release, StoreError, StoreResult, Unreachable};
use crate::{ChannelId, Match, ThreadHome, threads};

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

    /// Sets aside everything that is due in a place that is gone, and ends the challenges that were made there.
    pub async fn set_aside(&self, gone: GonePlace) -> StoreResult<()> {
        let matches = self.ports.store.set_aside(gone).await?;
        if matches > 0 {
            tracing::info!(?gone, matches, "a place is gone, and its matches are set aside until somebody acts");
        }
        Ok(())
    }

    /// Writes that a match, which may be over, goes on in another place.
    pub(super) async fn move_match(&self, current: &Match, next: &Match, now: Timestamp) -> StoreResult<OwnedBy> {
        match current.outcome {
            None => self.ports.store.save(current, next, None, now).await,
            Some(_) => self.ports.store.save_unannounced(current, next).await.map(|()| OwnedBy::Us),
        }
    }

    /// Handles a deleted thread: its own match goes on in the channel at once, or shows its end there, and other matches
    /// in it are set aside.
    pub async fn leave_thread(&self, thread: ChannelId) -> StoreResult<()> {
        self.move_out_of(thread).await?;
        self.set_aside(GonePlace::Channel(thread)).await?;
        // A match that was only now noted to be played there was set aside with the others.
        self.move_out_of(thread).await
    }

    /// Moves the matches whose own thread that is to its channel.
    async fn move_out_of(&self, thread: ChannelId) -> StoreResult<()> {
        let store = &self.ports.store;
        let under_way = store.matches_in(thread).await?;
        // Read second, so that none is missed that ends meanwhile.
        let ending = store.ending_in(thread).await?.into_iter().filter(Match::owes_board);
        for current in under_way.into_iter().chain(ending) {
            self.leave_with(current).await?;
        }
        Ok(())
    }

    /// Moves a match to the channel, and retries if somebody plays in it meanwhile.
    async fn leave_with(&self, mut current: Match) -> StoreResult<()> {
        for _ in 0..TRIES {
            let Some(home) = home_of(&current) else { return Ok(()) };
            match self.go_home(&current, home).await {
                Ok(OwnedBy::Us) => {
                    self.ports.due.wake(current.id.into());
                    return Ok(());
                }
                Err(StoreError::Conflict) => {}
                left => return left.map(drop),
            }
            let Some(changed) = self.ports.store.find_match(current.id).await? else { return Ok(()) };
            current = changed;
        }
        Ok(())
    }

    /// Moves a match to the channel if its thread was deleted. A forum has no place for boards of its own, so there the
    /// match stays.
    pub(super) async fn leave_lost_thread(
        &self,
        current: &Match,
        closure: &Unreachable,
    ) -> StoreResult<Option<OwnedBy>> {
        let Some(home) = home_of(current) else { return Ok(None) };
        if *closure != Unreachable::Gone && !self.ports.announcer.is_gone(current.place).await {
            return Ok(None);
        }
        self.go_home(current, home).await.map(Some)
    }

    async fn go_home(&self, current: &Match, home: ThreadHome) -> StoreResult<OwnedBy> {
        tracing::info!(match.id = current.id.0, "a thread was deleted, and its match goes on in the channel");
        self.move_match(current, &threads::left(current, home), self.ports.clock.now()).await
    }
}

/// The channel in which a match can go on without its thread.
fn home_of(current: &Match) -> Option<ThreadHome> {
    threads::open(current).filter(|it| !it.is_post)
}

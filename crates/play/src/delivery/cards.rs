//! The cards of challenges: posted, found again, and closed.

use std::collections::HashSet;
use std::time::Duration;

use jiff::Timestamp;

use super::retries::WITHHELD;
use super::work::Delivery;
use crate::core::{HostError, unwritten};
use crate::ports::{AnnounceError, OwedCard, StoreError, StoreResult, Unreachable};
use crate::{Challenge, ChallengeId, ChallengeState, ChannelId, MessageId};

/// The process that makes a challenge shows it within this time. If it does not, something has gone wrong.
const SHOWN_WITHIN: Duration = Duration::from_secs(30);

/// A challenge that could not be shown after this many tries, which take more than half an hour, is withdrawn.
const MAX_POSTS: u32 = 8;

/// A card that was not found in this many tries, which take more than two minutes, will never appear.
const MAX_SEARCHES: u32 = 4;

impl Delivery {
    /// Shows a challenge. If it cannot be shown, it is withdrawn, because nobody could answer it.
    pub async fn show_challenge(&self, challenge: &Challenge) -> Result<(), HostError> {
        match self.ports.announcer.post_challenge(challenge).await {
            Ok(message) => {
                // If that fails, the message is found again.
                let noted = self.note_challenge(challenge, message).await;
                noted.unwrap_or_else(|error| {
                    tracing::warn!(challenge.id = challenge.id.0, %error, "which message shows a challenge is not noted");
                });
                Ok(())
            }
            Err(error) => self.withdraw_unshown(challenge, error).await,
        }
    }

    /// Notes which message shows a challenge.
    async fn note_challenge(&self, challenge: &Challenge, message: MessageId) -> StoreResult<()> {
        self.ports.store.set_challenge_message(challenge.id, message).await?;
        // Somebody may have answered before we knew the message.
        let again = self.ports.store.challenge(challenge.id).await?;
        if let Some(closed) = again.filter(|it| it.state != ChallengeState::Open) {
            self.show_closed(&closed).await;
        }
        Ok(())
    }

    /// Withdraws a challenge that could not be shown, unless another process has shown it.
    async fn withdraw_unshown(&self, challenge: &Challenge, error: AnnounceError) -> Result<(), HostError> {
        match self.ports.store.withdraw_unshown(challenge.id, self.ports.clock.now()).await {
            Ok(()) => Err(error.into()),
            Err(StoreError::Conflict) => Ok(()),
            Err(fault) => Err(unwritten(fault)),
        }
    }

    /// Shows the challenges that were not shown because of a crash. A challenge that fails does not delay the others.
    pub async fn show_owed_challenges(&self) -> Result<(), HostError> {
        let now = self.ports.clock.now();
        let made_before = now.saturating_sub(SHOWN_WITHIN).unwrap_or(Timestamp::MIN);
        for owed in self.ports.store.claim_unshown(made_before, now).await? {
            if let Err(error) = self.show_owed_challenge(&owed).await {
                tracing::warn!(challenge.id = owed.challenge.id.0, %error, "an owed challenge could not be shown");
            }
        }
        Ok(())
    }

    /// Shows a challenge, or leaves it for the next try. It is withdrawn after the last try, or at once if retrying is
    /// useless.
    async fn show_owed_challenge(&self, owed: &OwedCard) -> Result<(), HostError> {
        let OwedCard { challenge, tries, .. } = owed;
        match self.find_or_post(challenge).await? {
            Ok(message) => Ok(self.note_challenge(challenge, message).await?),
            Err(error @ (AnnounceError::Later(_) | AnnounceError::Withheld)) if *tries < MAX_POSTS => Err(error.into()),
            Err(error) => self.withdraw_unshown(challenge, error).await,
        }
    }

    /// The message that shows a challenge: one that an earlier try posted without our getting the answer, or a new one.
    async fn find_or_post(&self, challenge: &Challenge) -> StoreResult<Result<MessageId, AnnounceError>> {
        let announcer = &self.ports.announcer;
        match announcer.find_challenge(challenge, self.by_chat(challenge.made_at)).await {
            Ok(Some(found)) => return Ok(Ok(found)),
            Ok(None) => {}
            Err(error) => return Ok(Err(error)),
        }
        Ok(announcer.post_challenge(challenge).await)
    }

    /// Removes the controls from the cards of closed challenges, if the process that closed them could not, or is gone.
    pub async fn close_owed_cards(&self) -> StoreResult<()> {
        let claimed = self.ports.store.claim_cards(self.ports.clock.now()).await?;
        // After some refusals, a channel is no longer asked for a while: what one card has shown holds for the others.
        let mut gone = HashSet::new();
        for card in claimed {
            let id = card.challenge.id;
            if card.is_last_try {
                tracing::warn!(challenge.id = id.0, "the card of a challenge is given up unless this try succeeds");
            }
            match self.close_owed_card(card, &mut gone).await {
                Ok(()) => {}
                Err(HostError::Store(error)) => return Err(error),
                // That was no try.
                Err(HostError::Announce(AnnounceError::Withheld)) => {
                    self.ports.store.put_off_card(id, self.after(WITHHELD)).await?;
                }
                Err(error) => tracing::warn!(challenge.id = id.0, %error, "a card could not be closed"),
            }
        }
        Ok(())
    }

    /// Looks for a card, unless its message is known, and closes it. Notes a channel that turns out to be `gone`.
    async fn close_owed_card(&self, card: OwedCard, gone: &mut HashSet<ChannelId>) -> Result<(), HostError> {
        let OwedCard { challenge, tries, .. } = card;
        let channel = challenge.offer.place.channel;
        let found = match challenge.message {
            _ if gone.contains(&channel) => Err(AnnounceError::Closed(Unreachable::Gone)),
            Some(message) => Ok(Some(message)),
            None => self.ports.announcer.find_challenge(&challenge, self.by_chat(challenge.made_at)).await,
        };
        match found {
            Ok(Some(message)) => self.close_card(&Challenge { message: Some(message), ..challenge }).await,
            Ok(None) if tries < MAX_SEARCHES => Ok(()),
            Ok(None) => Ok(self.ports.store.note_card_closed(challenge.id).await?),
            Err(AnnounceError::Closed(Unreachable::Gone)) => {
                gone.insert(channel);
                Ok(self.ports.store.note_card_closed(challenge.id).await?)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Closes the challenges that have expired.
    pub async fn expire_challenges(&self) -> StoreResult<()> {
        for challenge in self.ports.store.expire_challenges(self.ports.clock.now()).await? {
            self.show_closed(&challenge).await;
        }
        Ok(())
    }

    /// Shows on the card of a challenge what has become of it. If this fails, it is done again later.
    pub async fn show_outcome(&self, id: ChallengeId) {
        match self.ports.store.challenge(id).await {
            Ok(Some(closed)) if closed.state != ChallengeState::Open => self.show_closed(&closed).await,
            Ok(_) => {}
            Err(error) => tracing::warn!(challenge.id = id.0, %error, "a closed challenge could not be shown"),
        }
    }

    /// The thread in which the match of an accepted challenge is played, if it has one.
    async fn played_elsewhere(&self, challenge: &Challenge) -> StoreResult<Option<ChannelId>> {
        let ChallengeState::Accepted(id) = challenge.state else { return Ok(None) };
        let begun = self.ports.store.find_match(id).await?;
        let place = begun.map(|it| it.place.channel).filter(|it| *it != challenge.offer.place.channel);
        Ok(place)
    }

    /// Takes the controls from the card of a closed challenge, which has kept them for too long.
    pub async fn tidy_card(&self, id: ChallengeId, message: MessageId) -> StoreResult<()> {
        let found = self.ports.store.challenge(id).await?;
        if let Some(closed) = found.filter(|it| it.state != ChallengeState::Open) {
            self.show_closed(&Challenge { message: Some(message), ..closed }).await;
        }
        Ok(())
    }

    /// Shows what has become of a challenge. If this fails, it is done again later.
    pub(super) async fn show_closed(&self, challenge: &Challenge) {
        if let Err(error) = self.close_card(challenge).await {
            tracing::warn!(challenge.id = challenge.id.0, %error, "a closed challenge could not be shown");
        }
    }

    async fn close_card(&self, challenge: &Challenge) -> Result<(), HostError> {
        // The process that posts it will see in a moment that it is closed.
        if challenge.message.is_none() {
            return Ok(());
        }
        let played_in = self.played_elsewhere(challenge).await?;
        self.ports.announcer.close_challenge(challenge, played_in).await?;
        Ok(self.ports.store.note_card_closed(challenge.id).await?)
    }
}

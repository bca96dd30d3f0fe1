//! The cards of challenges: posted, found again, and closed.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use super::work::Delivery;
use crate::core::{HostError, unwritten};
use crate::jobs::{Job, Urgency};
use crate::ports::{AnnounceError, DueTable, Post, Release, StoreError, StoreResult, Unreachable};
use crate::{Challenge, ChallengeId, ChallengeState, Match, MessageId, Seat, Stake, threads};

/// A challenge that could not be shown after this many tries, which take more than half an hour, is withdrawn.
const MAX_POSTS: u32 = 40;

/// A card that was not found in this many tries, which take more than two minutes, will never appear.
const MAX_SEARCHES: u32 = 8;

/// How soon to look again whether a match has got its thread, which its card is to name.
const THREAD_DELAY: Duration = Duration::from_secs(10);

/// How long after the beginning of the match it may get one.
const THREAD_PATIENCE: Duration = Duration::from_secs(120);

/// What is due in challenges: a card that was not shown because of a crash, the end of the offer, and the controls that the
/// card of a closed challenge still has.
pub(super) struct ChallengeJob(pub Arc<Delivery>);

#[async_trait]
impl Job for ChallengeJob {
    fn table(&self) -> DueTable {
        DueTable::Challenges
    }

    async fn run(&self, id: i64, _: Urgency) -> Result<Option<(u32, Release)>, HostError> {
        let (delivery, id) = (&self.0, ChallengeId(id));
        while let Some(challenge) = delivery.read_or_expire(id).await? {
            let (revision, expires_at) = (challenge.revision, challenge.offer.expires_at);
            match challenge.state {
                ChallengeState::Open if expires_at <= delivery.now() => delivery.expire(id).await?,
                ChallengeState::Open if challenge.message.is_none() => delivery.show_owed_challenge(&challenge).await?,
                ChallengeState::Open => return Ok(Some((revision, Release::Done(Some(expires_at))))),
                _ => return Ok(delivery.close_owed_card(challenge).await?.map(|it| (revision, it))),
            }
        }
        Ok(None)
    }
}

impl Delivery {
    /// Shows a challenge. If it cannot be shown, it is withdrawn, because nobody could answer it.
    pub async fn show_challenge(&self, challenge: &Challenge) -> Result<(), HostError> {
        let stakes = self.stakes_of(challenge).await?;
        match self.ports.announcer.post_once(Post::Challenge(challenge, &stakes)).await {
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

    /// What the match can do to the ratings, if it's known between whom it will be.
    async fn stakes_of(&self, challenge: &Challenge) -> StoreResult<Vec<Stake>> {
        let offer = &challenge.offer;
        match offer.opponent.filter(|_| offer.rated) {
            Some(opponent) => self.stakes([offer.challenger, opponent].map(Seat::User), &offer.ruleset).await,
            None => Ok(Vec::new()),
        }
    }

    /// Notes which message shows a challenge.
    async fn note_challenge(&self, challenge: &Challenge, message: MessageId) -> StoreResult<()> {
        self.ports.store.set_challenge_message(challenge.id, message).await?;
        // Somebody may have answered before we knew the message.
        let again = self.ports.store.challenge(challenge.id).await?;
        if again.is_some_and(|it| it.state != ChallengeState::Open) {
            self.ports.due.wake(challenge.id.into());
        }
        Ok(())
    }

    /// Withdraws a challenge that could not be shown, unless another process has shown it.
    async fn withdraw_unshown(&self, challenge: &Challenge, error: AnnounceError) -> Result<(), HostError> {
        match self.ports.store.withdraw_unshown(challenge.id, self.now()).await {
            Ok(_) => {
                self.ports.due.wake(challenge.id.into());
                Err(error.into())
            }
            Err(StoreError::Conflict) => Ok(()),
            Err(fault) => Err(unwritten(fault)),
        }
    }

    /// A challenge. One that this program cannot read expires, so that it does not stand in the way of others.
    async fn read_or_expire(&self, id: ChallengeId) -> StoreResult<Option<Challenge>> {
        let read = self.ports.store.challenge(id).await;
        if let Err(StoreError::Corrupt(_)) = &read {
            self.expire(id).await?;
        }
        read
    }

    async fn expire(&self, id: ChallengeId) -> StoreResult<()> {
        match self.ports.store.close_challenge(id, ChallengeState::Expired, self.now()).await {
            Ok(_) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Shows a challenge that was not shown because of a crash. It is withdrawn after the last try, or at once if retrying
    /// is useless.
    async fn show_owed_challenge(&self, challenge: &Challenge) -> Result<(), HostError> {
        let stakes = self.stakes_of(challenge).await?;
        let error = match self.find_or_post(Post::Challenge(challenge, &stakes), Some(challenge.made_at)).await {
            Ok(message) => return Ok(self.note_challenge(challenge, message).await?),
            Err(error) => error,
        };
        let may_succeed = matches!(error, AnnounceError::Later(_) | AnnounceError::Withheld);
        if may_succeed && self.ports.store.failed_tries(challenge.id.into()).await?.failures < MAX_POSTS {
            return Err(error.into());
        }
        match self.withdraw_unshown(challenge, error).await {
            Err(HostError::Announce(error)) => {
                tracing::warn!(challenge.id = challenge.id.0, %error, "a challenge that cannot be shown is withdrawn");
                Ok(())
            }
            withdrawn => withdrawn,
        }
    }

    /// The message that stands for a row: one that an earlier try has posted since that time without our getting the answer, if
    /// there was one, or else a new one.
    pub(super) async fn find_or_post(
        &self,
        post: Post<'_>,
        tried_since: Option<Timestamp>,
    ) -> Result<MessageId, AnnounceError> {
        let announcer = &self.ports.announcer;
        if let Some(since) = tried_since
            && let Some(found) = announcer.find_post(post, self.by_chat(since)).await?
        {
            return Ok(found);
        }
        announcer.post_once(post).await
    }

    /// Takes the controls from the card of a closed challenge. Returns how the challenge is given back; `None` if its place
    /// is gone, so that nothing is due there.
    async fn close_owed_card(&self, challenge: Challenge) -> Result<Option<Release>, HostError> {
        let begun = self.begun(&challenge).await?;
        let is_new = |it: &Match| it.created_at.saturating_add(THREAD_PATIENCE).is_ok_and(|until| until > self.now());
        if begun.as_ref().is_some_and(|it| threads::is_wanted(it) && is_new(it)) {
            return Ok(Some(Release::Waits(self.after(THREAD_DELAY))));
        }
        let channel = challenge.offer.place.channel;
        let found = match challenge.message {
            Some(message) => Ok(Some(message)),
            None => {
                self.ports.announcer.find_post(Post::Challenge(&challenge, &[]), self.by_chat(challenge.made_at)).await
            }
        };
        let closed = match found {
            Ok(Some(message)) => self.close_card(&Challenge { message: Some(message), ..challenge }, begun).await,
            Ok(None) if self.ports.store.failed_tries(challenge.id.into()).await?.failures < MAX_SEARCHES => {
                Err(AnnounceError::Later("its card is not there".to_owned()))
            }
            Ok(None) => Ok(()),
            Err(error) => Err(error),
        };
        match closed {
            Err(AnnounceError::Closed(Unreachable::Gone)) => {
                self.leave_thread(channel).await?;
                Ok(None)
            }
            closed => Ok(closed.map(|()| Some(Release::Done(None)))?),
        }
    }

    /// The match that an accepted challenge has become.
    async fn begun(&self, challenge: &Challenge) -> StoreResult<Option<Match>> {
        match challenge.state {
            ChallengeState::Accepted(id) => self.ports.store.find_match(id).await,
            _ => Ok(None),
        }
    }

    /// Shows on a card what has become of its challenge, and in which other channel or thread the match is played, if in one.
    async fn close_card(&self, challenge: &Challenge, begun: Option<Match>) -> Result<(), AnnounceError> {
        let played_in = begun.map(|it| it.place.channel).filter(|it| *it != challenge.offer.place.channel);
        self.ports.announcer.close_challenge(challenge, played_in).await
    }

    /// Whether it is known which message is the card of a challenge.
    pub async fn is_card_known(&self, id: ChallengeId) -> StoreResult<bool> {
        Ok(self.ports.store.challenge(id).await?.is_none_or(|it| it.message.is_some()))
    }

    /// Takes the controls from the card of a closed challenge, which has kept them for too long. If it was not known which
    /// message the card is, that is noted.
    pub async fn tidy_card(&self, id: ChallengeId, message: MessageId) -> StoreResult<()> {
        let Some(challenge) = self.ports.store.challenge(id).await? else { return Ok(()) };
        if challenge.message.is_none() {
            return self.note_challenge(&challenge, message).await;
        }
        if challenge.state == ChallengeState::Open {
            return Ok(());
        }
        let begun = self.begun(&challenge).await?;
        if let Err(error) = self.close_card(&Challenge { message: Some(message), ..challenge }, begun).await {
            tracing::warn!(challenge.id = id.0, %error, "an old card keeps its controls");
        }
        Ok(())
    }
}

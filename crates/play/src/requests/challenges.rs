//! Challenges: making, showing, answering and expiring them.

use std::collections::HashSet;
use std::time::Duration;

use games::Refusal;
use jiff::Timestamp;

use super::quotas::refuse_match;
use crate::decide::{self, Answered, Invited, Rival};
use crate::delivery::retries::WITHHELD;
use crate::host::{Host, HostError, too_late, unwritten};
use crate::ports::{AnnounceError, ChallengeLimit, Closure, OwedCard, StoreError, Stored, Visibility};
use crate::{
    Answer, Asker, Challenge, ChallengeId, ChallengeState, ChannelId, EventId, MessageId, NewChallenge, OwnThread,
    Place, Terms, UserId,
};

/// The process that makes a challenge shows it within this time. If it does not, something has gone wrong.
const SHOWN_WITHIN: Duration = Duration::from_secs(30);

/// A challenge that could not be shown after this many tries, which take more than half an hour, is withdrawn.
const MAX_POSTS: u32 = 8;

/// A card that was not found in this many tries, which take more than two minutes, will never appear.
const MAX_SEARCHES: u32 = 4;

impl Host {
    /// Offers a match to `invited`, or to anyone.
    pub async fn challenge(
        &self,
        place: Place,
        challenger: UserId,
        invited: Option<&Invited>,
        terms: Terms,
    ) -> Result<Challenge, HostError> {
        if let Some(invited) = invited {
            decide::may_challenge(challenger, invited)?;
            self.may_meet(challenger, invited.user).await?;
            self.would_be_seen(place, invited.user).await?;
        }
        let Terms { ruleset, side, rated, agreement, rematch_of, origin } = terms;
        let rated = decide::rated(rated, &ruleset, side, Rival::Person { hints: agreement.hints })?;
        let now = self.ports.clock.now();
        let expires_at = now.saturating_add(self.policy.challenge_lasts).unwrap_or(Timestamp::MAX);
        let opponent = invited.map(|it| it.user);
        let offer =
            NewChallenge { place, challenger, opponent, ruleset, side, rated, agreement, rematch_of, expires_at };
        self.is_new(&offer, origin).await?;
        let id = self.ports.store.add_challenge(&offer, origin, self.policy.challenges, now).await;
        let id = id.map_err(|error| not_offered(error, opponent))?;
        Ok(Challenge { id, offer, state: ChallengeState::Open, message: None, made_at: now, unheard_since: now })
    }

    /// Refuses a challenge to somebody whom the same person has challenged to the same, if that one is still open.
    async fn is_new(&self, offer: &NewChallenge, origin: Option<EventId>) -> Result<(), HostError> {
        let store = &self.ports.store;
        let Some(opponent) = offer.opponent else { return Ok(()) };
        let open = store.challenges_by(offer.challenger, self.ports.clock.now()).await?;
        let Some(same) = open.into_iter().find(|it| it.offer.is_same(offer)) else { return Ok(()) };
        // The same event, asked twice, is told nothing.
        if origin.is_some() && store.challenge_begun_by(same.id).await? == origin {
            return Err(StoreError::Repeated.into());
        }
        let refusal = Refusal::new("challenge-still-open").with("player", opponent.mention());
        Err(refusal.with("address", same.address()).into())
    }

    /// Refuses what the invited person could not see.
    async fn would_be_seen(&self, place: Place, invited: UserId) -> Result<(), Refusal> {
        let code = match self.ports.announcer.visibility(place, invited).await {
            Some(Visibility::NotInServer) => "challenged-elsewhere",
            Some(Visibility::NotInChannel) => "challenged-cannot-see",
            // If we cannot find out, that is no reason to refuse.
            Some(Visibility::Visible) | None => return Ok(()),
        };
        Err(Refusal::new(code).with("player", invited.mention()))
    }

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
    async fn note_challenge(&self, challenge: &Challenge, message: MessageId) -> Stored<()> {
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
    async fn find_or_post(&self, challenge: &Challenge) -> Stored<Result<MessageId, AnnounceError>> {
        let announcer = &self.ports.announcer;
        match announcer.find_challenge(challenge, self.by_chat(challenge.unheard_since)).await {
            Ok(Some(found)) => return Ok(Ok(found)),
            Ok(None) => {}
            Err(error) => return Ok(Err(error)),
        }
        // A later search can begin here, and need not go through older messages.
        self.ports.store.asked_for_card(challenge.id, self.now()).await?;
        Ok(announcer.post_challenge(challenge).await)
    }

    /// Removes the controls from the cards of closed challenges, if the process that closed them could not, or is gone.
    pub async fn close_owed_cards(&self) -> Stored<()> {
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
            _ if gone.contains(&channel) => Err(AnnounceError::Closed(Closure::Gone)),
            Some(message) => Ok(Some(message)),
            None => self.ports.announcer.find_challenge(&challenge, self.by_chat(challenge.unheard_since)).await,
        };
        match found {
            Ok(Some(message)) => self.close_card(&Challenge { message: Some(message), ..challenge }).await,
            Ok(None) if tries < MAX_SEARCHES => Ok(()),
            Ok(None) => Ok(self.ports.store.note_card_closed(challenge.id).await?),
            Err(AnnounceError::Closed(Closure::Gone)) => {
                gone.insert(channel);
                Ok(self.ports.store.note_card_closed(challenge.id).await?)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Answers a challenge. If it is accepted, the match begins and its board is due.
    pub async fn answer(&self, asker: Asker, id: ChallengeId, answer: Answer) -> Result<Challenge, HostError> {
        let Asker { user, origin, .. } = asker;
        let missing = || Refusal::new("no-such-challenge");
        let mut challenge = self.ports.store.challenge(id).await?.ok_or_else(missing)?;
        let now = self.ports.clock.now();
        if answer == Answer::Accept && challenge.offer.challenger != user {
            self.may_meet(user, challenge.offer.challenger).await?;
        }
        let answered = decide::answer(&challenge, user, answer, now, self.ports.dice.coin())?;
        challenge.state = match self.carry_out(id, answered, origin).await {
            Err(StoreError::Conflict) => return Err(self.why_too_late(id, user, answer).await?),
            Err(StoreError::TooManyMatches(limit, count)) => return Err(refuse_match(limit, count, user).into()),
            state => state.map_err(unwritten)?,
        };
        // The owner of the match writes on the card where it is played.
        if let (ChallengeState::Accepted(_), Some(OwnThread::Wanted)) =
            (challenge.state, challenge.offer.agreement.thread)
        {
            return Ok(challenge);
        }
        // The process that posted it may have stored the message only after we read the challenge, while it was still
        // open.
        if challenge.message.is_none()
            && let Ok(Some(latest)) = self.ports.store.challenge(id).await
        {
            challenge.message = latest.message;
        }
        self.show_closed(&challenge).await;
        Ok(challenge)
    }

    /// Carries out an answer to a challenge. Returns its new state.
    async fn carry_out(&self, id: ChallengeId, answered: Answered, origin: Option<EventId>) -> Stored<ChallengeState> {
        let now = self.now();
        match answered {
            Answered::Begin(begun) => {
                let begun = self.ports.store.begin_match(&begun, origin, self.policy.matches, now).await?;
                self.ports.waker.wake(begun);
                Ok(ChallengeState::Accepted(begun))
            }
            Answered::Close(state) => self.ports.store.close_challenge(id, state, now).await.map(|()| state),
        }
    }

    /// The refusal for somebody whose answer came too late: it says what became of the challenge.
    async fn why_too_late(&self, id: ChallengeId, user: UserId, answer: Answer) -> Stored<HostError> {
        let latest = self.ports.store.challenge(id).await?;
        let refusal = latest.and_then(|it| decide::answer(&it, user, answer, self.now(), false).err());
        Ok(refusal.map_or_else(too_late, HostError::from))
    }

    /// Closes the challenges that have expired.
    pub async fn expire_challenges(&self) -> Stored<()> {
        for challenge in self.ports.store.expire_challenges(self.ports.clock.now()).await? {
            self.show_closed(&challenge).await;
        }
        Ok(())
    }

    /// The thread in which the match of an accepted challenge is played, if it has one.
    async fn played_elsewhere(&self, challenge: &Challenge) -> Stored<Option<ChannelId>> {
        let ChallengeState::Accepted(id) = challenge.state else { return Ok(None) };
        let begun = self.ports.store.find_match(id).await?;
        let place = begun.map(|it| it.place.channel).filter(|it| *it != challenge.offer.place.channel);
        Ok(place)
    }

    /// Shows what has become of a challenge. If this fails, it is done again later.
    pub(crate) async fn show_closed(&self, challenge: &Challenge) {
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

/// Turns "too many challenges" into a refusal.
fn not_offered(error: StoreError, opponent: Option<UserId>) -> HostError {
    let (limit, count) = match error {
        StoreError::TooManyChallenges(limit, count) => (limit, count),
        // Whoever asks for the same rematch at once finds the other one's challenge.
        StoreError::Conflict => return error.into(),
        error => return unwritten(error),
    };
    let code = match limit {
        ChallengeLimit::Open => "too-many-challenges",
        ChallengeLimit::InChannel => "too-many-challenges-here",
        ChallengeLimit::InServer => "too-many-challenges-in-server",
        ChallengeLimit::ADay => "too-many-challenges-a-day",
        ChallengeLimit::ToOne => "too-many-challenges-to-one",
        ChallengeLimit::Declined => "declined-too-often",
    };
    let player = opponent.map(UserId::mention).unwrap_or_default();
    Refusal::new(code).with("count", count).with("player", player).into()
}

//! Challenges: making, showing, answering and expiring them.

use games::Refusal;
use jiff::Timestamp;

use super::admission::refuse_match;
use super::host::Host;
use crate::core::{HostError, too_late, unwritten};
use crate::decide::{self, Answered, Invited, Rival};
use crate::ports::{Against, ChallengeLimit, StoreError, StoreResult, Visibility};
use crate::{Answer, Asker, Challenge, ChallengeId, ChallengeState, EventId, NewChallenge, Place, Terms, UserId};

impl Host {
    /// Offers a match to `invited`, or to anyone.
    pub async fn challenge(
        &self,
        place: Place,
        challenger: UserId,
        invited: Option<&Invited>,
        terms: Terms,
    ) -> Result<Challenge, HostError> {
        decide::may_have_clock(terms.agreement, self.is_outside(place).await?)?;
        if let Some(invited) = invited {
            decide::may_challenge(challenger, invited)?;
            self.may_meet(challenger, invited.user).await?;
            self.would_be_seen(place, invited.user).await?;
        }
        let Terms { ruleset, side, rated, agreement, rematch_of, origin } = terms;
        let opponent = invited.map(|it| it.user);
        let rated = match rated {
            None if self.is_first_match(challenger, opponent).await? => Some(false),
            wish => wish,
        };
        let rated = decide::rated(rated, &ruleset, side, Rival::Person { hints: agreement.hints })?;
        let now = self.ports.clock.now();
        let expires_at = now.saturating_add(self.policy.challenge_lasts).unwrap_or(Timestamp::MAX);
        let offer =
            NewChallenge { place, challenger, opponent, ruleset, side, rated, agreement, rematch_of, expires_at };
        self.is_new(&offer, origin).await?;
        let id = self.ports.store.add_challenge(&offer, origin, self.policy.challenges, now).await;
        let id = id.map_err(|error| not_offered(error, opponent))?;
        Ok(Challenge { id, offer, state: ChallengeState::Open, revision: 0, message: None, made_at: now })
    }

    /// Whether somebody has finished no match with an opponent, or doesn't know yet who that will be.
    async fn is_first_match(&self, challenger: UserId, opponent: Option<UserId>) -> StoreResult<bool> {
        let Some(opponent) = opponent else { return Ok(true) };
        Ok(self.ports.store.tallies(challenger, Against::Person(opponent)).await?.is_empty())
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
        self.ports.due.wake(id.into());
        // The pages of the match before show the offer; what comes and goes between two looks at the database, they'd miss.
        if let Some(before) = challenge.offer.rematch_of {
            self.ports.changes.changed(before);
        }
        Ok(challenge)
    }

    /// Carries out an answer to a challenge. Returns its new state.
    async fn carry_out(
        &self,
        id: ChallengeId,
        answered: Answered,
        origin: Option<EventId>,
    ) -> StoreResult<ChallengeState> {
        let now = self.now();
        match answered {
            Answered::Begin(begun) => {
                let begun = self.ports.store.begin_match(&begun, origin, self.policy.matches, now).await?;
                self.ports.due.wake(begun.into());
                Ok(ChallengeState::Accepted(begun))
            }
            Answered::Close(state) => self.ports.store.close_challenge(id, state, now).await.map(|_| state),
        }
    }

    /// The refusal for somebody whose answer came too late: it says what became of the challenge.
    async fn why_too_late(&self, id: ChallengeId, user: UserId, answer: Answer) -> StoreResult<HostError> {
        let latest = self.ports.store.challenge(id).await?;
        let refusal = latest.and_then(|it| decide::answer(&it, user, answer, self.now(), false).err());
        Ok(refusal.map_or_else(too_late, HostError::from))
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

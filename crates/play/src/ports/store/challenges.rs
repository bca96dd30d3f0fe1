//! Challenges and their cards in the database, and the limits of challenges.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{GonePlace, Stored};
use crate::{Challenge, ChallengeId, ChallengeState, ChannelId, EventId, MatchId, MessageId, NewChallenge};

/// Challenges.
#[async_trait]
pub trait ChallengeStore: Send + Sync {
    /// Adds a challenge. Fails if its challenger or its channel has too many ([`StoreError::TooManyChallenges`]), if an
    /// open challenge already offers the same rematch ([`StoreError::Conflict`]), or if another one has the same origin
    /// ([`StoreError::Repeated`]). All this holds even if many are added at once, except that people who ask at the
    /// same instant may exceed the channel's limit by a few.
    async fn add_challenge(
        &self,
        challenge: &NewChallenge,
        origin: Option<EventId>,
        limits: ChallengeLimits,
        now: Timestamp,
    ) -> Stored<ChallengeId>;
    async fn challenge(&self, id: ChallengeId) -> Stored<Option<Challenge>>;
    /// The message or interaction by which a challenge was made, if it is known.
    async fn challenge_begun_by(&self, id: ChallengeId) -> Stored<Option<EventId>>;
    /// The challenge that a match began with.
    async fn challenge_of(&self, id: MatchId) -> Stored<Option<Challenge>>;
    /// The challenges of a channel that are open and have not expired, the newest first.
    async fn open_challenges(&self, channel: ChannelId, now: Timestamp) -> Stored<Vec<Challenge>>;
    async fn set_challenge_message(&self, id: ChallengeId, message: MessageId) -> Stored<()>;
    /// Notes that a message for a challenge is about to be requested again, and that we may not get the answer.
    async fn asked_for_card(&self, id: ChallengeId, now: Timestamp) -> Stored<()>;
    /// Closes an open challenge; [`StoreError::Conflict`] if it is no longer open.
    async fn close_challenge(&self, id: ChallengeId, state: ChallengeState, now: Timestamp) -> Stored<()>;
    /// Claims the closed challenges whose cards may still have controls, although there was time to remove them. For a
    /// while no other caller gets them.
    async fn claim_cards(&self, now: Timestamp) -> Stored<Vec<OwedCard>>;
    /// Notes that a claimed card could not be tried: that try does not count, and the card is due again at `due_at`.
    async fn put_off_card(&self, id: ChallengeId, due_at: Timestamp) -> Stored<()>;
    /// The card of a closed challenge has no controls anymore.
    async fn note_card_closed(&self, id: ChallengeId) -> Stored<()>;
    /// How many cards of closed challenges may still have controls, not counting those that were given up.
    async fn open_cards(&self) -> Stored<u64>;
    /// The open challenges made before a time, if nobody has seen them yet.
    async fn unshown_challenges(&self, made_before: Timestamp, now: Timestamp) -> Stored<Vec<Challenge>>;
    /// Claims these, in order to show them: for a while no other caller gets them, and for longer after each try.
    async fn claim_unshown(&self, made_before: Timestamp, now: Timestamp) -> Stored<Vec<OwedCard>>;
    /// Withdraws an open challenge that nobody has seen; [`StoreError::Conflict`] if it is shown by now, or closed.
    async fn withdraw_unshown(&self, id: ChallengeId, now: Timestamp) -> Stored<()>;
    /// Lets the open challenges in a place that is gone expire at once.
    async fn end_challenges_in(&self, gone: GonePlace, now: Timestamp) -> Stored<()>;
    /// Marks the open challenges that have expired, and returns those that can be read.
    async fn expire_challenges(&self, now: Timestamp) -> Stored<Vec<Challenge>>;
}

/// How many challenges one person may make, and how many there may be in a channel and in a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChallengeLimits {
    /// Open at once.
    pub open: u32,
    /// Open at once in the same channel, whoever made them.
    pub in_channel: u32,
    /// The same in a server.
    pub in_server: u32,
    /// In a day.
    pub a_day: u32,
    /// To the same person in a day, not counting those that were accepted.
    pub to_one: u32,
    /// How many of them may be declined in a day before the challenger must pause.
    pub declined: u32,
}

/// Which limit of challenges has been reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeLimit {
    Open,
    InChannel,
    InServer,
    ADay,
    ToOne,
    Declined,
}

/// The card of an open challenge that nobody has seen yet, or of a closed one that may still have controls.
#[derive(Clone, Debug)]
pub struct OwedCard {
    pub challenge: Challenge,
    /// How often processes have tried to show it, or to remove its controls.
    pub tries: u32,
    /// Whether it is given up if this try fails, too.
    pub is_last_try: bool,
}

//! Matches and their moves in the database, and the limits of matches.

use async_trait::async_trait;
use jiff::Timestamp;

use super::Stored;
use crate::{ChannelId, EventId, Match, MatchId, MatchOutline, NewMatch, UserId};

/// Matches and their moves.
#[async_trait]
pub trait MatchStore: Send + Sync {
    /// Begins a match, and closes its challenge, if any, in the same transaction. [`StoreError::Conflict`] if the
    /// challenge is no longer open, or if this rematch has already begun; [`StoreError::TooManyMatches`] if a player or
    /// the place has as many under way as the limits allow; [`StoreError::Repeated`] if another match has the same
    /// origin. All this holds even if many are begun at once, except that a place may then get a few more.
    async fn begin_match(
        &self,
        new: &NewMatch,
        origin: Option<EventId>,
        limits: MatchLimits,
        now: Timestamp,
    ) -> Stored<MatchId>;
    /// The match that was begun as the rematch of another.
    async fn rematch_of(&self, id: MatchId) -> Stored<Option<MatchId>>;
    async fn find_match(&self, id: MatchId) -> Stored<Option<Match>>;
    /// A match, if this process owns it; `None` if another process does, or if it was released until it is due again.
    async fn find_owned(&self, id: MatchId) -> Stored<Option<Match>>;
    /// What is known about a match, even if its record cannot be read.
    async fn outline(&self, id: MatchId) -> Stored<Option<MatchOutline>>;
    /// Ends a match under way without a result, even if its record cannot be read; [`StoreError::Conflict`] if it is
    /// over. The match is then due, because its end must be shown.
    async fn abort(&self, id: MatchId, now: Timestamp) -> Stored<()>;
    /// The matches of a user that are under way, optionally only those of one channel.
    async fn matches_of(&self, user: UserId, channel: Option<ChannelId>) -> Stored<Vec<Match>>;
    /// A user's matches that this program cannot read, and that are in no other list.
    async fn unreadable_of(&self, user: UserId) -> Stored<Vec<MatchId>>;
    /// The matches under way in a channel.
    async fn matches_in(&self, channel: ChannelId) -> Stored<Vec<Match>>;
    /// The matches in a channel that are over and for which something is still due.
    async fn ending_in(&self, channel: ChannelId) -> Stored<Vec<Match>>;
    /// The last match in a channel that can be read, under way or over.
    async fn last_match_in(&self, channel: ChannelId, user: Option<UserId>) -> Stored<Option<Match>>;
    /// The newest match of a person in a channel that is over.
    async fn last_ended_in(&self, channel: ChannelId, user: UserId) -> Stored<Option<Match>>;
    /// At most so many of a person's newest matches that are over, wherever they were played.
    async fn ended_of(&self, user: UserId, most: u32) -> Stored<Vec<Match>>;
    /// How many rated matches of a game against the engine a person has really begun.
    async fn begun_against_engine(&self, user: UserId, game: &str) -> Stored<u64>;
    /// Saves a change of a match. `next` differs from `current`, as it was read, in moves that were played or taken
    /// back, in its end (rated in the same transaction), in its conduct, or in its channel. The match is then due, and
    /// this process owns it, unless another one does already. [`StoreError::Conflict`] if the match has changed
    /// meanwhile; [`StoreError::Repeated`] if one of its moves has the same origin.
    async fn save(&self, current: &Match, next: &Match, origin: Option<EventId>, now: Timestamp) -> Stored<OwnedBy>;
    /// The message or interaction by which a match was begun, if it is known.
    async fn match_begun_by(&self, id: MatchId) -> Stored<Option<EventId>>;
    /// The newest event that has played a move of a match; `None` if that is not known, or the match is not at this version.
    async fn last_moved_by(&self, id: MatchId, version: u32) -> Stored<Option<EventId>>;
    /// Whether a move was played by this message or interaction; unknown for a move that was taken back.
    async fn is_played(&self, origin: EventId) -> Stored<bool>;
    /// Writes the conduct and the channel of a match, which may be over, if no board shows a difference; and drops the
    /// note of a reminder if `next` has none. The same guard applies.
    async fn keep(&self, current: &Match, next: &Match) -> Stored<()>;
}

/// How many matches may be under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchLimits {
    /// Of one person against the engine.
    pub against_engine: u32,
    /// Of one person, against whomever.
    pub of_person: u32,
    pub in_channel: u32,
    pub in_server: u32,
}

impl MatchLimits {
    /// As many as anybody wants.
    pub const NONE: Self =
        Self { against_engine: u32::MAX, of_person: u32::MAX, in_channel: u32::MAX, in_server: u32::MAX };
}

/// Which limit of matches has been reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchLimit {
    AgainstEngine,
    OfPerson(UserId),
    InChannel,
    InServer,
}

/// Which process owns a match. Only the owner shows its boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnedBy {
    /// This process.
    Us,
    Other,
}

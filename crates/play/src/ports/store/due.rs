//! What is due in matches, when, and which process owns them, according to the database.

use async_trait::async_trait;
use jiff::Timestamp;

use super::Stored;
use crate::{ChannelId, GuildId, MatchId};

/// What is due in matches, when, and which process owns them.
#[async_trait]
pub trait DueStore: Send + Sync {
    /// How much is due, and since when.
    async fn backlog(&self, now: Timestamp) -> Stored<Backlog>;
    /// Claims at most `most` of the matches that are due and owned by no other process. Matches with failures come
    /// first if somebody has acted in them in the last ten minutes. Other matches with failures get the room that is
    /// left by those without, but at least a quarter. From now on this process owns the claimed matches, until the
    /// leases end.
    async fn claim_due(&self, now: Timestamp, most: usize) -> Stored<Vec<MatchId>>;
    /// Renews the leases of these matches, except those that another process has taken over.
    async fn renew(&self, ids: &[MatchId]) -> Stored<Vec<Renewed>>;
    /// Lets a match, as it was at that revision, wait until somebody acts in its place, whatever is still to be done in it.
    async fn leave(&self, id: MatchId, revision: u32) -> Stored<Rest>;
    /// Notes that everything in a match, as it was at that revision, is done until `due_at`.
    async fn rest(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest>;
    /// Notes that a task of a match, as it was at that revision, has failed. The match is due again at `due_at`, or set
    /// aside until somebody acts. If it has changed meanwhile, the new state is due, and this process keeps owning it.
    async fn put_off(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest>;
    /// The same for a task that was refused, or a board that cannot be made. These are also counted separately.
    async fn refused(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest>;
    /// The same for a task that has not failed but must wait.
    async fn postpone(&self, id: MatchId, revision: u32, due_at: Timestamp) -> Stored<Rest>;
    /// Notes that a place is gone: everything due there is set aside until somebody acts. Returns the number of
    /// matches.
    async fn set_aside(&self, gone: GonePlace) -> Stored<u64>;
    /// Makes everything due that has failed in a channel or a server, because it may be allowed now. Returns the channels
    /// of these matches.
    async fn retry_in(&self, place: u64, now: Timestamp) -> Stored<Vec<ChannelId>>;
    /// Makes a resting match under way due, because this program cannot read or replay it. If it has failed already, it
    /// is left as it is: it is retried, or set aside.
    async fn note_broken(&self, id: MatchId, now: Timestamp) -> Stored<()>;
    /// The failures in a match; none if there is no such match.
    async fn failures(&self, id: MatchId) -> Stored<FailedTries>;
    /// Releases every match that this process owns.
    async fn release(&self) -> Stored<()>;
    /// Notes that the side to move was reminded of the position of that version.
    async fn note_reminded(&self, id: MatchId, version: u32) -> Stored<()>;
    /// Notes that the other side was told that it may claim the win in the position of that version.
    async fn note_claim_told(&self, id: MatchId, version: u32) -> Stored<()>;
}

/// How much is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backlog {
    /// The number of matches in which a board or a move of the engine is due now.
    pub due: u64,
    /// Since when the oldest of them has been due.
    pub oldest: Option<Timestamp>,
    /// The number of matches that are left alone until somebody acts, because something due has failed.
    pub set_aside: u64,
    /// The number of challenges whose cards are to be shown, or to lose their controls, now.
    pub cards: u64,
    /// The number of closed challenges whose cards keep their controls, because every try to remove them has failed.
    pub cards_given_up: u64,
}

/// How often in a row a task of a match has failed, and the match's revision.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FailedTries {
    pub failures: u32,
    /// How many of these were refusals, or boards that could not be made.
    pub refusals: u32,
    pub revision: u32,
}

/// A match whose lease this process has renewed, as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Renewed {
    pub id: MatchId,
    pub version: u32,
    pub is_over: bool,
}

/// Whether a match can rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    Rests,
    /// It has changed meanwhile.
    Changed,
    /// Another process owns it by now.
    NotMine,
}

/// A place that is gone, with everything in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GonePlace {
    Channel(ChannelId),
    Server(GuildId),
}

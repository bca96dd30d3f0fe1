//! Rows that become due: when, by whose lease, and how they are given back.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreResult;
use crate::{ChallengeId, ChannelId, GuildId, MatchId};

/// A table whose rows become due. Each of them says when that is, as a function of its state that is written in the same
/// transaction, and carries a revision, a lease, and its failures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DueTable {
    Matches,
    Challenges,
}

impl DueTable {
    pub const ALL: [Self; 2] = [Self::Matches, Self::Challenges];

    /// Its name in the database.
    pub fn name(self) -> &'static str {
        match self {
            Self::Matches => "matches",
            Self::Challenges => "challenges",
        }
    }
}

/// A row that becomes due.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DueRow {
    pub table: DueTable,
    pub id: i64,
}

impl From<MatchId> for DueRow {
    fn from(id: MatchId) -> Self {
        Self { table: DueTable::Matches, id: id.0 }
    }
}

impl From<ChallengeId> for DueRow {
    fn from(id: ChallengeId) -> Self {
        Self { table: DueTable::Challenges, id: id.0 }
    }
}

/// How a row is given back, and when it is due again; without a time, not before somebody acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    /// Everything is done until then.
    Done(Option<Timestamp>),
    /// Nothing has failed, but it must wait.
    Waits(Timestamp),
    /// It has failed, as things do in an outage.
    Failed(Option<Timestamp>),
    /// It was refused, or cannot be done. This is also counted separately.
    Refused(Option<Timestamp>),
}

/// Whether a row was given back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReleaseOutcome {
    Released,
    /// It has changed meanwhile: its new state is due, and this process keeps owning it. A failure counts all the same.
    Changed,
    /// Another process owns it by now.
    NotOwner,
}

/// Which process owns a row. Only the owner does what is due there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnedBy {
    /// This process.
    Us,
    Other,
}

/// How often in a row something due in a row has failed, and the row's revision.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FailedTries {
    pub failures: u32,
    /// How many of these were refusals, or things that cannot be done.
    pub refusals: u32,
    pub revision: u32,
}

/// How much is due.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Backlog {
    /// The number of matches in which something is due now.
    pub due: u64,
    /// Since when the oldest of them has been due.
    pub oldest: Option<Timestamp>,
    /// The number of matches that are left alone until somebody acts, because something due has failed.
    pub set_aside: u64,
    /// The number of challenges that have expired, or whose cards are to be shown, or to lose their controls, now.
    pub cards: u64,
    /// The number of challenges whose cards are left as they are, because every try to change them has failed.
    pub cards_given_up: u64,
}

/// A place that is gone, with everything in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GonePlace {
    Channel(ChannelId),
    Server(GuildId),
}

/// What is due, when, and which process owns it.
#[async_trait]
pub trait JobStore: Send + Sync {
    /// How much is due, and since when.
    async fn backlog(&self, now: Timestamp) -> StoreResult<Backlog>;
    /// Claims at most `most` of the rows that are due and owned by no other process. From now on this process owns them,
    /// until their leases end. A lease that has ended without being released counts as a failure. Matches with failures
    /// come first if somebody has acted in them in the last ten minutes. Other matches with failures get the room that is
    /// left by those without, but at least a quarter.
    async fn claim(&self, table: DueTable, now: Timestamp, most: usize) -> StoreResult<Vec<DueRow>>;
    /// Renews the leases of those of these rows that this process owns. Returns their numbers and revisions.
    async fn renew(&self, table: DueTable, ids: &[i64]) -> StoreResult<Vec<(i64, u32)>>;
    /// Gives back a row as it was at that revision.
    async fn release(&self, row: DueRow, revision: u32, release: Release) -> StoreResult<ReleaseOutcome>;
    /// Gives back every row that this process owns.
    async fn release_all(&self) -> StoreResult<()>;
    /// The failures in a row; none if there is no such row.
    async fn failed_tries(&self, row: DueRow) -> StoreResult<FailedTries>;
    /// Notes that a place is gone: nothing is due there until somebody acts, and its open challenges expire. Returns the
    /// number of matches.
    async fn set_aside(&self, gone: GonePlace) -> StoreResult<u64>;
    /// Makes everything due that has failed in a channel or a server, because it may be allowed now. Returns the channels
    /// of these matches.
    async fn retry_in(&self, place: u64, now: Timestamp) -> StoreResult<Vec<ChannelId>>;
}

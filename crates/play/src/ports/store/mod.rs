//! The database: its errors, and all its traits together, each in the file of its subject.

mod absences;
mod answers;
mod boards;
mod challenges;
mod community;
mod due;
mod matches;
mod people;
mod processes;
mod ratings;

use std::time::Duration;

pub use absences::*;
pub use answers::*;
pub use boards::*;
pub use challenges::*;
pub use community::*;
pub use due::*;
pub use matches::*;
pub use people::*;
pub use processes::*;
pub use ratings::*;

/// The database, in the words of the domain.
pub trait Store:
    PeopleStore
    + CommunityStore
    + ChallengeStore
    + MatchStore
    + BoardStore
    + DueStore
    + AbsenceStore
    + AnswerStore
    + RatingStore
    + ProcessStore
{
}

impl<T> Store for T where
    T: PeopleStore
        + CommunityStore
        + ChallengeStore
        + MatchStore
        + BoardStore
        + DueStore
        + AbsenceStore
        + AnswerStore
        + RatingStore
        + ProcessStore
{
}

/// An error of the store, not of a player.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A concurrent write came first: the condition of this write no longer holds.
    #[error("the row has changed meanwhile")]
    Conflict,
    /// The message or interaction that asks for this has already been carried out.
    #[error("that has been done already")]
    Repeated,
    /// The person has reached the caller's limit, which is given here.
    #[error("there are {0} already")]
    LimitReached(u32),
    /// A person or a place has reached the caller's limit of matches, which is given here.
    #[error("there are {1} matches already: {0:?}")]
    TooManyMatches(MatchLimit, u32),
    /// A person or a channel has reached the caller's limit of challenges, which is given here.
    #[error("there are {1} challenges already: {0:?}")]
    TooManyChallenges(ChallengeLimit, u32),
    #[error("the database failed")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database has not answered a call in time. The write may have been done, or may still be done.
    #[error("the database did not answer “{0}” within {1:?}")]
    Unanswered(&'static str, Duration),
    /// A row holds a value this program cannot read.
    #[error("a stored value cannot be read: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// Whether the database itself failed, which says nothing about the request.
    pub fn is_of_database(&self) -> bool {
        matches!(self, Self::Database(_) | Self::Unanswered(..))
    }
}

pub type Stored<T> = Result<T, StoreError>;

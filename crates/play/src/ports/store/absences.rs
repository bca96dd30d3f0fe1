//! When people are away, according to the database.

use async_trait::async_trait;
use jiff::Timestamp;

use super::Stored;
use crate::{Absence, UserId};

/// When people are away.
#[async_trait]
pub trait AbsenceStore: Send + Sync {
    /// A person's absences that end after `since`, in order.
    async fn absences(&self, user: UserId, since: Timestamp) -> Stored<Vec<Absence>> {
        let [theirs, _] = self.absences_of_both([Some(user), None], since).await?;
        Ok(theirs)
    }
    /// The same of two people at once; none of whoever isn't a person.
    async fn absences_of_both(&self, users: [Option<UserId>; 2], since: Timestamp) -> Stored<[Vec<Absence>; 2]>;
    /// Adds an absence, or ends one. The person's matches become due, because their deadlines move.
    async fn add_absence(&self, user: UserId, absence: Absence) -> Stored<()>;
    /// Ends a person's current and future absences.
    async fn end_absences(&self, user: UserId, now: Timestamp) -> Stored<()>;
}

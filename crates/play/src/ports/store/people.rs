//! What the database knows of people.

use std::collections::HashMap;

use async_trait::async_trait;
use jiff::Timestamp;

use super::Stored;
use crate::personal::PersonalData;
use crate::{Challenge, Preferences, Setting, UserId};

/// What the database knows of people.
#[async_trait]
pub trait PeopleStore: Send + Sync {
    /// Remembers a player's name.
    async fn meet(&self, user: UserId, name: &str, now: Timestamp) -> Stored<()>;
    /// The same, unless the player is known and has no name: they wanted it deleted.
    async fn meet_named(&self, user: UserId, name: &str, now: Timestamp) -> Stored<()>;
    async fn player_name(&self, user: UserId) -> Stored<Option<String>>;
    /// The names of those people who have been met.
    async fn player_names(&self, users: &[UserId]) -> Stored<HashMap<UserId, String>>;
    /// A person's preferences; the defaults if nothing was chosen, or if it cannot be read.
    async fn preferences(&self, user: UserId) -> Stored<Preferences>;
    /// Changes one preference and leaves the others as they are. Returns all of them.
    async fn set_preference(&self, user: UserId, setting: Setting, now: Timestamp) -> Stored<Preferences>;
    /// Takes the lease for reminding a person. Returns until when it lasts; `None` if another process has it.
    async fn begin_reminding(&self, user: UserId, now: Timestamp) -> Stored<Option<Timestamp>>;
    /// Gives the lease that lasts until then back, if it has not ended by itself.
    async fn end_reminding(&self, user: UserId, until: Timestamp) -> Stored<()>;
    /// The open challenges that a person has made.
    async fn challenges_by(&self, user: UserId, now: Timestamp) -> Stored<Vec<Challenge>>;
    /// Everything that is kept about a person; `None` if there is nothing.
    async fn personal_data(&self, user: UserId) -> Stored<Option<PersonalData>>;
    /// Deletes what is kept about a person, except what others have a part in. From then on, no list beyond a server
    /// includes this person.
    async fn forget(&self, user: UserId) -> Stored<()>;
}

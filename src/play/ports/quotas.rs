//! How much may be asked.

use std::time::Duration;

use crate::play::{Place, UserId};

/// What somebody asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// Anything: a command, a control, a move.
    Command,
    /// That the engine looks at a match.
    Analysis,
}

/// Whose quota it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuotaOf {
    Person,
    Channel,
    Server,
}

/// A quota is used up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UsedUp {
    pub quota: QuotaOf,
    /// After how long there is something left again.
    pub wait: Duration,
}

/// How much one person, one channel, and one server may ask for in a while.
pub trait Quotas: Send + Sync {
    /// Takes one from the quotas that a demand concerns.
    fn take(&self, demand: Demand, user: UserId, place: Place) -> Result<(), UsedUp>;
}

//! Rate limits: how much people may ask for.

use std::time::Duration;

use crate::{Place, UserId};

/// A kind of request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// Anything: a command, a control, a move.
    Command,
    /// What takes a core for seconds: an analysis, a record to read, an animation to draw.
    Effort,
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
    /// How long until something is left again.
    pub wait: Duration,
}

/// How much one person, one channel, and one server may ask for in some time.
pub trait Quotas: Send + Sync {
    /// Takes one from each quota that applies to a request.
    fn take(&self, demand: Demand, user: UserId, place: Place) -> Result<(), UsedUp>;
}

//! Adapter: the only way from this process to Discord's REST, in tests as in production.
//!
//! Serenity asks a server on loopback that is open to this process alone; that keeps Discord's limits, and asks Discord.
//! Serenity's own limiter does not stop for a global limit, trusts the clock of the machine, and remembers every
//! interaction forever; its requests may wait without end.

mod buffered_request;
mod buffered_response;
mod channel_backoff;
mod headers;
mod invalid_requests;
mod limits;
mod reachability;
mod route;
mod sender;
mod server;

use std::time::Duration;

pub use buffered_response::{ACKNOWLEDGED, UNANSWERED, WITHHELD};
pub use channel_backoff::ChannelBackoff;
pub use reachability::Reachability;
pub(crate) use sender::root_cause;
pub use server::{Egress, EgressError};

/// The base of Discord's REST.
pub const DISCORD: &str = "https://discord.com";

/// Where requests go, and how.
#[derive(Clone, Debug)]
pub struct EgressOptions {
    /// The base of the REST that is asked.
    pub base: String,
    /// How long a connection may take.
    pub connect: Duration,
    /// How long an answer may take.
    pub answer: Duration,
    /// How long a request may take in all: its turn, its answer, and trying again.
    pub whole: Duration,
    /// How many requests may begin in a second; interactions are not counted.
    pub per_second: u16,
}

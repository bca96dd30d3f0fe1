//! Adapter: the only way from this process to Discord's REST API and to the files that Discord keeps, in tests and in
//! production.
//!
//! Serenity sends its requests to a server on loopback that only this process can use. The server keeps Discord's rate
//! limits, and forwards the requests to Discord. Serenity's own limiter does not stop for a global limit, trusts the
//! machine's clock, and remembers every interaction forever; its requests may wait without end.

mod buffered_request;
mod buffered_response;
mod channel_backoff;
pub mod codes;
mod files;
mod headers;
mod limits;
mod reachability;
mod route;
mod sender;
mod server;

use std::time::Duration;

pub use channel_backoff::ChannelBackoff;
pub use files::{FetchError, Files};
pub use reachability::Reachability;
pub use sender::root_cause;
pub use server::Egress;

/// The base of Discord's REST API.
pub const DISCORD: &str = "https://discord.com";

/// Where requests go, and how.
#[derive(Clone, Debug)]
pub struct EgressOptions {
    /// The base of the REST API that requests are sent to.
    pub base: String,
    /// How long a connection may take.
    pub connect: Duration,
    /// How long an answer may take.
    pub answer: Duration,
    /// How long a request may take in all, including its turn, its response, and retries.
    pub whole: Duration,
    /// How many requests may begin in a second, not counting interactions.
    pub per_second: u16,
}

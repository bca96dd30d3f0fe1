//! How to reach Discord, and how long to wait for it.

use std::fmt;
use std::time::Duration;

use egress::{DISCORD, EgressOptions};

/// How to reach Discord.
#[derive(Clone, Debug)]
pub struct ConnectOptions {
    pub token: Secret,
    /// Another base for REST requests; it also provides the gateway's address.
    pub api_base: Option<String>,
    /// The shards of this process; as many as Discord recommends unless set.
    pub shards: Option<Shards>,
    /// How many requests of this process may begin in a second.
    pub requests_per_second: u16,
    pub patience: Patience,
}

impl ConnectOptions {
    /// The base of REST requests.
    pub(super) fn base(&self) -> &str {
        self.api_base.as_deref().unwrap_or(DISCORD)
    }

    /// The settings for outgoing REST requests.
    pub(super) fn egress(&self) -> EgressOptions {
        let Patience { connect, request, .. } = self.patience;
        let (base, per_second) = (self.base().to_owned(), self.requests_per_second);
        EgressOptions { base, connect, answer: request, whole: request * 2, per_second }
    }
}

/// The application of the bot, where it has Activities.
#[derive(Clone, Debug)]
pub struct ActivityOptions {
    /// The application's id.
    pub client_id: String,
    /// Its OAuth2 secret.
    pub secret: Secret,
}

/// How long the bot waits for Discord.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a connection.
    pub connect: Duration,
    /// For a complete response. Including its turn and retries, a request may take twice as long.
    pub request: Duration,
    /// Before the first retry. Each further pause is twice as long, up to `longest_pause`.
    pub first_pause: Duration,
    pub longest_pause: Duration,
    /// For the session of a shard while none is asked for, before all connect anew; before the bot ends, if the shard
    /// never had one.
    pub session: Duration,
    /// For a heartbeat to be acknowledged, before a shard counts as not connected.
    pub heartbeat: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            request: Duration::from_secs(30),
            first_pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(60),
            session: Duration::from_secs(60),
            heartbeat: Duration::from_secs(60),
        }
    }
}

/// A text that is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("****")
    }
}

/// Some shards of a bot: those that one process serves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shards {
    pub first: u32,
    pub last: u32,
    pub total: u32,
}

impl std::str::FromStr for Shards {
    type Err = ();

    /// `4` is all of four, `0-1/4` the first two of four.
    fn from_str(text: &str) -> Result<Self, ()> {
        let number = |it: &str| it.trim().parse::<u32>().map_err(|_| ());
        let (range, total) = text.split_once('/').unwrap_or(("", text));
        let total = number(total)?;
        let (first, last) = match range.split_once('-') {
            Some((first, last)) => (number(first)?, number(last)?),
            None if range.is_empty() => (0, total.checked_sub(1).ok_or(())?),
            None => (number(range)?, number(range)?),
        };
        if first <= last && last < total { Ok(Self { first, last, total }) } else { Err(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_all_or_a_part() {
        let shards = |text: &str| text.parse::<Shards>().map(|it| (it.first, it.last, it.total));
        assert_eq!(shards("4"), Ok((0, 3, 4)));
        assert_eq!(shards("0-1/4"), Ok((0, 1, 4)));
        assert_eq!(shards("3/4"), Ok((3, 3, 4)));
        for nonsense in ["", "0", "4/4", "2-1/4", "x", "1-/4"] {
            assert_eq!(shards(nonsense), Err(()), "{nonsense}");
        }
    }
}

//! Identifiers, each its own type.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A Discord user.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct UserId(pub u64);

/// A Discord server.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct GuildId(pub u64);

/// A Discord channel or thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ChannelId(pub u64);

/// A Discord message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct MessageId(pub u64);

/// A match of this Parlor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct MatchId(pub i64);

/// A challenge of this Parlor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct ChallengeId(pub i64);

/// A Discord message or interaction with which somebody asked for something.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EventId(pub u64);

/// The identity of a database: rows in another database can have the same numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct DatabaseId(pub u32);

/// Where something is played: a channel, and the server it belongs to unless it is a private conversation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub guild: Option<GuildId>,
    pub channel: ChannelId,
}

/// One of the shards among which Discord divides a bot's events: its index, from 0, and their count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard {
    pub index: u32,
    pub total: u32,
}

/// Who asks for something, and in which channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asker {
    pub user: UserId,
    pub channel: ChannelId,
    /// Whether nobody else reads what the asker is told about a match. One that isn't named may be anywhere then.
    pub is_alone: bool,
    /// The event that asked for it. It makes sure that nothing is done twice, even if several processes receive the
    /// event.
    pub origin: Option<EventId>,
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// As people see and type it: `#17`.
impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// As nonces contain it.
impl fmt::Display for DatabaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

impl DatabaseId {
    /// The highest one: controls are short.
    pub const MAX: Self = Self(0xf_ffff);
}

impl Place {
    /// The number by which Discord assigns places to shards: this number modulo the number of shards gives the shard
    /// that hears the place. Private conversations belong to the first one.
    pub fn shard_key(self) -> u64 {
        self.guild.map_or(0, |it| it.0 >> 22)
    }
}

impl Shard {
    /// Whether this is the shard that hears a place.
    pub fn hears(self, place: Place) -> bool {
        place.shard_key().checked_rem(u64::from(self.total)) == Some(u64::from(self.index))
    }
}

impl UserId {
    /// How Discord writes a mention of this user.
    pub fn mention(self) -> String {
        format!("<@{}>", self.0)
    }
}

impl ChannelId {
    /// How Discord writes a mention of this channel.
    pub fn mention(self) -> String {
        format!("<#{}>", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_is_heard_by_one_shard() {
        let place = |guild| Place { guild, channel: ChannelId(1) };
        let shards = [0, 1, 2, 3].map(|index| Shard { index, total: 4 });
        // As Discord defines it: the server's number without its lowest 22 bits.
        for (guild, heard_by) in
            [(None, 0), (Some(197_038_439_483_310_086), 2), (Some((1 << 22) - 1), 0), (Some(7 << 22), 3)]
        {
            let place = place(guild.map(GuildId));
            assert_eq!(shards.map(|it| it.hears(place)), [0, 1, 2, 3].map(|it| it == heard_by), "{place:?}");
            assert!(Shard { index: 0, total: 1 }.hears(place), "the only one hears all");
        }
    }
}

//! Shards: which guilds a session hears of.

use serde::{Deserialize, Serialize};

/// One of the parts into which a bot's guilds are divided, as `[index, count]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shard(u64, u64);

impl Shard {
    /// All guilds.
    pub(crate) const WHOLE: Self = Self(0, 1);

    /// Whether there can be such a shard.
    pub(crate) fn is_valid(self) -> bool {
        self.0 < self.1
    }

    /// Whether it hears of a guild, or, without one, of direct messages.
    pub(crate) fn hears(self, guild: Option<u64>) -> bool {
        let Self(index, count) = self;
        index == guild.map_or(0, |id| (id >> 22) % count.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guild_has_one_shard_and_direct_messages_have_the_first() {
        for guild in [0, 1 << 22, 2 << 22, (7 << 22) + 5] {
            assert!(Shard::WHOLE.hears(Some(guild)));
            let hearing: Vec<u64> = (0..3).filter(|index| Shard(*index, 3).hears(Some(guild))).collect();
            assert_eq!(hearing, [(guild >> 22) % 3]);
        }
        assert!(Shard(0, 3).hears(None) && !Shard(1, 3).hears(None));
        assert!(!Shard(3, 3).is_valid() && !Shard(0, 0).is_valid());
    }
}

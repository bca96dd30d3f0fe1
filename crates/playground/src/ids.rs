//! Snowflakes: the fixed ones of the playground, and new ones in order of time.

use std::time::{SystemTime, UNIX_EPOCH};

/// The bot's user, and its application: both have one id.
pub const BOT: u64 = 1_100_000_000_000_000_001;
/// The bot's id in Base64, as tokens begin with it.
pub(crate) const BOT_IN_TOKENS: &str = "MTEwMDAwMDAwMDAwMDAwMDAwMQ";
/// The guild, and its role of everyone.
pub const GUILD: u64 = 1_100_000_000_000_000_010;
/// The channel #games.
pub const GAMES: u64 = 1_100_000_000_000_000_011;
/// The channel #lounge.
pub const LOUNGE: u64 = 1_100_000_000_000_000_012;
/// The forum #matches.
pub const FORUM: u64 = 1_100_000_000_000_000_013;
/// The post of the forum that is there from the start, and its first message.
pub const FORUM_POST: u64 = 1_100_000_000_000_000_014;
/// The role that Discord makes for the bot.
pub const BOT_ROLE: u64 = 1_100_000_000_000_000_015;
/// The person Ann.
pub const ANN: u64 = 1_100_000_000_000_000_021;
/// The person Bob.
pub const BOB: u64 = 1_100_000_000_000_000_022;
/// The person Cid.
pub const CID: u64 = 1_100_000_000_000_000_023;
/// Another bot, which is no person.
pub const ROBO: u64 = 1_100_000_000_000_000_029;
/// Ann's channel for direct messages with the bot; those of Bob and Cid follow.
pub const ANN_DM: u64 = 1_100_000_000_000_000_031;
/// Bob's channel for direct messages with the bot.
pub const BOB_DM: u64 = 1_100_000_000_000_000_032;
/// Cid's channel for direct messages with the bot.
pub const CID_DM: u64 = 1_100_000_000_000_000_033;
/// The group conversation of the three, which the bot is not part of.
pub const FRIENDS: u64 = 1_100_000_000_000_000_034;

/// The first second of 2015, where snowflakes begin to count.
const DISCORD_EPOCH_MS: u64 = 1_420_070_400_000;

/// Gives out snowflakes that strictly increase.
#[derive(Debug, Default)]
pub(crate) struct Snowflakes {
    last: u64,
}

impl Snowflakes {
    /// The next one.
    pub(crate) fn next(&mut self) -> u64 {
        let now = (now_ms().saturating_sub(DISCORD_EPOCH_MS)) << 22;
        self.last = now.max(self.last + 1);
        self.last
    }
}

/// Milliseconds since 1970.
fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| u64::try_from(d.as_millis()).unwrap_or(u64::MAX))
}

/// When a snowflake was made, as ISO 8601.
pub(crate) fn time_of(id: u64) -> String {
    iso((id >> 22) + DISCORD_EPOCH_MS)
}

/// The present moment as ISO 8601.
pub(crate) fn now() -> String {
    iso(now_ms())
}

fn iso(ms: u64) -> String {
    let stamp = i64::try_from(ms).ok().and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok()).unwrap_or_default();
    format!("{stamp:.3}")
}

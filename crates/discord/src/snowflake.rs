//! Discord's ids: they grow with time.

const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;

/// The lowest id of that millisecond since 1970. No id is 0.
pub(super) fn number_of(millisecond: i64) -> u64 {
    let since_epoch = u64::try_from(millisecond - DISCORD_EPOCH_MS).unwrap_or_default();
    (since_epoch.min(u64::MAX >> 22) << 22).max(1)
}

/// The millisecond since 1970 in which an id was made.
pub fn millisecond_of(number: u64) -> i64 {
    (number >> 22) as i64 + DISCORD_EPOCH_MS
}

//! Quotas as token buckets: one for each recently active person, channel, and server, with separate ones for what takes long, like analyses.
//! Each process counts on its own.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use play::ports::{Demand, QuotaOf, Quotas, UsedUp};
use play::{ChannelId, GuildId, Place, UserId};

/// After this many requests, buckets that are full again are dropped.
const TIDIED_AFTER: u32 = 10_000;

/// Token buckets for each kind of demand.
pub(super) struct TokenBuckets {
    commands: Buckets,
    efforts: Buckets,
    demands: AtomicU32,
}

impl TokenBuckets {
    /// One person may make `a_minute` requests in a minute, and a third of them at once. Every twentieth may be an
    /// analysis, or as much effort. Because these are few, a larger share of them may come at once.
    pub fn new(a_minute: u32) -> Self {
        Self {
            commands: Buckets::new(a_minute, a_minute / 3),
            efforts: Buckets::new(a_minute / 20, a_minute / 12),
            demands: AtomicU32::new(0),
        }
    }
}

impl Quotas for TokenBuckets {
    fn take(&self, demand: Demand, user: UserId, place: Place) -> Result<(), UsedUp> {
        if self.demands.fetch_add(1, Ordering::Relaxed) % TIDIED_AFTER == TIDIED_AFTER - 1 {
            self.commands.tidy();
            self.efforts.tidy();
        }
        let buckets = match demand {
            Demand::Command => &self.commands,
            Demand::Effort => &self.efforts,
        };
        take(&buckets.people, &user, QuotaOf::Person)?;
        take(&buckets.channels, &place.channel, QuotaOf::Channel)?;
        place.guild.map_or(Ok(()), |guild| take(&buckets.servers, &guild, QuotaOf::Server))
    }
}

/// The buckets of one kind of demand.
struct Buckets {
    people: DefaultKeyedRateLimiter<UserId>,
    channels: DefaultKeyedRateLimiter<ChannelId>,
    servers: DefaultKeyedRateLimiter<GuildId>,
}

impl Buckets {
    /// One person may take `a_minute` in a minute, and `at_once` at once. A channel may take twice as much, because
    /// Discord lets a bot write about one message a second there. A server may take fifteen times as much, which is
    /// about what Discord's request limit allows for the whole bot.
    fn new(a_minute: u32, at_once: u32) -> Self {
        let (a_minute, at_once) = (a_minute.max(1), at_once.max(1));
        Self {
            people: buckets(a_minute, at_once),
            channels: buckets(a_minute.saturating_mul(2), at_once.saturating_mul(3)),
            servers: buckets(a_minute.saturating_mul(15), at_once.saturating_mul(15)),
        }
    }

    /// Drops the buckets of those who have not asked for anything for a while.
    fn tidy(&self) {
        self.people.retain_recent();
        self.channels.retain_recent();
        self.servers.retain_recent();
    }
}

/// Buckets that refill at `a_minute` and hold `at_once`, but at least one.
fn buckets<K: Hash + Eq + Clone>(a_minute: u32, at_once: u32) -> DefaultKeyedRateLimiter<K> {
    let at_least_one = |count| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
    RateLimiter::keyed(Quota::per_minute(at_least_one(a_minute)).allow_burst(at_least_one(at_once)))
}

fn take<K: Hash + Eq + Clone>(buckets: &DefaultKeyedRateLimiter<K>, key: &K, quota: QuotaOf) -> Result<(), UsedUp> {
    buckets.check_key(key).map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        UsedUp { quota, wait }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(channel: u64) -> Place {
        Place { guild: Some(GuildId(1)), channel: ChannelId(channel) }
    }

    /// How many requests are admitted at once, and which quota is used up then.
    fn exhaust(mut take: impl FnMut(u64) -> Result<(), UsedUp>) -> (u64, QuotaOf) {
        let mut count = 0;
        loop {
            match take(count) {
                Ok(()) => count += 1,
                Err(used_up) => return (count, used_up.quota),
            }
        }
    }

    #[test]
    fn a_person_a_channel_and_a_server_have_their_own_quotas_and_what_takes_long_is_counted_apart() {
        let quotas = TokenBuckets::new(60);
        for (demand, person, channel, server) in [(Demand::Command, 20, 40, 240), (Demand::Effort, 5, 10, 60)] {
            let take = |user, channel| quotas.take(demand, UserId(user), place(channel));
            assert_eq!(exhaust(|_| take(1, 1)), (person, QuotaOf::Person));
            assert_eq!(
                exhaust(|count| take(100 + count, 1)),
                (channel, QuotaOf::Channel),
                "besides the first person's"
            );
            assert_eq!(exhaust(|count| take(1000 + count, 1000 + count)), (server, QuotaOf::Server));
            let elsewhere = Place { guild: None, channel: ChannelId(7) };
            assert_eq!(quotas.take(demand, UserId(5000), elsewhere), Ok(()), "others are not concerned");
        }
        let wait = quotas.take(Demand::Effort, UserId(1), place(1)).unwrap_err().wait;
        assert!((15..=20).contains(&wait.as_secs()), "{wait:?}");
    }

    #[test]
    fn whoever_asks_for_nothing_is_forgotten() {
        let quotas = TokenBuckets::new(60_000_000);
        for user in 0..u64::from(TIDIED_AFTER) {
            quotas.take(Demand::Command, UserId(user), place(user)).unwrap();
        }
        let remembered = quotas.commands.people.len();
        assert!(remembered < TIDIED_AFTER as usize / 2, "{remembered}");
    }
}

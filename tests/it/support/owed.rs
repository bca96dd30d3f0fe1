//! Matches that begin in the database alone, so that a bot finds that it owes them something.

use jiff::Timestamp;
use play::ports::{MatchLimits, Release};
use play::{ChannelId, GuildId, NewMatch, Place, Seat};
use playground::ids;

/// So many matches of Lines of Action begin, by turns in these channels. Their boards are owed, and nobody looks after any
/// yet.
pub async fn owe_matches(url: &str, seats: [Seat; 2], channels: &[u64], count: usize) {
    let db = store::open(url).await.unwrap();
    for channel in channels.iter().copied().cycle().take(count) {
        let now = Timestamp::now();
        let begun = NewMatch::casual(
            Place { guild: Some(GuildId(ids::GUILD)), channel: ChannelId(channel) },
            games::read_ruleset("loa").unwrap(),
            seats,
        );
        let id = db.begin_match(&begun, None, MatchLimits::NONE, now).await.unwrap();
        db.release(id.into(), 0, Release::Waits(now)).await.unwrap();
    }
}

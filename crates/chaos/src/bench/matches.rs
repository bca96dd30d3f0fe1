//! Matches for benchmarks of the whole bot, and the requests that show them.

use anyhow::Context as _;

use super::rig::Rig;
use play::ports::MatchLimits;
use play::{Agreement, ChannelId, GuildId, NewMatch, Place, Seat, UserId};
use playground::{Recorded, ids};

/// Rules under which moves can be repeated for ever.
const ENDLESS: &str = "loa:cs61b repetition=off limit=off";

/// Begins a match between two people whose first board is owed.
pub(super) async fn begin_match(rig: &Rig) -> anyhow::Result<Begun> {
    let begun = begin_matches(rig, 1).await?;
    begun.first().copied().context("No match has begun")
}

/// Begins such matches by turns in the rig's channels.
pub(super) async fn begin_matches(rig: &Rig, count: usize) -> anyhow::Result<Vec<Begun>> {
    begin_all(rig, ENDLESS, [Seat::User(UserId(ids::ANN)), Seat::User(UserId(ids::BOB))], count).await
}

/// Begins matches whose first boards are owed, by turns in the rig's channels.
pub(super) async fn begin_all(rig: &Rig, rules: &str, seats: [Seat; 2], count: usize) -> anyhow::Result<Vec<Begun>> {
    let db = store::open(&rig.database_url).await?;
    let ruleset = games::read_ruleset(rules).context("There's no such ruleset")?;
    let mut all = Vec::with_capacity(count);
    for channel in rig.channels.iter().copied().cycle().take(count) {
        #[expect(clippy::disallowed_methods, reason = "a benchmark plays in real time")]
        let now = jiff::Timestamp::now();
        let begun = NewMatch {
            place: Place { guild: Some(GuildId(ids::GUILD)), channel: ChannelId(channel) },
            ruleset: ruleset.clone(),
            seats,
            rated: false,
            agreement: Agreement::default(),
            challenge: None,
            rematch_of: None,
        };
        let id = db.begin_match(&begun, None, MatchLimits::NONE, now).await?;
        // It's left to the bot. A release would count as a failure, so the bot would search the channel for its board.
        db.postpone(id, 0, now).await?;
        all.push(Begun { id: id.0, channel });
    }
    Ok(all)
}

/// The request that shows a match after so many plies.
pub(super) async fn shown(rig: &Rig, id: i64, plies: u32, seen: usize) -> anyhow::Result<Recorded> {
    rig.request(seen, |it| board_of(it) == Some((id, plies))).await
}

/// The match and the ply of which a request shows the board: the name of its picture says so.
pub(super) fn board_of(request: &Recorded) -> Option<(i64, u32)> {
    let mut parts = request.files.first()?.name.strip_suffix(".png")?.rsplit('-');
    let ply = parts.next()?.parse().ok()?;
    Some((parts.next()?.parse().ok()?, ply))
}

/// A match, and where it is played.
#[derive(Clone, Copy)]
pub(super) struct Begun {
    pub id: i64,
    pub channel: u64,
}

//! Fills a database with the rows of a large made-up community, to measure the effect of growth.

use crate::dialect::Dialect;
use crate::upkeep::{Kept, Upkeep};

/// How large a community is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crowd {
    pub players: u64,
    /// Matches under way.
    pub open: u64,
    /// Matches that are over.
    pub ended: u64,
    /// The moves of each match, the first move first.
    pub moves: &'static [&'static str],
    pub ruleset: &'static str,
}

/// Where the ids of made-up people, channels, and servers begin: above all that Discord has given out by now.
pub const FIRST_MADE_UP: u64 = 4_000_000_000_000_000_000;

/// The number of channels in which made-up matches are played.
const CHANNELS: u64 = 10_000;

/// Adds a crowd to the database at `url`, which must have its schema.
pub async fn crowd(url: &str, crowd: &Crowd) -> Kept<()> {
    let mut upkeep = Upkeep::connect(url).await?;
    upkeep.execute("BEGIN").await?;
    let now = upkeep.time().await?.as_millisecond();
    for statement in statements(crowd, now) {
        upkeep.execute(statement).await?;
    }
    upkeep.execute("COMMIT").await?;
    if upkeep.dialect == Dialect::Postgres {
        // PostgreSQL does these by itself before long, and then they would disturb what is measured. SQLite does not.
        upkeep.execute("VACUUM ANALYZE").await?;
        upkeep.execute("CHECKPOINT").await?;
    }
    Ok(())
}

/// When a match must be looked at next, in milliseconds from now.
const REST: i64 = 10 * 24 * 3_600_000;

fn statements(crowd: &Crowd, now: i64) -> Vec<String> {
    let numbers =
        |count: u64| format!("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})");
    let player = |number: &str| format!("{FIRST_MADE_UP} + {number} % {}", crowd.players);
    let matches = |count: u64, columns: &str, values: &str| {
        format!(
            "INSERT INTO matches (guild_id, channel_id, game, ruleset, first_seat, second_seat, rated, ply, \
             revision, shown_revision, shown_plies, board_message, created_at, updated_at{columns}) \
             {} SELECT {FIRST_MADE_UP} + i % 100, {FIRST_MADE_UP} + i % {CHANNELS}, '{}', '{}', 'user:' || ({}), \
             'user:' || ({}), TRUE, {plies}, {plies}, {plies}, {plies}, {FIRST_MADE_UP} + i, i, i{values} FROM n",
            numbers(count),
            crowd.ruleset.split(':').next().unwrap_or_default(),
            crowd.ruleset,
            player("i"),
            player("(i * 7 + 1)"),
            plies = crowd.moves.len(),
        )
    };
    let moves = crowd.moves.iter().enumerate().map(|(ply, text)| format!("SELECT {ply} AS ply, '{text}' AS text"));
    let moves = moves.collect::<Vec<_>>().join(" UNION ALL ");
    vec![
        format!(
            "INSERT INTO players (id, name, met_at) {} SELECT {}, 'Player ' || i, 0 FROM n",
            numbers(crowd.players),
            player("i")
        ),
        format!(
            "INSERT INTO ratings (player_id, game, scope, rating, deviation, volatility, wins, listed, rated_at) \
             {} SELECT {}, '{}', 0, 1000 + i % 1000, 50 + i % 300, 0.06, 1, TRUE, \
             {now} - i % 3 * CAST(1728000000 AS BIGINT) FROM n",
            numbers(crowd.players),
            player("i"),
            crowd.ruleset.split(':').next().unwrap_or_default(),
        ),
        matches(crowd.ended, ", reason, winner", ", 'resigned', 'first'"),
        // In each of them, the time to move is limited.
        matches(crowd.open, ", clock_since, due_at", &format!(", {now}, {}", now + REST)),
        format!(
            "INSERT INTO moves (match_id, ply, text, played_at) SELECT m.id, p.ply, p.text, 0 FROM matches m \
             CROSS JOIN ({moves}) p WHERE m.board_message > {FIRST_MADE_UP}"
        ),
        format!(
            "INSERT INTO rating_changes (match_id, player_id, rating_before, deviation_before, volatility_before, \
             rating_after, deviation_after, volatility_after) SELECT id, CAST(substr(first_seat, 6) AS BIGINT), 1500, 80, \
             0.06, 1505, 80, 0.06 FROM matches WHERE reason IS NOT NULL AND board_message > {FIRST_MADE_UP}"
        ),
        format!(
            "INSERT INTO board_messages (message_id, match_id, version, plies, live) SELECT board_message, id, ply, ply, TRUE \
             FROM matches WHERE reason IS NULL AND board_message > {FIRST_MADE_UP}"
        ),
    ]
}

//! The most frequent statements, and the parts that several statements share. They are public so that a test can check
//! how the databases find the rows.

use play::ports::{DueTable, LeaderboardPage, MAX_RATING_HISTORY, ServerStats};

/// The columns that [`MatchRow`] reads.
macro_rules! select_matches {
    ($rest:literal) => {
        concat!(
            "SELECT id, guild_id, channel_id, ruleset, first_seat, second_seat, rated, ply, undone, reason, winner, \
             details, clock_since, rules_version, revision, shown_revision, shown_plies, board_message, board_told, \
             first_page_at, second_page_at, imported_by, \
             failures, refusals, created_at, updated_at, \
             (SELECT string_agg(v.text, ' ' ORDER BY v.ply) FROM moves v \
             WHERE v.match_id = matches.id AND v.ply < matches.ply) AS moves FROM matches ",
            $rest
        )
    };
}

/// The columns that [`ChallengeRow`] reads.
macro_rules! select_challenges {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.guild_id, c.channel_id, c.challenger_id, c.opponent_id, c.ruleset, c.side, c.rated, \
             c.terms, c.rematch_of, c.state, c.revision, c.message_id, c.expires_at, c.created_at, \
             m.id AS match_id FROM challenges c LEFT JOIN matches m ON m.challenge_id = c.id ",
            $rest
        )
    };
}

/// The columns that [`StandingRow`] reads.
macro_rules! select_standings {
    ($rest:literal) => {
        concat!(
            "SELECT r.player_id, p.name, r.game, r.rating, r.deviation, r.volatility, r.rated_at, r.wins, r.draws, \
             r.losses FROM ratings r LEFT JOIN players p ON p.id = r.player_id ",
            $rest
        )
    };
}

/// The numbers of all matches of a seat. Matches under way and matches that are over have separate indexes.
macro_rules! all_ids_of {
    () => {
        "SELECT id FROM matches WHERE reason IS NULL AND first_seat = $1 \
         UNION SELECT id FROM matches WHERE reason IS NULL AND second_seat = $1 \
         UNION SELECT id FROM matches WHERE reason IS NOT NULL AND first_seat = $1 \
         UNION SELECT id FROM matches WHERE reason IS NOT NULL AND second_seat = $1"
    };
}

pub(super) use {select_challenges, select_matches, select_standings};

/// The matches of a seat that are under way, optionally only those of one channel.
pub const MATCHES_OF: &str = select_matches!(
    "WHERE id IN (SELECT id FROM matches WHERE reason IS NULL AND first_seat = $1 \
     UNION SELECT id FROM matches WHERE reason IS NULL AND second_seat = $1) \
     AND ($2 IS NULL OR channel_id = $2) ORDER BY id DESC LIMIT 1000"
);

/// The newest match in a channel before a number, under way or over.
pub const LAST_MATCH_IN: &str = select_matches!("WHERE channel_id = $1 AND id < $2 ORDER BY id DESC LIMIT 1");

/// The same for a seat. The unary pluses keep the databases from scanning all matches of the channel, or all matches,
/// for a person who has none there: they use the seat's index instead.
pub const LAST_MATCH_OF_IN: &str = select_matches!(
    "WHERE id = (SELECT MAX(+id) FROM (\
     SELECT id FROM matches WHERE reason IS NULL AND first_seat = $3 AND +channel_id = $1 AND id < $2 \
     UNION ALL SELECT id FROM matches WHERE reason IS NULL AND second_seat = $3 AND +channel_id = $1 AND id < $2 \
     UNION ALL SELECT id FROM matches WHERE reason IS NOT NULL AND first_seat = $3 AND +channel_id = $1 AND id < $2 \
     UNION ALL SELECT id FROM matches WHERE reason IS NOT NULL AND second_seat = $3 AND +channel_id = $1 \
     AND id < $2) AS theirs)"
);

/// The newest match of a seat in a channel before a number that is over. For the unary pluses, see above.
pub const LAST_ENDED_OF_IN: &str = select_matches!(
    "WHERE id = (SELECT MAX(+id) FROM (\
     SELECT id FROM matches WHERE reason IS NOT NULL AND first_seat = $3 AND +channel_id = $1 AND id < $2 \
     UNION ALL SELECT id FROM matches WHERE reason IS NOT NULL AND second_seat = $3 AND +channel_id = $1 \
     AND id < $2) AS theirs)"
);

/// The newest matches of a seat that are over.
pub const ENDED_OF: &str = select_matches!(
    "WHERE id IN (SELECT id FROM (SELECT id FROM matches WHERE reason IS NOT NULL AND first_seat = $1 \
     UNION SELECT id FROM matches WHERE reason IS NOT NULL AND second_seat = $1) AS theirs \
     ORDER BY id DESC LIMIT $2) ORDER BY id DESC"
);

/// The newest matches of a seat that are over: against a seat, of a game, in a channel.
pub const HISTORY: &str = select_matches!(
    "WHERE id IN (SELECT id FROM (SELECT id FROM matches WHERE reason IS NOT NULL AND first_seat = $1 \
     AND second_seat LIKE $2 AND ($3 IS NULL OR game = $3) AND ($4 IS NULL OR channel_id = $4) \
     UNION SELECT id FROM matches WHERE reason IS NOT NULL AND second_seat = $1 \
     AND first_seat LIKE $2 AND ($3 IS NULL OR game = $3) AND ($4 IS NULL OR channel_id = $4)) AS theirs \
     ORDER BY id DESC LIMIT $5 OFFSET $6) ORDER BY id DESC"
);

/// The results of a seat against a seat, by game and whether they're rated. Whoever aborts has none.
pub const TALLIES: &str = "SELECT game, rated, COUNT(CASE WHEN winner = side THEN 1 END), \
     COUNT(CASE WHEN winner IS NULL THEN 1 END), COUNT(CASE WHEN winner <> side THEN 1 END) FROM (\
     SELECT game, rated, winner, 'first' AS side FROM matches WHERE reason IS NOT NULL AND first_seat = $1 \
     AND second_seat LIKE $2 AND reason <> 'aborted' \
     UNION ALL SELECT game, rated, winner, 'second' AS side FROM matches WHERE reason IS NOT NULL \
     AND second_seat = $1 AND first_seat LIKE $2 AND reason <> 'aborted') AS theirs \
     GROUP BY game, rated ORDER BY game, rated DESC";

/// The results of a seat against each other seat, those it has met most first. Whoever aborts has none.
pub const OPPONENTS: &str = "SELECT other, COUNT(CASE WHEN winner = side THEN 1 END), \
     COUNT(CASE WHEN winner IS NULL THEN 1 END), COUNT(CASE WHEN winner <> side THEN 1 END) FROM (\
     SELECT second_seat AS other, winner, 'first' AS side FROM matches WHERE reason IS NOT NULL AND first_seat = $1 \
     AND reason <> 'aborted' UNION ALL SELECT first_seat AS other, winner, 'second' AS side FROM matches \
     WHERE reason IS NOT NULL AND second_seat = $1 AND reason <> 'aborted') AS theirs \
     GROUP BY other ORDER BY COUNT(*) DESC, other LIMIT $2";

/// The ratings of a player after the last rated matches of a game.
pub const RATING_HISTORY: &str = "SELECT c.rating_after AS rating, c.deviation_after AS deviation, \
     c.volatility_after AS volatility FROM rating_changes c JOIN matches m ON m.id = c.match_id \
     WHERE c.player_id = $1 AND m.game = $2 ORDER BY c.match_id DESC LIMIT 100";

/// The newest matches of a server with a result, of which those of a game from its start are looked at.
macro_rules! lately_in_server {
    () => {
        "(SELECT id, winner, ply FROM (SELECT id, game, details, winner, ply FROM matches WHERE guild_id = $1 \
         AND reason IS NOT NULL AND reason <> 'aborted' AND first_seat <> 'recorded' \
         ORDER BY updated_at DESC LIMIT 1000) AS newest \
         WHERE game = $2 AND details NOT LIKE '%\"opening\":{%') AS lately "
    };
}

/// What came of the newest matches of a server, and how long they were.
pub const SERVER_RESULTS: &str = concat!(
    "SELECT COUNT(*), COUNT(CASE WHEN winner = 'first' THEN 1 END), COUNT(CASE WHEN winner = 'second' THEN 1 END), \
     CAST(COALESCE(SUM(ply), 0) AS BIGINT) FROM ",
    lately_in_server!()
);

/// The longest of the newest matches of a server.
pub const SERVER_LONGEST: &str = concat!("SELECT id, ply FROM ", lately_in_server!(), "ORDER BY ply DESC, id LIMIT 1");

/// How the newest matches of a server began.
pub const SERVER_OPENINGS: &str = concat!(
    "SELECT one.text || ' ' || other.text, COUNT(*) FROM ",
    lately_in_server!(),
    "JOIN moves one ON one.match_id = lately.id AND one.ply = 0 \
     JOIN moves other ON other.match_id = lately.id AND other.ply = 1 \
     GROUP BY one.text, other.text ORDER BY COUNT(*) DESC, one.text, other.text LIMIT 3"
);

const _: () = assert!(LeaderboardPage::SIZE + 1 == 21 && ServerStats::MATCHES == 1000 && MAX_RATING_HISTORY == 100);

/// Those who have played a game since a time ($3), as [`Standing::at`](play::ports::Standing::at) tells settled ratings from
/// provisional ones at another ($4), by how fast a deviation grows ($5) and the square of the one that is too large ($6).
macro_rules! lately_rated {
    ($settled:literal) => {
        concat!(
            "FROM ratings WHERE game = $1 AND scope = $2 AND listed = TRUE AND rated_at >= $3 \
             AND (deviation * deviation + volatility * volatility * $5 * ($4 - rated_at) < $6) = ",
            $settled
        )
    };
}

/// Those with a settled rating, or those with a provisional one, from the top: a page of them, and one more. They are found in
/// the index alone. With a limit that it doesn't know beforehand, PostgreSQL would rather read all players.
pub const LEADERBOARD: &str = concat!(
    "SELECT r.player_id, p.name, r.game, r.rating, r.deviation, r.volatility, r.rated_at, r.wins, r.draws, r.losses \
     FROM (SELECT player_id ",
    lately_rated!("$7"),
    " ORDER BY rating DESC, player_id DESC LIMIT 21 OFFSET $8) AS page ",
    "JOIN ratings r ON r.player_id = page.player_id AND r.game = $1 AND r.scope = $2 \
     LEFT JOIN players p ON p.id = page.player_id ORDER BY r.rating DESC, r.player_id DESC"
);

/// How many of those with a settled rating, or of those with a provisional one, are above a player, and how many of these
/// have a rating that looks higher.
pub const COUNT_ABOVE: &str = concat!(
    "SELECT COUNT(*), COUNT(CASE WHEN rating >= $10 THEN 1 END) ",
    lately_rated!("$7"),
    " AND (rating, player_id) > ($8, $9)"
);

/// How many matches a seat has had, under way or over.
pub const COUNT_ALL_MATCHES_OF: &str = concat!("SELECT COUNT(*) FROM (", all_ids_of!(), ") AS mine");

/// The rated matches of a game between one seat and the engine, on the other one, with at least so many plies.
macro_rules! begun_against_engine {
    ($state:literal, $own:literal, $other:literal) => {
        concat!(
            "SELECT id FROM matches WHERE ",
            $state,
            " AND ",
            $own,
            " = $1 AND game = $2 AND rated AND ply >= $3 AND ",
            $other,
            " LIKE 'engine:%'"
        )
    };
}

/// How many there are. Matches under way and matches that are over have separate indexes.
pub const COUNT_BEGUN_AGAINST_ENGINE: &str = concat!(
    "SELECT COUNT(*) FROM (",
    begun_against_engine!("reason IS NULL", "first_seat", "second_seat"),
    " UNION ALL ",
    begun_against_engine!("reason IS NULL", "second_seat", "first_seat"),
    " UNION ALL ",
    begun_against_engine!("reason IS NOT NULL", "first_seat", "second_seat"),
    " UNION ALL ",
    begun_against_engine!("reason IS NOT NULL", "second_seat", "first_seat"),
    ") AS theirs"
);

/// The newest matches of a seat, under way or over, with all of their moves.
pub const ALL_MATCHES_OF: &str = concat!(
    "SELECT id, guild_id, channel_id, ruleset, first_seat, second_seat, rated, reason, winner, created_at, updated_at, \
     details, (SELECT string_agg(v.text, ' ' ORDER BY v.ply) FROM moves v WHERE v.match_id = matches.id) AS moves \
     FROM matches WHERE id IN (",
    all_ids_of!(),
    ") ORDER BY id DESC LIMIT $2"
);

/// The open challenges that a person has made.
pub const CHALLENGES_BY: &str =
    select_challenges!("WHERE c.challenger_id = $1 AND c.state = 'open' AND c.expires_at > $2 ORDER BY c.id");

/// Claims rows of a table that are due and have no owner: a statement for each kind of them, in order of precedence. A lease
/// that has ended without being released belongs to a process that is gone, so what it was doing has failed. `skip` says what
/// becomes of rows that others have locked.
pub fn claims(table: DueTable, skip: &str) -> Vec<String> {
    // With a constant limit beside the one that is asked for, PostgreSQL plans better.
    let (kinds, limit): (&[&str], u32) = match table {
        // Matches in which somebody has just acted come first. Of the rest, neither kind may crowd out the other.
        DueTable::Matches => (
            &[
                "failures > 0 AND updated_at > $3 - 600000 ORDER BY updated_at DESC",
                "failures = 0 ORDER BY due_at",
                "failures > 0 ORDER BY due_at",
            ],
            200,
        ),
        _ => (&["TRUE ORDER BY due_at"], 50),
    };
    let table = table.name();
    let claim = |kind: &&str| {
        format!(
            "UPDATE {table} SET owner = $1, lease_until = $2, \
             failures = failures + CASE WHEN lease_until > 0 THEN 1 ELSE 0 END \
             WHERE id IN (SELECT id FROM (SELECT id FROM {table} WHERE due_at <= $3 AND lease_until <= $4 AND {kind} \
             LIMIT $5{skip}) AS due LIMIT {limit}) RETURNING id"
        )
    };
    kinds.iter().map(claim).collect()
}

macro_rules! close_challenge {
    ($condition:literal) => {
        concat!(
            "UPDATE challenges SET state = $2, due_at = $3, failures = 0, refusals = 0, revision = revision + 1, \
             owner = CASE WHEN lease_until > $6 AND owner <> $4 THEN owner ELSE $4 END, \
             lease_until = CASE WHEN lease_until > $6 AND owner <> $4 THEN lease_until ELSE $5 END \
             WHERE id = $1 AND state = 'open'",
            $condition,
            " RETURNING owner"
        )
    };
}

/// Closes an open challenge.
pub const CLOSE_CHALLENGE: &str = close_challenge!("");

/// The same if nobody has seen it.
pub const CLOSE_UNSHOWN_CHALLENGE: &str = close_challenge!(" AND message_id IS NULL");

/// Lets what is open in a channel that is gone expire. No card is there to be changed.
pub const EXPIRE_IN_CHANNEL: &str = "UPDATE challenges SET due_at = NULL, owner = NULL, lease_until = 0, failures = 0, \
                                     revision = revision + 1, state = CASE WHEN state = 'open' THEN 'expired' ELSE state END \
                                     WHERE due_at IS NOT NULL AND channel_id = $1";

/// The same in a server that is gone.
pub const EXPIRE_IN_SERVER: &str = "UPDATE challenges SET due_at = NULL, owner = NULL, lease_until = 0, failures = 0, \
                                    revision = revision + 1, state = CASE WHEN state = 'open' THEN 'expired' ELSE state END \
                                    WHERE due_at IS NOT NULL AND guild_id = $1";

/// Sets aside what is due in a channel that is gone, even if a process is working on it at the moment.
pub const SET_ASIDE_IN_CHANNEL: &str = "UPDATE matches SET due_at = NULL, owner = NULL, lease_until = 0, \
                                        failures = failures + 1 WHERE due_at >= 0 AND channel_id = $1 RETURNING id";

/// The same in a server that is gone.
pub const SET_ASIDE_IN_SERVER: &str = "UPDATE matches SET due_at = NULL, owner = NULL, lease_until = 0, \
                                       failures = failures + 1 WHERE due_at >= 0 AND guild_id = $1 RETURNING id";

/// Makes what has failed in a channel or a server due, but not what was set aside because its channel is gone. No channel
/// has the number of a server. That counts as a change, so that a try that is just being refused does not put it off.
pub const RETRY_IN: &str = "UPDATE matches SET due_at = $2, refusals = 0, revision = revision + 1, \
                            shown_revision = CASE WHEN shown_revision = revision THEN revision + 1 ELSE shown_revision END \
                            WHERE failures > 0 \
                            AND (refusals > 0 OR due_at IS NOT NULL) AND (channel_id = $1 OR guild_id = $1) \
                            RETURNING channel_id";

/// How many rated matches two players, on these sides, have ended since a time, not counting one match.
pub const RATED_LATELY: &str = "SELECT COUNT(*) FROM matches WHERE rated AND reason IS NOT NULL AND reason <> 'aborted' \
                         AND updated_at > $3 AND id <> $4 AND first_seat = $1 AND second_seat = $2";

/// The boards of a match that may have controls although they are not the live one.
pub const SUPERSEDED: &str = "SELECT b.message_id, b.plies FROM board_messages b JOIN matches m ON m.id = b.match_id \
                              WHERE b.match_id = $1 AND b.live AND b.message_id <> m.board_message";

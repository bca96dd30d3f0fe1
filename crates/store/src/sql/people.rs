//! What is stored about people and servers: names, preferences, absences, blocks, who watches what; and the export of all
//! of a person's data.

use std::collections::HashMap;

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::AssertSqlSafe;

use super::statements::{self, select_matches};
use super::study::read_study;
use super::{LEASE_MS, SqlStore, Transaction, Value, places, readable, values};
use crate::dialect::Dialect;
use crate::personal_rows::{KeptChallengeRow, KeptDailyRow, KeptMatchRow, KeptPuzzleRow, KeptRatingRow, PlayerRow};
use crate::rows::{AbsenceRow, MatchRow, json, read_json, read_time};
use play::personal::{KeptAbsence, KeptExploration, KeptVote, PersonalData};
use play::ports::{PeopleStore, StoreError, StoreResult, Upset};
use play::{Absence, Exploration, GuildId, Match, MatchId, Preferences, Seat, ServerSettings, Setting, UserId};

/// How many matches, the newest, an export of personal data contains: more do not fit into a file that Discord accepts.
const MAX_MATCHES: i64 = 5000;

/// How long the lease for reminding a person lasts: longer than all requests of a reminder together, five of which may wait
/// a minute each (a direct conversation, a search and a post there, and the same in the channel).
const REMINDING_MS: i64 = 36 * LEASE_MS;

#[async_trait]
impl PeopleStore for SqlStore {
    async fn meet(&self, user: UserId, name: &str, now: Timestamp) -> StoreResult<()> {
        const SQL: &str = "INSERT INTO players (id, name, met_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (id) DO UPDATE SET name = excluded.name";
        self.write("meet", SQL, values![user, name, now]).await.map(drop)
    }

    async fn meet_named(&self, user: UserId, name: &str, now: Timestamp) -> StoreResult<()> {
        const SQL: &str = "INSERT INTO players (id, name, met_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE players.name <> ''";
        self.write("meet_named", SQL, values![user, name, now]).await.map(drop)
    }

    async fn player_names(&self, users: &[UserId]) -> StoreResult<HashMap<UserId, String>> {
        if users.is_empty() {
            return Ok(HashMap::new());
        }
        let sql = AssertSqlSafe(format!("SELECT id, name FROM players WHERE id IN ({})", places(1, users.len())));
        let users: Vec<Value> = users.iter().map(|it| Value::from(*it)).collect();
        let rows = self.read("player_names", sql, &users).await?;
        Ok(rows.into_iter().map(|(id, name): (i64, String)| (UserId(id as u64), name)).collect())
    }

    async fn preferences(&self, user: UserId) -> StoreResult<Preferences> {
        const SQL: &str = "SELECT preferences FROM players WHERE id = $1";
        let text = self.find("preferences", SQL, values![user]).await?;
        Ok(text.map(|(it,): (String,)| read_preferences(&it)).unwrap_or_default())
    }

    async fn set_preference(&self, user: UserId, setting: Setting, now: Timestamp) -> StoreResult<Preferences> {
        const READ: &str = "SELECT preferences FROM players WHERE id = $1";
        const WRITE: &str = "UPDATE players SET preferences = $2, unlisted = $3 WHERE id = $1";
        const LIST: &str = "UPDATE ratings SET listed = NOT $2 WHERE player_id = $1 AND scope = 0";
        let mut tx = self.begin("set_preference").await?;
        tx.lock_player(user, now).await?;
        let (text,): (String,) = tx.find(READ, values![user]).await?.unwrap_or_default();
        let before = read_preferences(&text);
        let preferences = before.clone().with(setting);
        tx.execute(WRITE, values![user, json(&preferences)?, preferences.unlisted]).await?;
        if preferences.unlisted != before.unlisted {
            tx.execute(LIST, values![user, preferences.unlisted]).await?;
        }
        tx.commit().await?;
        Ok(preferences)
    }

    async fn begin_reminding(&self, user: UserId, now: Timestamp) -> StoreResult<Option<Timestamp>> {
        const SQL: &str = "INSERT INTO players (id, name, met_at, reminding_until) VALUES ($1, $2, $3, $4) \
                           ON CONFLICT (id) DO UPDATE SET reminding_until = excluded.reminding_until \
                           WHERE players.reminding_until <= $5";
        let theirs = self.database_now();
        let until = theirs + REMINDING_MS;
        match self.write("begin_reminding", SQL, values![user, user.to_string(), now, until, theirs]).await? {
            0 => Ok(None),
            _ => Ok(Some(read_time(until)?)),
        }
    }

    async fn end_reminding(&self, user: UserId, until: Timestamp) -> StoreResult<()> {
        const SQL: &str = "UPDATE players SET reminding_until = 0 WHERE id = $1 AND reminding_until = $2";
        self.write("end_reminding", SQL, values![user, until]).await.map(drop)
    }

    async fn absences_of_both(&self, users: [Option<UserId>; 2], since: Timestamp) -> StoreResult<[Vec<Absence>; 2]> {
        const SQL: &str = "SELECT player_id, from_at, until_at FROM absences WHERE player_id IN ($1, $2) \
                           AND until_at > $3 ORDER BY from_at";
        let [first, second] = users;
        let rows: Vec<AbsenceRow> = self.read("absences_of_both", SQL, values![first, second, since]).await?;
        let mut absences = <[Vec<Absence>; 2]>::default();
        for row in rows {
            let user = Some(UserId(row.player_id as u64));
            for (absences, _) in absences.iter_mut().zip(users).filter(|it| it.1 == user) {
                absences.push(row.read()?);
            }
        }
        Ok(absences)
    }

    async fn add_absence(&self, user: UserId, absence: Absence) -> StoreResult<()> {
        const SQL: &str = "INSERT INTO absences (player_id, from_at, until_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (player_id, from_at) DO UPDATE SET until_at = excluded.until_at";
        let mut tx = self.begin("add_absence").await?;
        tx.execute(SQL, values![user, absence.from, absence.until]).await?;
        tx.look_again(user, absence.from).await?;
        tx.commit().await
    }

    async fn end_absences(&self, user: UserId, now: Timestamp) -> StoreResult<()> {
        const DROP: &str = "DELETE FROM absences WHERE player_id = $1 AND from_at >= $2";
        const END: &str = "UPDATE absences SET until_at = $2 WHERE player_id = $1 AND until_at > $2";
        let mut tx = self.begin("end_absences").await?;
        for sql in [DROP, END] {
            tx.execute(sql, values![user, now]).await?;
        }
        tx.look_again(user, now).await?;
        tx.commit().await
    }

    async fn personal_data(&self, user: UserId) -> StoreResult<Option<PersonalData>> {
        const PLAYER: &str = "SELECT name, met_at, preferences, study FROM players WHERE id = $1";
        const RATINGS: &str = "SELECT game, scope, rating, deviation, volatility, wins, draws, losses FROM ratings \
                               WHERE player_id = $1 ORDER BY game, scope";
        const ABSENCES: &str =
            "SELECT player_id, from_at, until_at FROM absences WHERE player_id = $1 ORDER BY from_at";
        const BLOCKED: &str = "SELECT blocked_id FROM blocks WHERE player_id = $1 ORDER BY blocked_id";
        const WATCHED: &str = "SELECT match_id FROM watchers WHERE player_id = $1 ORDER BY match_id";
        const EXPLORED: &str = "SELECT match_id, lines FROM explorations WHERE user_id = $1 ORDER BY match_id";
        const IMPORTED: &str = "SELECT id FROM matches WHERE imported_by = $1 ORDER BY id DESC LIMIT 1000";
        const CHALLENGES: &str = "SELECT id, ruleset, state, created_at FROM challenges WHERE challenger_id = $1 \
                                  ORDER BY id DESC LIMIT 1000";
        const PUZZLES: &str = "SELECT game, puzzle, solved, vote, tried_at FROM puzzle_tries WHERE user_id = $1 \
                               ORDER BY tried_at DESC LIMIT 1000";
        const DAILIES: &str = "SELECT guild_id, day, tries, solved_at, had_hint, gave_up FROM daily_tries WHERE user_id = $1 \
                               ORDER BY day DESC LIMIT 1000";
        const PINGS: &str = "SELECT guild_id FROM daily_pings WHERE user_id = $1 ORDER BY guild_id";
        const VOTES: &str = "SELECT match_id, ply, chosen FROM votes WHERE user_id = $1 \
                             ORDER BY match_id DESC, ply LIMIT 1000";
        const NAME: &str = "personal_data";
        let (values, seat) = (values![user], Seat::User(user).to_string());
        let Some(player) = self.find::<PlayerRow>(NAME, PLAYER, values).await? else { return Ok(None) };
        let ratings: Vec<KeptRatingRow> = self.read(NAME, RATINGS, values).await?;
        let absences: Vec<AbsenceRow> = self.read(NAME, ABSENCES, values).await?;
        let absence =
            |it: AbsenceRow| it.read().map(|it| KeptAbsence { from: it.from.to_string(), until: it.until.to_string() });
        let blocked: Vec<(i64,)> = self.read(NAME, BLOCKED, values).await?;
        let watched: Vec<(i64,)> = self.read(NAME, WATCHED, values).await?;
        let explored: Vec<(i64, String)> = self.read(NAME, EXPLORED, values).await?;
        let explored = explored.into_iter().map(|(number, lines)| (number, read_exploration(&lines).lines));
        let explored = explored.filter(|it| !it.1.is_empty());
        let imported: Vec<(i64,)> = self.read(NAME, IMPORTED, values).await?;
        let puzzles: Vec<KeptPuzzleRow> = self.read(NAME, PUZZLES, values).await?;
        let dailies: Vec<KeptDailyRow> = self.read(NAME, DAILIES, values).await?;
        let pings: Vec<(i64,)> = self.read(NAME, PINGS, values).await?;
        let votes: Vec<(i64, i64, String)> = self.read(NAME, VOTES, values).await?;
        let votes = votes.into_iter().map(|(number, ply, chosen)| KeptVote { number, ply, chosen });
        let challenges: Vec<KeptChallengeRow> = self.read(NAME, CHALLENGES, values).await?;
        let count = self.number(NAME, statements::COUNT_ALL_MATCHES_OF, values![seat.as_str()]).await?;
        let matches: Vec<KeptMatchRow> =
            self.read(NAME, statements::ALL_MATCHES_OF, values![seat.as_str(), MAX_MATCHES]).await?;
        Ok(Some(PersonalData {
            id: user.to_string(),
            name: player.name,
            met_at: read_time(player.met_at)?.to_string(),
            preferences: read_preferences(&player.preferences),
            study: read_study(&player.study),
            ratings: ratings.into_iter().map(KeptRatingRow::read).collect(),
            absences: absences.into_iter().map(absence).collect::<StoreResult<_>>()?,
            blocked: blocked.into_iter().map(|(it,)| (it as u64).to_string()).collect(),
            watched: watched.into_iter().map(|(it,)| it).collect(),
            explored: explored.map(|(number, lines)| KeptExploration { number, lines }).collect(),
            imported: imported.into_iter().map(|(it,)| it).collect(),
            puzzles: puzzles.into_iter().map(KeptPuzzleRow::read).collect::<StoreResult<_>>()?,
            daily_puzzles: dailies.into_iter().map(KeptDailyRow::read).collect::<StoreResult<_>>()?,
            daily_pings: pings.into_iter().map(|(it,)| (it as u64).to_string()).collect(),
            votes: votes.collect(),
            challenges: challenges.into_iter().map(KeptChallengeRow::read).collect::<StoreResult<_>>()?,
            matches_left_out: (count as u64).saturating_sub(matches.len() as u64),
            matches: matches.into_iter().map(|it| it.read(&seat)).collect::<StoreResult<_>>()?,
        }))
    }

    async fn forget(&self, user: UserId, now: Timestamp) -> StoreResult<()> {
        // Ratings and records stay, without a name; people who have blocked this person keep doing so. Deleting data
        // puts nobody on a list: a person who comes back stays unlisted until they choose otherwise.
        const PLAYER: &str =
            "UPDATE players SET name = '', preferences = $2, study = '{}', unlisted = TRUE WHERE id = $1";
        // What somebody has imported outside servers nobody else could remove.
        const STATEMENTS: [&str; 12] = [
            "DELETE FROM moves WHERE match_id IN \
             (SELECT id FROM matches WHERE imported_by = $1 AND guild_id IS NULL)",
            "UPDATE matches SET channel_id = 0, details = '{}', ply = 0, reason = 'aborted', winner = NULL, \
             revision = revision + 1 WHERE imported_by = $1 AND guild_id IS NULL",
            "UPDATE matches SET imported_by = NULL WHERE imported_by = $1",
            "UPDATE ratings SET listed = FALSE WHERE player_id = $1 AND scope = 0",
            "DELETE FROM absences WHERE player_id = $1",
            "DELETE FROM blocks WHERE player_id = $1",
            "DELETE FROM watchers WHERE player_id = $1",
            "DELETE FROM explorations WHERE user_id = $1",
            "DELETE FROM puzzle_tries WHERE user_id = $1",
            "DELETE FROM daily_tries WHERE user_id = $1",
            "DELETE FROM daily_pings WHERE user_id = $1",
            "DELETE FROM votes WHERE user_id = $1",
        ];
        let mut tx = self.begin("forget").await?;
        tx.execute(PLAYER, values![user, json(&Preferences::of_forgotten(now))?]).await?;
        for sql in STATEMENTS {
            tx.execute(sql, values![user]).await?;
        }
        tx.commit().await?;
        if self.dialect == Dialect::Sqlite {
            // The name is still in what was written before. The first column says whether somebody was in the way.
            let wiped: StoreResult<Vec<(i64,)>> =
                self.writer.rows("forget", "PRAGMA wal_checkpoint(TRUNCATE)", values![]).await;
            if !wiped.as_ref().is_ok_and(|it| *it == [(0,)]) {
                tracing::warn!(?wiped, "a deleted name stays in the write-ahead log until the bot stops");
            }
        }
        Ok(())
    }

    async fn first_seen(&self, guild: GuildId) -> StoreResult<bool> {
        const SQL: &str = "INSERT INTO servers (id) VALUES ($1) ON CONFLICT (id) DO NOTHING";
        Ok(self.write("first_seen", SQL, values![guild]).await? > 0)
    }

    async fn server(&self, guild: GuildId) -> StoreResult<ServerSettings> {
        const SQL: &str = "SELECT settings FROM servers WHERE id = $1";
        let settings = self.find("server", SQL, values![guild]).await?;
        settings.map_or_else(|| Ok(ServerSettings::default()), |(it,): (String,)| read_json(&it))
    }

    async fn ended_in_server(&self, guild: GuildId, after: Timestamp, until: Timestamp) -> StoreResult<Vec<Match>> {
        const SQL: &str = select_matches!(
            "WHERE guild_id = $1 AND reason IS NOT NULL AND reason <> 'aborted' AND updated_at > $2 AND updated_at <= $3 \
             AND first_seat <> 'recorded' \
             ORDER BY updated_at DESC, id DESC"
        );
        Ok(readable(self.read("ended_in_server", SQL, values![guild, after, until]).await?, MatchRow::read))
    }

    async fn upset_in_server(&self, guild: GuildId, after: Timestamp, until: Timestamp) -> StoreResult<Option<Upset>> {
        const SQL: &str = "SELECT m.id, w.rating_before, l.rating_before FROM matches m \
                           JOIN rating_changes w ON w.match_id = m.id AND w.rating_after > w.rating_before \
                           JOIN rating_changes l ON l.match_id = m.id AND l.rating_after < l.rating_before \
                           WHERE m.guild_id = $1 AND m.reason IS NOT NULL AND m.updated_at > $2 AND m.updated_at <= $3 \
                           AND m.winner IS NOT NULL AND l.rating_before - w.rating_before >= $4 \
                           ORDER BY l.rating_before - w.rating_before DESC, m.id LIMIT 1";
        let values = values![guild, after, until, Upset::LEAST];
        let upset: Option<(i64, f64, f64)> = self.find("upset_in_server", SQL, values).await?;
        Ok(upset.map(|(id, winner, loser)| Upset { id: MatchId(id), winner, loser }))
    }

    async fn set_server(&self, guild: GuildId, known: &ServerSettings, next: &ServerSettings) -> StoreResult<()> {
        // An update without a change locks the row in either database.
        const LOCK: &str = "INSERT INTO servers (id) VALUES ($1) \
                            ON CONFLICT (id) DO UPDATE SET settings = servers.settings RETURNING settings";
        const SQL: &str = "UPDATE servers SET settings = $2, guild_id = $3, channel_id = $4, due_at = $5, failures = 0, \
                           refusals = 0, revision = revision + 1 WHERE id = $1";
        let mut tx = self.begin("set_server").await?;
        let (found,): (String,) = tx.find(LOCK, values![guild]).await?.unwrap_or_default();
        if read_json::<ServerSettings>(&found)? != *known {
            return Err(StoreError::Conflict);
        }
        let channel = next.posts_in();
        tx.execute(SQL, values![guild, json(next)?, channel.map(|_| guild), channel, next.due_at()]).await?;
        tx.commit().await
    }

    async fn block(&self, user: UserId, other: UserId, most: u32) -> StoreResult<()> {
        const COUNT: &str = "SELECT COUNT(*) FROM blocks WHERE player_id = $1";
        const SQL: &str = "INSERT INTO blocks (player_id, blocked_id) VALUES ($1, $2) \
                           ON CONFLICT (player_id, blocked_id) DO NOTHING";
        let mut tx = self.begin("block").await?;
        tx.execute(SQL, values![user, other]).await?;
        if tx.number(COUNT, values![user]).await? > i64::from(most) {
            return Err(StoreError::LimitReached(most));
        }
        tx.commit().await
    }

    async fn unblock(&self, user: UserId, other: UserId) -> StoreResult<bool> {
        const SQL: &str = "DELETE FROM blocks WHERE player_id = $1 AND blocked_id = $2";
        Ok(self.write("unblock", SQL, values![user, other]).await? > 0)
    }

    async fn has_blocked(&self, user: UserId, other: UserId) -> StoreResult<bool> {
        const SQL: &str = "SELECT COUNT(*) FROM blocks WHERE player_id = $1 AND blocked_id = $2";
        Ok(self.number("has_blocked", SQL, values![user, other]).await? > 0)
    }

    async fn blocked_by(&self, user: UserId) -> StoreResult<Vec<UserId>> {
        const SQL: &str = "SELECT blocked_id FROM blocks WHERE player_id = $1 ORDER BY blocked_id";
        let ids = self.read("blocked_by", SQL, values![user]).await?;
        Ok(ids.into_iter().map(|(it,): (i64,)| UserId(it as u64)).collect())
    }

    async fn watch(&self, id: MatchId, user: UserId, most: u32) -> StoreResult<()> {
        // An update without a change locks the match, so that nobody else counts its watchers while one is added.
        const LOCK: &str = "UPDATE matches SET game = game WHERE id = $1";
        const COUNT: &str = "SELECT COUNT(*) FROM watchers WHERE match_id = $1";
        const SQL: &str = "INSERT INTO watchers (match_id, player_id) VALUES ($1, $2) \
                           ON CONFLICT (match_id, player_id) DO NOTHING";
        let mut tx = self.begin("watch").await?;
        tx.execute(LOCK, values![id]).await?;
        tx.execute(SQL, values![id, user]).await?;
        if tx.number(COUNT, values![id]).await? > i64::from(most) {
            return Err(StoreError::LimitReached(most));
        }
        tx.commit().await
    }

    async fn unwatch(&self, id: MatchId, user: UserId) -> StoreResult<bool> {
        const SQL: &str = "DELETE FROM watchers WHERE match_id = $1 AND player_id = $2";
        Ok(self.write("unwatch", SQL, values![id, user]).await? > 0)
    }

    async fn watchers(&self, id: MatchId) -> StoreResult<Vec<UserId>> {
        const SQL: &str = "SELECT player_id FROM watchers WHERE match_id = $1 ORDER BY player_id";
        let ids = self.read("watchers", SQL, values![id]).await?;
        Ok(ids.into_iter().map(|(it,): (i64,)| UserId(it as u64)).collect())
    }

    async fn watched_by(&self, user: UserId) -> StoreResult<Vec<MatchId>> {
        const SQL: &str = "SELECT match_id FROM watchers WHERE player_id = $1 ORDER BY match_id";
        let ids = self.read("watched_by", SQL, values![user]).await?;
        Ok(ids.into_iter().map(|(it,)| MatchId(it)).collect())
    }

    async fn exploration(&self, id: MatchId, user: UserId) -> StoreResult<Exploration> {
        const SQL: &str = "SELECT lines FROM explorations WHERE match_id = $1 AND user_id = $2";
        let lines = self.find("exploration", SQL, values![id, user]).await?;
        Ok(lines.map(|(it,): (String,)| read_exploration(&it)).unwrap_or_default())
    }

    async fn set_exploration(
        &self,
        id: MatchId,
        user: UserId,
        known: &Exploration,
        next: &Exploration,
    ) -> StoreResult<()> {
        // An update without a change locks the row in either database.
        const LOCK: &str = "INSERT INTO explorations (match_id, user_id) VALUES ($1, $2) \
                            ON CONFLICT (match_id, user_id) DO UPDATE SET lines = explorations.lines RETURNING lines";
        const SQL: &str = "UPDATE explorations SET lines = $3 WHERE match_id = $1 AND user_id = $2";
        let mut tx = self.begin("set_exploration").await?;
        let (found,): (String,) = tx.find(LOCK, values![id, user]).await?.unwrap_or_default();
        if read_exploration(&found) != *known {
            return Err(StoreError::Conflict);
        }
        tx.execute(SQL, values![id, user, json(next)?]).await?;
        tx.commit().await
    }

    async fn forget_watchers(&self, id: MatchId) -> StoreResult<()> {
        const SQL: &str = "DELETE FROM watchers WHERE match_id = $1";
        self.write("forget_watchers", SQL, values![id]).await.map(drop)
    }
}

impl Transaction {
    /// Makes the matches of a person due.
    async fn look_again(&mut self, user: UserId, now: Timestamp) -> StoreResult<()> {
        const SQL: &str = "UPDATE matches SET due_at = $2 WHERE clock_since IS NOT NULL \
                           AND id IN (SELECT id FROM matches WHERE reason IS NULL AND first_seat = $1 \
                           UNION SELECT id FROM matches WHERE reason IS NULL AND second_seat = $1)";
        self.execute(SQL, values![Seat::User(user).to_string(), now]).await.map(drop)
    }
}

/// What was explored must not keep anybody from exploring if it can't be read.
fn read_exploration(text: &str) -> Exploration {
    serde_json::from_str(text)
        .inspect_err(|error| tracing::error!(%error, "what somebody has explored cannot be read"))
        .unwrap_or_default()
}

/// Preferences that cannot be read must not keep anybody from playing.
fn read_preferences(text: &str) -> Preferences {
    serde_json::from_str(text)
        .inspect_err(|error| tracing::error!(%error, "somebody's preferences cannot be read"))
        .unwrap_or_default()
}

//! What is stored about people: their preferences, who reminds them, and the export of all their data.

use std::collections::HashMap;

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Type};
use sqlx::{QueryBuilder, query, query_as, query_scalar};

use super::{LEASE_MS, SqlStore, failed, readable, statements};
use crate::personal_rows::{KeptChallengeRow, KeptMatchRow, KeptRatingRow, PlayerRow};
use crate::rows::{AbsenceRow, ChallengeRow, json, read_time};
use play::personal::{KeptAbsence, KeptMatch, PersonalData};
use play::ports::{PeopleStore, Stored};
use play::{Challenge, Preferences, Seat, Setting, UserId};

/// How many matches, the newest, an export of personal data contains: more do not fit into a file that Discord accepts.
const MAX_MATCHES: i64 = 5000;

#[async_trait]
impl<DB> PeopleStore for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> f64: Type<DB> + Encode<'a, DB>,
    for<'a> bool: Type<DB> + Encode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
    for<'a> Option<&'a str>: Type<DB> + Encode<'a, DB>,
    for<'r> ChallengeRow: FromRow<'r, DB::Row>,
    for<'r> AbsenceRow: FromRow<'r, DB::Row>,
    for<'r> PlayerRow: FromRow<'r, DB::Row>,
    for<'r> KeptRatingRow: FromRow<'r, DB::Row>,
    for<'r> KeptChallengeRow: FromRow<'r, DB::Row>,
    for<'r> KeptMatchRow: FromRow<'r, DB::Row>,
{
    async fn meet(&self, user: UserId, name: &str, now: Timestamp) -> Stored<()> {
        const SQL: &str = "INSERT INTO players (id, name, met_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (id) DO UPDATE SET name = excluded.name";
        let insert = query(SQL).bind(user.0 as i64).bind(name).bind(now.as_millisecond());
        insert.execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn meet_named(&self, user: UserId, name: &str, now: Timestamp) -> Stored<()> {
        const SQL: &str = "INSERT INTO players (id, name, met_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (id) DO UPDATE SET name = excluded.name WHERE players.name <> ''";
        let insert = query(SQL).bind(user.0 as i64).bind(name).bind(now.as_millisecond());
        insert.execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn player_name(&self, user: UserId) -> Stored<Option<String>> {
        const SQL: &str = "SELECT name FROM players WHERE id = $1";
        query_scalar(SQL).bind(user.0 as i64).fetch_optional(&self.pool).await.map_err(failed)
    }

    async fn player_names(&self, users: &[UserId]) -> Stored<HashMap<UserId, String>> {
        if users.is_empty() {
            return Ok(HashMap::new());
        }
        let mut names = QueryBuilder::new("SELECT id, name FROM players WHERE id IN (");
        let mut listed = names.separated(", ");
        for user in users {
            listed.push_bind(user.0 as i64);
        }
        names.push(")");
        let rows: Vec<(i64, String)> = names.build_query_as().fetch_all(&self.pool).await.map_err(failed)?;
        Ok(rows.into_iter().map(|(id, name)| (UserId(id as u64), name)).collect())
    }

    async fn preferences(&self, user: UserId) -> Stored<Preferences> {
        const SQL: &str = "SELECT preferences FROM players WHERE id = $1";
        let text: Option<String> =
            query_scalar(SQL).bind(user.0 as i64).fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(text.map(|it| read_preferences(&it)).unwrap_or_default())
    }

    async fn set_preference(&self, user: UserId, setting: Setting, now: Timestamp) -> Stored<Preferences> {
        const READ: &str = "SELECT preferences FROM players WHERE id = $1";
        const WRITE: &str = "UPDATE players SET preferences = $2, unlisted = $3 WHERE id = $1";
        let mut tx = self.begin().await?;
        self.lock_player(&mut tx, user, now).await?;
        let text: String = query_scalar(READ).bind(user.0 as i64).fetch_one(&mut *tx).await.map_err(failed)?;
        let preferences = read_preferences(&text).with(setting);
        let write = query(WRITE).bind(user.0 as i64).bind(json(&preferences)?).bind(preferences.unlisted);
        write.execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)?;
        Ok(preferences)
    }

    async fn begin_reminding(&self, user: UserId, now: Timestamp) -> Stored<Option<Timestamp>> {
        const SQL: &str = "INSERT INTO players (id, name, met_at, reminding_until) VALUES ($1, $2, $3, $4) \
                           ON CONFLICT (id) DO UPDATE SET reminding_until = excluded.reminding_until \
                           WHERE players.reminding_until <= $5 RETURNING reminding_until";
        let theirs = self.database_now();
        let begin = query_scalar(SQL).bind(user.0 as i64).bind(user.to_string()).bind(now.as_millisecond());
        let begin = begin.bind(theirs + REMINDING_MS).bind(theirs);
        let begun: Option<i64> = begin.fetch_all(&self.writer).await.map_err(failed)?.pop();
        begun.map(read_time).transpose()
    }

    async fn end_reminding(&self, user: UserId, until: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE players SET reminding_until = 0 WHERE id = $1 AND reminding_until = $2";
        query(SQL)
            .bind(user.0 as i64)
            .bind(until.as_millisecond())
            .execute(&self.writer)
            .await
            .map(drop)
            .map_err(failed)
    }

    async fn challenges_by(&self, user: UserId, now: Timestamp) -> Stored<Vec<Challenge>> {
        let rows = query_as(statements::CHALLENGES_BY).bind(user.0 as i64).bind(now.as_millisecond());
        let rows: Vec<ChallengeRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        Ok(readable(rows.into_iter().map(ChallengeRow::read)))
    }

    async fn personal_data(&self, user: UserId) -> Stored<Option<PersonalData>> {
        const PLAYER: &str = "SELECT name, met_at, preferences FROM players WHERE id = $1";
        const RATINGS: &str = "SELECT game, scope, rating, deviation, volatility, wins, draws, losses FROM ratings \
                               WHERE player_id = $1 ORDER BY game, scope";
        const ABSENCES: &str =
            "SELECT player_id, from_at, until_at FROM absences WHERE player_id = $1 ORDER BY from_at";
        const BLOCKED: &str = "SELECT blocked_id FROM blocks WHERE player_id = $1 ORDER BY blocked_id";
        const WATCHED: &str = "SELECT match_id FROM watchers WHERE player_id = $1 ORDER BY match_id";
        const CHALLENGES: &str = "SELECT id, ruleset, state, created_at FROM challenges WHERE challenger_id = $1 \
                                  ORDER BY id DESC LIMIT 1000";
        let (id, seat) = (user.0 as i64, Seat::User(user).to_string());
        let player: Option<PlayerRow> = query_as(PLAYER).bind(id).fetch_optional(&self.pool).await.map_err(failed)?;
        let Some(player) = player else { return Ok(None) };
        let ratings: Vec<KeptRatingRow> = query_as(RATINGS).bind(id).fetch_all(&self.pool).await.map_err(failed)?;
        let absences: Vec<AbsenceRow> = query_as(ABSENCES).bind(id).fetch_all(&self.pool).await.map_err(failed)?;
        let absence =
            |it: AbsenceRow| it.read().map(|it| KeptAbsence { from: it.from.to_string(), until: it.until.to_string() });
        let blocked: Vec<i64> = query_scalar(BLOCKED).bind(id).fetch_all(&self.pool).await.map_err(failed)?;
        let watched: Vec<i64> = query_scalar(WATCHED).bind(id).fetch_all(&self.pool).await.map_err(failed)?;
        let challenges: Vec<KeptChallengeRow> =
            query_as(CHALLENGES).bind(id).fetch_all(&self.pool).await.map_err(failed)?;
        let count: i64 = query_scalar(statements::COUNT_ALL_MATCHES_OF)
            .bind(seat.as_str())
            .fetch_one(&self.pool)
            .await
            .map_err(failed)?;
        let rows = query_as(statements::ALL_MATCHES_OF).bind(seat.as_str()).bind(MAX_MATCHES);
        let rows: Vec<KeptMatchRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        let matches: Vec<KeptMatch> = rows.into_iter().map(|it| it.read(&seat)).collect::<Stored<_>>()?;
        Ok(Some(PersonalData {
            id: user.to_string(),
            name: player.name,
            met_at: read_time(player.met_at)?.to_string(),
            preferences: read_preferences(&player.preferences),
            ratings: ratings.into_iter().map(KeptRatingRow::read).collect(),
            absences: absences.into_iter().map(absence).collect::<Stored<_>>()?,
            blocked: blocked.into_iter().map(|it| (it as u64).to_string()).collect(),
            watched,
            challenges: challenges.into_iter().map(KeptChallengeRow::read).collect::<Stored<_>>()?,
            matches_left_out: (count as u64).saturating_sub(matches.len() as u64),
            matches,
        }))
    }

    async fn forget(&self, user: UserId) -> Stored<()> {
        // Ratings and records stay, without a name; people who have blocked this person keep doing so. Deleting data
        // puts nobody on a list: a person who comes back stays unlisted until they choose otherwise.
        const STATEMENTS: [&str; 4] = [
            "UPDATE players SET name = '', preferences = '{\"unlisted\":true}', unlisted = TRUE WHERE id = $1",
            "DELETE FROM absences WHERE player_id = $1",
            "DELETE FROM blocks WHERE player_id = $1",
            "DELETE FROM watchers WHERE player_id = $1",
        ];
        let mut tx = self.begin().await?;
        for sql in STATEMENTS {
            query(sql).bind(user.0 as i64).execute(&mut *tx).await.map_err(failed)?;
        }
        tx.commit().await.map_err(failed)?;
        // The name is still in what was written before.
        if let Some(wipe) = self.backend.wipe {
            // The first column says whether somebody was in the way.
            let is_busy = query_scalar::<_, i64>(wipe).fetch_all(&self.writer).await;
            if !is_busy.as_ref().is_ok_and(|it| *it == [0]) {
                tracing::warn!(?is_busy, "a deleted name stays in the write-ahead log until the bot stops");
            }
        }
        Ok(())
    }
}

/// How long the lease for reminding a person lasts: longer than all requests of a reminder together, five of which may wait
/// a minute each (a direct conversation, a search and a post there, and the same in the channel).
const REMINDING_MS: i64 = 36 * LEASE_MS;

/// Preferences that cannot be read must not keep anybody from playing.
fn read_preferences(text: &str) -> Preferences {
    serde_json::from_str(text)
        .inspect_err(|error| tracing::error!(%error, "somebody's preferences cannot be read"))
        .unwrap_or_default()
}

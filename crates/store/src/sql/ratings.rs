//! Ratings, in SQL.

use async_trait::async_trait;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Transaction, Type};
use sqlx::{query, query_as, query_scalar};

use super::statements::{self, select_standings};
use super::{SqlStore, failed};
use crate::rows::{ChangeRow, RatingRow, StandingRow};
use games::Outcome;
use games::board::Side;
use play::ports::{RatingStore, Scope, Standing, Stored};
use play::rating::Points;
use play::{Match, MatchId, Rating, RatingChange, UserId};

#[async_trait]
impl<DB> RatingStore for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'a> f64: Type<DB> + Encode<'a, DB>,
    for<'r> StandingRow: FromRow<'r, DB::Row>,
    for<'r> ChangeRow: FromRow<'r, DB::Row>,
{
    async fn rating_changes(&self, id: MatchId) -> Stored<Vec<RatingChange>> {
        const SQL: &str = "SELECT player_id, rating_before, deviation_before, volatility_before, rating_after, \
                           deviation_after, volatility_after FROM rating_changes WHERE match_id = $1 \
                           ORDER BY player_id";
        let rows: Vec<ChangeRow> = query_as(SQL).bind(id.0).fetch_all(&self.pool).await.map_err(failed)?;
        Ok(rows.into_iter().map(RatingChange::from).collect())
    }

    async fn leaderboard(&self, game: &str, scope: Scope, most: u32) -> Stored<Vec<Standing>> {
        const SETTLED: &str = select_standings!(
            "WHERE r.game = $1 AND r.scope = $2 AND r.deviation < $4 AND (r.scope <> 0 OR p.unlisted IS NOT TRUE) \
             ORDER BY r.rating DESC, r.player_id LIMIT $3"
        );
        const PROVISIONAL: &str = select_standings!(
            "WHERE r.game = $1 AND r.scope = $2 AND r.deviation >= $4 AND (r.scope <> 0 OR p.unlisted IS NOT TRUE) \
             ORDER BY r.rating DESC, r.player_id LIMIT $3"
        );
        let mut standings = Vec::new();
        for sql in [SETTLED, PROVISIONAL] {
            let rows = query_as(sql).bind(game).bind(scope_number(scope)).bind(i64::from(most));
            let rows: Vec<StandingRow> = rows.bind(Rating::PROVISIONAL).fetch_all(&self.pool).await.map_err(failed)?;
            standings.extend(rows.into_iter().map(Standing::from));
        }
        standings.truncate(most as usize);
        Ok(standings)
    }

    async fn standings(&self, user: UserId, scope: Scope) -> Stored<Vec<Standing>> {
        const SQL: &str = select_standings!("WHERE r.player_id = $1 AND r.scope = $2 ORDER BY r.game");
        let rows = query_as(SQL).bind(user.0 as i64).bind(scope_number(scope));
        let rows: Vec<StandingRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        Ok(rows.into_iter().map(Standing::from).collect())
    }
}

/// Steps of the transaction that ends a match.
impl<DB> SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'a> f64: Type<DB> + Encode<'a, DB>,
    for<'r> RatingRow: FromRow<'r, DB::Row>,
{
    /// Rates an ended match, globally and for its server.
    pub(super) async fn rate_match(
        &self,
        tx: &mut Transaction<'static, DB>,
        current: &Match,
        end: Outcome,
    ) -> Stored<()> {
        let server = current.place.guild.map(Scope::Server);
        for scope in [Some(Scope::Global), server].into_iter().flatten() {
            let before = self.ratings_before(tx, current, scope).await?;
            // Counted with the players' rows locked: of two matches that end at once, one sees the other.
            let earlier = self.rated_today(tx, current).await?;
            for (change, points) in current.rating_changes(before, end, earlier) {
                self.store_rating(tx, current, scope, change, points).await?;
            }
        }
        Ok(())
    }

    /// How many rated matches the same two players ended in the day before this one.
    async fn rated_today(&self, tx: &mut Transaction<'static, DB>, current: &Match) -> Stored<u32> {
        const DAY_MS: i64 = 24 * 3_600_000;
        let mut earlier = 0;
        for (one, other) in [(0, 1), (1, 0)] {
            let seat = |index: usize| current.seats[index].to_string();
            let count = query_scalar(statements::RATED_LATELY).bind(seat(one)).bind(seat(other));
            let count = count.bind(current.updated_at.as_millisecond() - DAY_MS).bind(current.id.0);
            let count: i64 = count.fetch_one(&mut **tx).await.map_err(failed)?;
            earlier += count;
        }
        Ok(earlier as u32)
    }

    /// The ratings of both seats. The people's rows are locked in the same order by every process, which prevents
    /// deadlocks.
    async fn ratings_before(
        &self,
        tx: &mut Transaction<'static, DB>,
        current: &Match,
        scope: Scope,
    ) -> Stored<[Rating; 2]> {
        const INSERT: &str = "INSERT INTO ratings (player_id, game, scope, rating, deviation, volatility) \
                              VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player_id, game, scope) DO NOTHING";
        // An update without a change locks the row in either database.
        const LOCK: &str = "UPDATE ratings SET wins = wins WHERE player_id = $1 AND game = $2 AND scope = $3 \
                            RETURNING rating, deviation, volatility";
        let engine = |level| Rating::of_engine(&current.ruleset, level);
        let mut ratings = current.seats.map(|it| it.engine_level().map_or(Rating::default(), engine));
        let mut people: Vec<(UserId, Side)> =
            Side::BOTH.into_iter().filter_map(|side| Some((current.seat(side).user()?, side))).collect();
        people.sort_by_key(|it| it.0);
        for (user, side) in people {
            let fresh = Rating::default();
            let (id, game, scope) = (user.0 as i64, current.ruleset.info.key, scope_number(scope));
            let insert = query(INSERT).bind(id).bind(game).bind(scope);
            let insert = insert.bind(fresh.rating).bind(fresh.deviation).bind(fresh.volatility);
            insert.execute(&mut **tx).await.map_err(failed)?;
            let row: RatingRow =
                query_as(LOCK).bind(id).bind(game).bind(scope).fetch_one(&mut **tx).await.map_err(failed)?;
            ratings[side.index()] = row.into();
        }
        Ok(ratings)
    }

    async fn store_rating(
        &self,
        tx: &mut Transaction<'static, DB>,
        current: &Match,
        scope: Scope,
        change: RatingChange,
        score: Points,
    ) -> Stored<()> {
        const UPDATE: &str = "UPDATE ratings SET rating = $4, deviation = $5, volatility = $6, wins = wins + $7, \
                              draws = draws + $8, losses = losses + $9 \
                              WHERE player_id = $1 AND game = $2 AND scope = $3";
        const CHANGE: &str = "INSERT INTO rating_changes (match_id, player_id, rating_before, deviation_before, \
                              volatility_before, rating_after, deviation_after, volatility_after) \
                              VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let RatingChange { user, before, after } = change;
        let one_if = |it: Points| i64::from(it == score);
        let update = query(UPDATE).bind(user.0 as i64).bind(current.ruleset.info.key).bind(scope_number(scope));
        let update = update.bind(after.rating).bind(after.deviation).bind(after.volatility);
        let update = update.bind(one_if(Points::Win)).bind(one_if(Points::Draw)).bind(one_if(Points::Loss));
        update.execute(&mut **tx).await.map_err(failed)?;
        if scope == Scope::Global {
            let insert = query(CHANGE).bind(current.id.0).bind(user.0 as i64);
            let insert = insert.bind(before.rating).bind(before.deviation).bind(before.volatility);
            let insert = insert.bind(after.rating).bind(after.deviation).bind(after.volatility);
            insert.execute(&mut **tx).await.map_err(failed)?;
        }
        Ok(())
    }
}

fn scope_number(scope: Scope) -> i64 {
    match scope {
        Scope::Global => 0,
        Scope::Server(guild) => guild.0 as i64,
    }
}

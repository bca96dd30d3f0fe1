//! Ratings.

use async_trait::async_trait;

use super::statements::{self, select_standings};
use super::{SqlStore, Transaction, values};
use crate::rows::{ChangeRow, RatingRow, StandingRow};
use games::Outcome;
use games::board::Side;
use jiff::Timestamp;
use play::ports::{LeaderboardPage, Rank, RatingStore, Scope, Standing, StoreResult};
use play::rating::Points;
use play::{Match, MatchId, Rating, RatingChange, UserId};

#[async_trait]
impl RatingStore for SqlStore {
    async fn rating_changes(&self, id: MatchId) -> StoreResult<Vec<RatingChange>> {
        const SQL: &str = "SELECT player_id, rating_before, deviation_before, volatility_before, rating_after, \
                           deviation_after, volatility_after FROM rating_changes WHERE match_id = $1 \
                           ORDER BY player_id";
        let rows: Vec<ChangeRow> = self.read("rating_changes", SQL, values![id]).await?;
        Ok(rows.into_iter().map(RatingChange::from).collect())
    }

    async fn leaderboard(&self, game: &str, scope: Scope, since: Timestamp, page: u32) -> StoreResult<LeaderboardPage> {
        let skipped = page.saturating_mul(LeaderboardPage::SIZE);
        let values = values![game, scope_number(scope), since, skipped];
        let mut rows: Vec<StandingRow> = self.read("leaderboard", statements::LEADERBOARD, values).await?;
        let is_last = rows.len() <= LeaderboardPage::SIZE as usize;
        rows.truncate(LeaderboardPage::SIZE as usize);
        let standings: Vec<Standing> = rows.into_iter().map(Standing::from).collect();
        let first_place = match standings.first() {
            Some(first) => self.rank_of(first.user, first.rating, game, scope, since).await?.place,
            None => 1,
        };
        Ok(LeaderboardPage { page, standings, first_place, is_last })
    }

    async fn rank(&self, user: UserId, game: &str, scope: Scope, since: Timestamp) -> StoreResult<Option<Rank>> {
        const OWN: &str = "SELECT rating, deviation, volatility FROM ratings WHERE player_id = $1 AND game = $2 \
                           AND scope = $3 AND tier > 0 AND rated_at >= $4";
        let own: Option<RatingRow> = self.find("rank", OWN, values![user, game, scope_number(scope), since]).await?;
        let Some(own) = own.map(Rating::from) else { return Ok(None) };
        self.rank_of(user, own, game, scope, since).await.map(Some)
    }

    async fn rating_history(&self, user: UserId, game: &str) -> StoreResult<Vec<Rating>> {
        let rows: Vec<RatingRow> = self.read("rating_history", statements::RATING_HISTORY, values![user, game]).await?;
        Ok(rows.into_iter().rev().map(Rating::from).collect())
    }

    async fn standings(&self, user: UserId, scope: Scope) -> StoreResult<Vec<Standing>> {
        const SQL: &str = select_standings!("WHERE r.player_id = $1 AND r.scope = $2 ORDER BY r.game");
        let rows: Vec<StandingRow> = self.read("standings", SQL, values![user, scope_number(scope)]).await?;
        Ok(rows.into_iter().map(Standing::from).collect())
    }
}

impl SqlStore {
    /// Where a player with that rating is in a leaderboard.
    async fn rank_of(
        &self,
        user: UserId,
        rating: Rating,
        game: &str,
        scope: Scope,
        since: Timestamp,
    ) -> StoreResult<Rank> {
        // From here on, a rating looks higher.
        let higher = rating.shown() as f64 + 0.5;
        let values = values![game, scope_number(scope), tier(rating), rating.rating, user, since, higher];
        let above: Option<(i64, i64)> = self.find("rank", statements::COUNT_ABOVE, values).await?;
        let (above, higher) = above.unwrap_or_default();
        Ok(Rank { place: higher as u32 + 1, page: above as u32 / LeaderboardPage::SIZE })
    }
}

impl Transaction {
    /// Rates an ended match, globally and for its server.
    pub(super) async fn rate_match(&mut self, current: &Match, end: Outcome) -> StoreResult<()> {
        let server = current.place.guild.map(Scope::Server);
        for scope in [Some(Scope::Global), server].into_iter().flatten() {
            let before = self.ratings_before(current, scope).await?;
            // Counted with the players' rows locked: of two matches that end at once, one sees the other.
            let earlier = self.rated_today(current).await?;
            for (change, points) in current.rating_changes(before, end, earlier) {
                self.store_rating(current, scope, change, points).await?;
            }
        }
        Ok(())
    }

    /// How many rated matches the same two players ended in the day before this one.
    async fn rated_today(&mut self, current: &Match) -> StoreResult<u32> {
        const DAY_MS: i64 = 24 * 3_600_000;
        let mut earlier = 0;
        for (one, other) in [(0, 1), (1, 0)] {
            let seat = |index: usize| current.seats[index].to_string();
            let since = current.updated_at.as_millisecond() - DAY_MS;
            earlier +=
                self.number(statements::RATED_LATELY, values![seat(one), seat(other), since, current.id]).await?;
        }
        Ok(earlier as u32)
    }

    /// The ratings of both seats. The people's rows are locked in the same order by every process, which prevents
    /// deadlocks.
    async fn ratings_before(&mut self, current: &Match, scope: Scope) -> StoreResult<[Rating; 2]> {
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
            let (game, scope) = (current.ruleset.info.key, scope_number(scope));
            let insert = values![user, game, scope, fresh.rating, fresh.deviation, fresh.volatility];
            self.execute(INSERT, insert).await?;
            let row: Option<RatingRow> = self.find(LOCK, values![user, game, scope]).await?;
            ratings[side.index()] = row.map_or(fresh, Rating::from);
        }
        Ok(ratings)
    }

    async fn store_rating(
        &mut self,
        current: &Match,
        scope: Scope,
        change: RatingChange,
        score: Points,
    ) -> StoreResult<()> {
        const UPDATE: &str = "UPDATE ratings SET rating = $4, deviation = $5, volatility = $6, wins = wins + $7, \
                              draws = draws + $8, losses = losses + $9, rated_at = $10, \
                              tier = CASE WHEN scope = 0 AND EXISTS (SELECT 1 FROM players \
                              WHERE id = $1 AND unlisted) THEN 0 ELSE $11 END \
                              WHERE player_id = $1 AND game = $2 AND scope = $3";
        const CHANGE: &str = "INSERT INTO rating_changes (match_id, player_id, rating_before, deviation_before, \
                              volatility_before, rating_after, deviation_after, volatility_after) \
                              VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let RatingChange { user, before, after } = change;
        let one_if = |it: Points| i64::from(it == score);
        let update = values![
            user,
            current.ruleset.info.key,
            scope_number(scope),
            after.rating,
            after.deviation,
            after.volatility,
            one_if(Points::Win),
            one_if(Points::Draw),
            one_if(Points::Loss),
            current.updated_at,
            tier(after),
        ];
        self.execute(UPDATE, update).await?;
        if scope == Scope::Global {
            let change = values![
                current.id,
                user,
                before.rating,
                before.deviation,
                before.volatility,
                after.rating,
                after.deviation,
                after.volatility,
            ];
            self.execute(CHANGE, change).await?;
        }
        Ok(())
    }
}

/// In which part of a leaderboard a rating is listed.
fn tier(rating: Rating) -> i64 {
    if rating.is_provisional() { 1 } else { 2 }
}

fn scope_number(scope: Scope) -> i64 {
    match scope {
        Scope::Global => 0,
        Scope::Server(guild) => guild.0 as i64,
    }
}

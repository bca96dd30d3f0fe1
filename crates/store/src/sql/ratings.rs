//! Ratings.

use async_trait::async_trait;

use super::statements::{self, select_standings};
use super::{SqlStore, Transaction, Value, values};
use crate::rows::{ChangeRow, RatedRow, RatingRow, StandingRow};
use games::board::Side;
use games::{Outcome, Ruleset};
use jiff::{SignedDuration, Timestamp};
use play::ports::{LeaderboardPage, Rank, RatingStore, Scope, Standing, StoreResult};
use play::rating::Points;
use play::{Match, MatchId, Rating, RatingBasis, RatingChange, Seat, UserId};

#[async_trait]
impl RatingStore for SqlStore {
    async fn rating_changes(&self, id: MatchId) -> StoreResult<Vec<RatingChange>> {
        const SQL: &str = "SELECT player_id, rating_before, deviation_before, volatility_before, rating_after, \
                           deviation_after, volatility_after FROM rating_changes WHERE match_id = $1 \
                           ORDER BY player_id";
        let rows: Vec<ChangeRow> = self.read("rating_changes", SQL, values![id]).await?;
        Ok(rows.into_iter().map(RatingChange::from).collect())
    }

    async fn rating_basis(&self, seats: [Seat; 2], ruleset: &Ruleset, now: Timestamp) -> StoreResult<RatingBasis> {
        const SQL: &str = "SELECT rating, deviation, volatility, rated_at FROM ratings WHERE player_id = $1 AND game = $2 \
                           AND scope = 0";
        let mut ratings = unplayed(seats, ruleset);
        for (rating, user) in ratings.iter_mut().zip(seats.map(Seat::user)) {
            let row: Option<RatedRow> = self.find("rating_basis", SQL, values![user, ruleset.info.key]).await?;
            *rating = row.map_or(Ok(*rating), |it| it.at(now))?;
        }
        let mut earlier = 0;
        for values in lately(seats, now, None) {
            earlier += self.number("rating_basis", statements::RATED_LATELY, &values).await? as u32;
        }
        Ok(RatingBasis { ratings, earlier })
    }

    async fn leaderboard(&self, game: &str, scope: Scope, now: Timestamp, page: u32) -> StoreResult<LeaderboardPage> {
        let skipped = page.saturating_mul(LeaderboardPage::SIZE);
        let list = Listed { game, scope, now };
        let mut standings = self.listed(list, true, skipped).await?;
        if standings.len() <= LeaderboardPage::SIZE as usize {
            let settled = match standings.len() {
                0 => self.count_settled(list).await?,
                shown => skipped + shown as u32,
            };
            standings.extend(self.listed(list, false, skipped.saturating_sub(settled)).await?);
        }
        let is_last = standings.len() <= LeaderboardPage::SIZE as usize;
        standings.truncate(LeaderboardPage::SIZE as usize);
        let first_place = match standings.first() {
            Some(first) => self.rank_of(list, first.user, first.rating).await?.place,
            None => 1,
        };
        Ok(LeaderboardPage { page, standings, first_place, is_last })
    }

    async fn rank(&self, user: UserId, game: &str, scope: Scope, now: Timestamp) -> StoreResult<Option<Rank>> {
        const OWN: &str = "SELECT rating, deviation, volatility, rated_at FROM ratings WHERE player_id = $1 \
                           AND game = $2 AND scope = $3 AND listed AND rated_at >= $4";
        let own = values![user, game, scope_number(scope), now - LeaderboardPage::LATELY];
        let own: Option<RatedRow> = self.find("rank", OWN, own).await?;
        let Some(own) = own else { return Ok(None) };
        self.rank_of(Listed { game, scope, now }, user, own.at(now)?).await.map(Some)
    }

    async fn rating_history(&self, user: UserId, game: &str) -> StoreResult<Vec<Rating>> {
        let rows: Vec<RatingRow> = self.read("rating_history", statements::RATING_HISTORY, values![user, game]).await?;
        Ok(rows.into_iter().rev().map(Rating::from).collect())
    }

    async fn standings(&self, user: UserId, scope: Scope) -> StoreResult<Vec<Standing>> {
        const SQL: &str = select_standings!("WHERE r.player_id = $1 AND r.scope = $2 ORDER BY r.game");
        let rows: Vec<StandingRow> = self.read("standings", SQL, values![user, scope_number(scope)]).await?;
        rows.into_iter().map(StandingRow::read).collect()
    }
}

/// Which players a leaderboard has, and when it's read.
#[derive(Clone, Copy)]
struct Listed<'a> {
    game: &'a str,
    scope: Scope,
    now: Timestamp,
}

impl Listed<'_> {
    /// What the statements are given first.
    fn values(self) -> [Value; 6] {
        let since = self.now - LeaderboardPage::LATELY;
        let too_large = Rating::PROVISIONAL * Rating::PROVISIONAL;
        let (game, scope) = (self.game.into(), scope_number(self.scope).into());
        [game, scope, since.into(), self.now.into(), Rating::GROWTH_PER_MS.into(), too_large.into()]
    }
}

impl SqlStore {
    /// Those whose ratings are settled or not, after so many: one more than fits onto a page.
    async fn listed(&self, list: Listed<'_>, is_settled: bool, skipped: u32) -> StoreResult<Vec<Standing>> {
        let values: Vec<Value> = list.values().into_iter().chain([is_settled.into(), skipped.into()]).collect();
        let rows: Vec<StandingRow> = self.read("leaderboard", statements::LEADERBOARD, &values).await?;
        rows.into_iter().map(|it| Ok(it.read()?.at(list.now))).collect()
    }

    /// How many of those whose ratings are settled or not are above a rating and a player who has it, and how many of these have
    /// one that looks higher.
    async fn above(&self, list: Listed<'_>, is_settled: bool, rating: f64, user: UserId) -> StoreResult<(u32, u32)> {
        // From here on, a rating looks higher.
        let higher = rating.round() + 0.5;
        let more = [is_settled.into(), rating.into(), user.into(), higher.into()];
        let values: Vec<Value> = list.values().into_iter().chain(more).collect();
        let above: Option<(i64, i64)> = self.find("rank", statements::COUNT_ABOVE, &values).await?;
        Ok(above.map_or((0, 0), |(above, higher)| (above as u32, higher as u32)))
    }

    async fn count_settled(&self, list: Listed<'_>) -> StoreResult<u32> {
        Ok(self.above(list, true, f64::NEG_INFINITY, UserId(0)).await?.0)
    }

    /// Where a player with that rating is.
    async fn rank_of(&self, list: Listed<'_>, user: UserId, rating: Rating) -> StoreResult<Rank> {
        let is_settled = !rating.is_provisional();
        let before = if is_settled { 0 } else { self.count_settled(list).await? };
        let (above, higher) = self.above(list, is_settled, rating.rating, user).await?;
        Ok(Rank { place: before + higher + 1, page: (before + above) / LeaderboardPage::SIZE })
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
        let mut earlier = 0;
        for values in lately(current.seats, current.updated_at, Some(current.id)) {
            earlier += self.number(statements::RATED_LATELY, &values).await? as u32;
        }
        Ok(earlier)
    }

    /// The ratings of both seats at its end. The people's rows are locked in the same order by every process, which prevents
    /// deadlocks.
    async fn ratings_before(&mut self, current: &Match, scope: Scope) -> StoreResult<[Rating; 2]> {
        const INSERT: &str = "INSERT INTO ratings (player_id, game, scope, rating, deviation, volatility) \
                              VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player_id, game, scope) DO NOTHING";
        // An update without a change locks the row in either database.
        const LOCK: &str = "UPDATE ratings SET wins = wins WHERE player_id = $1 AND game = $2 AND scope = $3 \
                            RETURNING rating, deviation, volatility, rated_at";
        let mut ratings = unplayed(current.seats, &current.ruleset);
        let mut people: Vec<(UserId, Side)> =
            Side::BOTH.into_iter().filter_map(|side| Some((current.seat(side).user()?, side))).collect();
        people.sort_by_key(|it| it.0);
        for (user, side) in people {
            let fresh = Rating::default();
            let (game, scope) = (current.ruleset.info.key, scope_number(scope));
            let insert = values![user, game, scope, fresh.rating, fresh.deviation, fresh.volatility];
            self.execute(INSERT, insert).await?;
            let row: Option<RatedRow> = self.find(LOCK, values![user, game, scope]).await?;
            ratings[side.index()] = row.map_or(Ok(fresh), |it| it.at(current.updated_at))?;
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
                              listed = scope <> 0 OR NOT EXISTS (SELECT 1 FROM players \
                              WHERE id = $1 AND unlisted) \
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

/// The ratings of those who sit there, as long as people haven't played.
fn unplayed(seats: [Seat; 2], ruleset: &Ruleset) -> [Rating; 2] {
    seats.map(|it| it.engine_level().map_or(Rating::default(), |level| Rating::of_engine(ruleset, level)))
}

/// What finds the rated matches that two ended in the day before a time, whoever was first; one match is left out.
fn lately(seats: [Seat; 2], until: Timestamp, left_out: Option<MatchId>) -> [[Value; 4]; 2] {
    let since = until - SignedDuration::from_hours(24);
    let [one, other] = seats.map(|it| it.to_string());
    let values =
        |first: &str, second: &str| [first.into(), second.into(), since.into(), left_out.unwrap_or(MatchId(0)).into()];
    [values(&one, &other), values(&other, &one)]
}

fn scope_number(scope: Scope) -> i64 {
    match scope {
        Scope::Global => 0,
        Scope::Server(guild) => guild.0 as i64,
    }
}

//! What is stored of people's learning, and of puzzles.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{SqlStore, Transaction, values};
use crate::rows::json;
use games::PuzzleId;
use play::ports::{StoreError, StoreResult, StudyStore};
use play::puzzles::{PuzzleVote, SettledPuzzle};
use play::{DailyPlace, DailySolver, DailyTry, GuildId, Rating, Study, UserId};

#[async_trait]
impl StudyStore for SqlStore {
    async fn study(&self, user: UserId) -> StoreResult<Study> {
        const SQL: &str = "SELECT study FROM players WHERE id = $1";
        let text = self.find("study", SQL, values![user]).await?;
        Ok(text.map(|(it,): (String,)| read_study(&it)).unwrap_or_default())
    }

    async fn set_study(&self, user: UserId, known: &Study, next: &Study) -> StoreResult<()> {
        let mut tx = self.begin("set_study").await?;
        tx.set_study(user, known, next).await?;
        tx.commit().await
    }

    async fn tried_puzzles(&self, user: UserId, game: &str) -> StoreResult<Vec<PuzzleId>> {
        const SQL: &str = "SELECT puzzle FROM puzzle_tries WHERE user_id = $1 AND game = $2";
        let rows: Vec<(i64,)> = self.read("tried_puzzles", SQL, values![user, game]).await?;
        Ok(rows.into_iter().map(|(id,)| PuzzleId(id as u32)).collect())
    }

    async fn puzzle_ratings(&self, game: &str) -> StoreResult<Vec<(PuzzleId, Rating)>> {
        const SQL: &str = "SELECT puzzle, rating, deviation, volatility FROM puzzle_ratings WHERE game = $1";
        let rows: Vec<(i64, f64, f64, f64)> = self.read("puzzle_ratings", SQL, values![game]).await?;
        let read =
            |(id, rating, deviation, volatility)| (PuzzleId(id as u32), Rating { rating, deviation, volatility });
        Ok(rows.into_iter().map(|it: (i64, f64, f64, f64)| read(it)).collect())
    }

    async fn settle_puzzle(
        &self,
        user: UserId,
        known: &Study,
        next: &Study,
        settled: &SettledPuzzle,
        now: Timestamp,
    ) -> StoreResult<()> {
        const TRY: &str = "INSERT INTO puzzle_tries (user_id, game, puzzle, solved, tried_at) \
                           VALUES ($1, $2, $3, $4, $5) ON CONFLICT (user_id, game, puzzle) DO NOTHING";
        const RATING: &str = "INSERT INTO puzzle_ratings (game, puzzle, rating, deviation, volatility) \
                              VALUES ($1, $2, $3, $4, $5) ON CONFLICT (game, puzzle) DO UPDATE \
                              SET rating = excluded.rating, deviation = excluded.deviation, \
                              volatility = excluded.volatility";
        let SettledPuzzle { game, id, is_solved, rating } = settled;
        let id = i64::from(id.0);
        let mut tx = self.begin("settle_puzzle").await?;
        tx.set_study(user, known, next).await?;
        tx.execute(TRY, values![user, *game, id, *is_solved, now]).await?;
        tx.execute(RATING, values![*game, id, rating.rating, rating.deviation, rating.volatility]).await?;
        tx.commit().await
    }

    async fn note_daily_try(&self, daily: DailyPlace, user: UserId, done: DailyTry, now: Timestamp) -> StoreResult<()> {
        const TRY: &str = "INSERT INTO daily_tries (guild_id, day, user_id, tries, solved_at, had_hint, gave_up) \
                           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (guild_id, day, user_id) DO UPDATE \
                           SET tries = daily_tries.tries + excluded.tries, solved_at = excluded.solved_at, \
                           had_hint = daily_tries.had_hint OR excluded.had_hint, gave_up = excluded.gave_up \
                           WHERE daily_tries.solved_at IS NULL AND NOT daily_tries.gave_up";
        const DUE: &str = "UPDATE servers SET due_at = $2, revision = revision + 1 WHERE id = $1 AND due_at > $2";
        let mut tx = self.begin("note_daily_try").await?;
        let [is_wrong, is_solved, had_hint, gave_up] =
            [DailyTry::Wrong, DailyTry::Solved, DailyTry::Hint, DailyTry::GaveUp].map(|it| it == done);
        let (tries, solved_at) = (i64::from(is_wrong || is_solved), is_solved.then_some(now));
        tx.execute(TRY, values![daily.guild, daily.day, user, tries, solved_at, had_hint, gave_up]).await?;
        if is_solved {
            tx.execute(DUE, values![daily.guild, now]).await?;
        }
        tx.commit().await
    }

    async fn daily_solvers(&self, guild: GuildId, day: i64) -> StoreResult<Vec<DailySolver>> {
        const SQL: &str = "SELECT user_id, tries, had_hint FROM daily_tries WHERE guild_id = $1 AND day = $2 \
                           AND solved_at IS NOT NULL ORDER BY solved_at, user_id LIMIT 1000";
        let rows: Vec<(i64, i64, bool)> = self.read("daily_solvers", SQL, values![guild, day]).await?;
        let read = |(user, tries, had_hint)| DailySolver { user: UserId(user as u64), tries: tries as u32, had_hint };
        Ok(rows.into_iter().map(|it: (i64, i64, bool)| read(it)).collect())
    }

    async fn set_daily_ping(&self, guild: GuildId, user: UserId, is_wanted: bool) -> StoreResult<()> {
        const ADD: &str = "INSERT INTO daily_pings (guild_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        const REMOVE: &str = "DELETE FROM daily_pings WHERE guild_id = $1 AND user_id = $2";
        self.write("set_daily_ping", if is_wanted { ADD } else { REMOVE }, values![guild, user]).await.map(drop)
    }

    async fn daily_pings(&self, guild: GuildId) -> StoreResult<Vec<UserId>> {
        const SQL: &str = "SELECT user_id FROM daily_pings WHERE guild_id = $1 ORDER BY user_id";
        let rows: Vec<(i64,)> = self.read("daily_pings", SQL, values![guild]).await?;
        Ok(rows.into_iter().map(|(it,)| UserId(it as u64)).collect())
    }

    async fn vote_on_puzzle(&self, user: UserId, game: &str, id: PuzzleId, vote: PuzzleVote) -> StoreResult<bool> {
        const SQL: &str = "UPDATE puzzle_tries SET vote = $4 WHERE user_id = $1 AND game = $2 AND puzzle = $3";
        let vote: &str = vote.into();
        Ok(self.write("vote_on_puzzle", SQL, values![user, game, i64::from(id.0), vote]).await? > 0)
    }

    async fn puzzle_votes(&self, game: &str) -> StoreResult<Vec<(PuzzleId, PuzzleVote, u64)>> {
        const SQL: &str = "SELECT puzzle, vote, COUNT(*) FROM puzzle_tries WHERE game = $1 AND vote IS NOT NULL \
                           GROUP BY puzzle, vote ORDER BY puzzle, vote";
        let rows: Vec<(i64, String, i64)> = self.read("puzzle_votes", SQL, values![game]).await?;
        let read =
            |(id, vote, count): (i64, String, i64)| Some((PuzzleId(id as u32), vote.parse().ok()?, count as u64));
        Ok(rows.into_iter().filter_map(read).collect())
    }
}

impl Transaction {
    /// Keeps somebody's study, if it is still as `known`.
    async fn set_study(&mut self, user: UserId, known: &Study, next: &Study) -> StoreResult<()> {
        // An update without a change locks the row in either database.
        const LOCK: &str = "UPDATE players SET study = study WHERE id = $1 RETURNING study";
        const SQL: &str = "UPDATE players SET study = $2 WHERE id = $1";
        let (found,): (String,) = self.find(LOCK, values![user]).await?.ok_or(StoreError::Conflict)?;
        if read_study(&found) != *known {
            return Err(StoreError::Conflict);
        }
        self.execute(SQL, values![user, json(next)?]).await.map(drop)
    }
}

/// What somebody has learned must not keep them from learning if it can't be read.
pub(crate) fn read_study(text: &str) -> Study {
    serde_json::from_str(text)
        .inspect_err(|error| tracing::error!(%error, "what somebody has learned cannot be read"))
        .unwrap_or_default()
}

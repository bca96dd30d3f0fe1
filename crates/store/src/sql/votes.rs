//! Votes on the moves of a channel.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{SqlStore, values};
use play::ports::{OwnedBy, StoreResult, VoteStore};
use play::votes::Vote;
use play::{Match, MatchId, UserId};

#[async_trait]
impl VoteStore for SqlStore {
    async fn vote(&self, current: &Match, next: &Match, vote: &Vote, now: Timestamp) -> StoreResult<OwnedBy> {
        // Whoever votes for the same move again has wanted it since the first time.
        const SQL: &str = "INSERT INTO votes (match_id, ply, user_id, chosen, cast_at) VALUES ($1, $2, $3, $4, $5) \
                           ON CONFLICT (match_id, ply, user_id) DO UPDATE SET chosen = excluded.chosen, cast_at = \
                           CASE WHEN votes.chosen = excluded.chosen THEN votes.cast_at ELSE excluded.cast_at END";
        let mut tx = self.begin("vote").await?;
        let owner = tx.save_match(self, current, next, None, now).await?;
        tx.execute(SQL, values![current.id, current.plies(), vote.user, vote.chosen.as_str(), now]).await?;
        tx.commit().await?;
        Ok(owner)
    }

    async fn votes(&self, id: MatchId, ply: usize) -> StoreResult<Vec<Vote>> {
        const SQL: &str =
            "SELECT user_id, chosen FROM votes WHERE match_id = $1 AND ply = $2 ORDER BY cast_at, user_id";
        let rows: Vec<(i64, String)> = self.read("votes", SQL, values![id, ply]).await?;
        Ok(rows.into_iter().map(|(user, chosen)| Vote { user: UserId(user as u64), chosen }).collect())
    }

    async fn votes_of(&self, id: MatchId, user: UserId) -> StoreResult<Vec<(usize, String)>> {
        const SQL: &str = "SELECT ply, chosen FROM votes WHERE user_id = $1 AND match_id = $2 ORDER BY ply";
        let rows: Vec<(i64, String)> = self.read("votes_of", SQL, values![user, id]).await?;
        Ok(rows.into_iter().map(|(ply, chosen)| (ply as usize, chosen)).collect())
    }

    async fn rival_of(&self, id: MatchId) -> StoreResult<Option<MatchId>> {
        const SQL: &str = "SELECT id FROM matches WHERE rival_of = $1";
        let found = self.find("rival_of", SQL, values![id]).await?;
        Ok(found.map(|(id,)| MatchId(id)))
    }
}

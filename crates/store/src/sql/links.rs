//! What opens boards on a page: links, and Activities in Discord; and what these pages watch.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::AssertSqlSafe;

use super::{SqlStore, Value, places, values};
use play::ports::{LinkStore, Progress, StoreError, StoreResult};
use play::{ChallengeId, MatchId};

#[async_trait]
impl LinkStore for SqlStore {
    async fn link_key(&self, drawn: &str) -> StoreResult<String> {
        const FIRST: &str = "INSERT INTO link_keys (id, key) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
        const KNOWN: &str = "SELECT key FROM link_keys WHERE id = 1";
        self.write("link_key", FIRST, values![drawn]).await?;
        let known: Option<(String,)> = self.find("link_key", KNOWN, values![]).await?;
        known.map(|it| it.0).ok_or_else(|| StoreError::Corrupt("there is no key for links".to_owned()))
    }

    async fn use_link(&self, id: i64, expires_at: Timestamp, now: Timestamp) -> StoreResult<bool> {
        const FORGET: &str = "DELETE FROM used_links WHERE expires_at < $1";
        const USE: &str = "INSERT INTO used_links (id, expires_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
        let mut tx = self.begin("use_link").await?;
        tx.execute(FORGET, values![now]).await?;
        let used = tx.execute(USE, values![id, expires_at]).await?;
        tx.commit().await?;
        Ok(used > 0)
    }

    async fn keep_launch(&self, instance: &str, id: MatchId, forget_at: Timestamp, now: Timestamp) -> StoreResult<()> {
        const FORGET: &str = "DELETE FROM launches WHERE forget_at < $1";
        const KEEP: &str = "INSERT INTO launches (instance, match_id, forget_at) VALUES ($1, $2, $3) \
                            ON CONFLICT (instance) DO UPDATE SET match_id = $2, forget_at = $3";
        let mut tx = self.begin("keep_launch").await?;
        tx.execute(FORGET, values![now]).await?;
        tx.execute(KEEP, values![instance, id, forget_at]).await?;
        tx.commit().await
    }

    async fn launched_for(&self, instance: &str) -> StoreResult<Option<MatchId>> {
        const SQL: &str = "SELECT match_id FROM launches WHERE instance = $1";
        let found: Option<(i64,)> = self.find("launched_for", SQL, values![instance]).await?;
        Ok(found.map(|it| MatchId(it.0)))
    }

    async fn progress(&self, ids: &[MatchId]) -> StoreResult<Vec<(MatchId, Progress)>> {
        let sql = format!(
            "SELECT m.id, m.revision, c.id, again.id FROM matches AS m \
             LEFT JOIN challenges AS c ON c.rematch_of = m.id AND c.state = 'open' \
             LEFT JOIN matches AS again ON again.rematch_of = m.id WHERE m.id IN ({})",
            places(1, ids.len())
        );
        let ids: Vec<Value> = ids.iter().map(|it| Value::from(*it)).collect();
        type Row = (i64, i64, Option<i64>, Option<i64>);
        let rows: Vec<Row> = self.readers.rows("progress", AssertSqlSafe(sql), &ids).await?;
        let read = |(id, revision, offered, rematch): Row| {
            let (offered, rematch) = (offered.map(ChallengeId), rematch.map(MatchId));
            (MatchId(id), Progress { revision: revision as u32, offered, rematch })
        };
        Ok(rows.into_iter().map(read).collect())
    }
}

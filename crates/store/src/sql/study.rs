//! What is stored of people's learning.

use async_trait::async_trait;

use super::{SqlStore, values};
use crate::rows::json;
use play::ports::{StoreError, StoreResult, StudyStore};
use play::{Study, UserId};

#[async_trait]
impl StudyStore for SqlStore {
    async fn study(&self, user: UserId) -> StoreResult<Study> {
        const SQL: &str = "SELECT study FROM players WHERE id = $1";
        let text = self.find("study", SQL, values![user]).await?;
        Ok(text.map(|(it,): (String,)| read_study(&it)).unwrap_or_default())
    }

    async fn set_study(&self, user: UserId, known: &Study, next: &Study) -> StoreResult<()> {
        // An update without a change locks the row in either database.
        const LOCK: &str = "UPDATE players SET study = study WHERE id = $1 RETURNING study";
        const SQL: &str = "UPDATE players SET study = $2 WHERE id = $1";
        let mut tx = self.begin("set_study").await?;
        let (found,): (String,) = tx.find(LOCK, values![user]).await?.ok_or(StoreError::Conflict)?;
        if read_study(&found) != *known {
            return Err(StoreError::Conflict);
        }
        tx.execute(SQL, values![user, json(next)?]).await?;
        tx.commit().await
    }
}

/// What somebody has learned must not keep them from learning if it can't be read.
pub(crate) fn read_study(text: &str) -> Study {
    serde_json::from_str(text)
        .inspect_err(|error| tracing::error!(%error, "what somebody has learned cannot be read"))
        .unwrap_or_default()
}

//! Tokens of interactions, in SQL.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{SqlStore, values};
use play::ports::{AnswerToken, InteractionTokenStore, StoreResult, TokenFor};
use play::{ChannelId, MatchId};

/// What stands for [`TokenFor::Posting`] and [`TokenFor::Focus`] in place of a message's id.
const POSTING: i64 = 0;
const FOCUS: i64 = 1;

#[async_trait]
impl InteractionTokenStore for SqlStore {
    async fn note_token(&self, channel: ChannelId, what_for: &[TokenFor], token: &AnswerToken) -> StoreResult<()> {
        const FORGET: &str = "DELETE FROM answer_tokens WHERE expires_at < $1 AND message_id > $2";
        const NOTE: &str = "INSERT INTO answer_tokens (channel_id, message_id, token, expires_at) \
                            VALUES ($1, $2, $3, $4) ON CONFLICT (channel_id, message_id) \
                            DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at";
        let mut tx = self.begin("note_token").await?;
        tx.execute(FORGET, values![self.database_now(), FOCUS]).await?;
        for what_for in what_for {
            let note = values![channel, number(*what_for), token.secret.as_str(), token.expires_at];
            tx.execute(NOTE, note).await?;
        }
        tx.commit().await
    }

    async fn token(&self, channel: ChannelId, what_for: TokenFor) -> StoreResult<Option<AnswerToken>> {
        const SQL: &str = "SELECT token, expires_at FROM answer_tokens WHERE channel_id = $1 AND message_id = $2";
        let found = self.find("token", SQL, values![channel, number(what_for)]).await?;
        let read = |(secret, expires_at)| AnswerToken {
            secret,
            expires_at: Timestamp::from_millisecond(expires_at).unwrap_or(Timestamp::MIN),
        };
        Ok(found.map(read))
    }

    async fn resume_in(&self, channel: ChannelId, now: Timestamp) -> StoreResult<Vec<MatchId>> {
        const SQL: &str = "UPDATE matches SET due_at = $2, refusals = 0 WHERE channel_id = $1 \
                           AND (shown_revision IS NULL OR shown_revision <> revision) RETURNING id";
        let resumed = self.writer.rows("resume_in", SQL, values![channel, now]).await?;
        Ok(resumed.into_iter().map(|(id,)| MatchId(id)).collect())
    }
}

fn number(what_for: TokenFor) -> i64 {
    match what_for {
        TokenFor::Posting => POSTING,
        TokenFor::Focus => FOCUS,
        TokenFor::Message(id) => id.0 as i64,
    }
}

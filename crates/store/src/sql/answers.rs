//! Tokens of interactions, in SQL.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Type};
use sqlx::{query, query_as, query_scalar};

use super::{SqlStore, failed};
use play::ports::{AnswerStore, AnswerToken, Stored, TokenFor};
use play::{ChannelId, MatchId};

/// What stands for [`TokenFor::Posting`] and [`TokenFor::Focus`] in place of a message's id.
const POSTING: i64 = 0;
const FOCUS: i64 = 1;

#[async_trait]
impl<DB> AnswerStore for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'r> (String, i64): FromRow<'r, DB::Row>,
{
    async fn note_token(&self, channel: ChannelId, what_for: &[TokenFor], token: &AnswerToken) -> Stored<()> {
        const FORGET: &str = "DELETE FROM answer_tokens WHERE expires_at < $1 AND message_id > $2";
        const NOTE: &str = "INSERT INTO answer_tokens (channel_id, message_id, token, expires_at) \
                            VALUES ($1, $2, $3, $4) ON CONFLICT (channel_id, message_id) \
                            DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at";
        let mut tx = self.begin().await?;
        let forget = query(FORGET).bind(self.database_now()).bind(FOCUS);
        forget.execute(&mut *tx).await.map_err(failed)?;
        for what_for in what_for {
            let note = query(NOTE).bind(channel.0 as i64).bind(number(*what_for)).bind(token.secret.clone());
            note.bind(token.expires_at.as_millisecond()).execute(&mut *tx).await.map_err(failed)?;
        }
        tx.commit().await.map_err(failed)
    }

    async fn token(&self, channel: ChannelId, what_for: TokenFor) -> Stored<Option<AnswerToken>> {
        const SQL: &str = "SELECT token, expires_at FROM answer_tokens WHERE channel_id = $1 AND message_id = $2";
        let found = query_as(SQL).bind(channel.0 as i64).bind(number(what_for));
        let found: Option<(String, i64)> = found.fetch_optional(&self.pool).await.map_err(failed)?;
        let read = |(secret, expires_at)| AnswerToken {
            secret,
            expires_at: Timestamp::from_millisecond(expires_at).unwrap_or(Timestamp::MIN),
        };
        Ok(found.map(read))
    }

    async fn resume_in(&self, channel: ChannelId, now: Timestamp) -> Stored<Vec<MatchId>> {
        const SQL: &str = "UPDATE matches SET due_at = $2, refusals = 0 WHERE channel_id = $1 \
                           AND (shown_revision IS NULL OR shown_revision <> revision) RETURNING id";
        let resume = query_scalar(SQL).bind(channel.0 as i64).bind(now.as_millisecond());
        let resumed: Vec<i64> = resume.fetch_all(&self.writer).await.map_err(failed)?;
        Ok(resumed.into_iter().map(MatchId).collect())
    }
}

fn number(what_for: TokenFor) -> i64 {
    match what_for {
        TokenFor::Posting => POSTING,
        TokenFor::Focus => FOCUS,
        TokenFor::Message(id) => id.0 as i64,
    }
}

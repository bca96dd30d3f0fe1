//! Tokens of interactions, in SQL.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Type};
use sqlx::{query, query_as};

use super::{SqlStore, failed};
use crate::play::ports::{AnswerStore, AnswerToken, Stored};
use crate::play::{ChannelId, MessageId};

/// The message id of the row that has the token of the latest interaction in a conversation.
const LATEST: i64 = 0;

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
    async fn note_token(&self, channel: ChannelId, message: Option<MessageId>, token: &AnswerToken) -> Stored<()> {
        const FORGET: &str = "DELETE FROM answer_tokens WHERE channel_id = $1 AND message_id <> $2 AND expires_at < $3";
        const NOTE: &str = "INSERT INTO answer_tokens (channel_id, message_id, token, expires_at) \
                            VALUES ($1, $2, $3, $4) ON CONFLICT (channel_id, message_id) \
                            DO UPDATE SET token = excluded.token, expires_at = excluded.expires_at";
        let (channel, message) = (channel.0 as i64, message.map_or(LATEST, |it| it.0 as i64));
        let mut tx = self.begin().await?;
        let forget = query(FORGET).bind(channel).bind(LATEST).bind(self.database_now());
        forget.execute(&mut *tx).await.map_err(failed)?;
        let note = query(NOTE).bind(channel).bind(message).bind(token.secret.clone());
        note.bind(token.expires_at.as_millisecond()).execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)
    }

    async fn token(&self, channel: ChannelId, message: Option<MessageId>) -> Stored<Option<AnswerToken>> {
        const SQL: &str = "SELECT token, expires_at FROM answer_tokens WHERE channel_id = $1 AND message_id = $2";
        let found = query_as(SQL).bind(channel.0 as i64).bind(message.map_or(LATEST, |it| it.0 as i64));
        let found: Option<(String, i64)> = found.fetch_optional(&self.pool).await.map_err(failed)?;
        let read = |(secret, expires_at)| AnswerToken {
            secret,
            expires_at: Timestamp::from_millisecond(expires_at).unwrap_or(Timestamp::MIN),
        };
        Ok(found.map(read))
    }
}

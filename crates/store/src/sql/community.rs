//! Settings of servers, blocks and watchers, in SQL that SQLite and PostgreSQL both understand.

use async_trait::async_trait;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, IntoArguments, Pool, Type};
use sqlx::{query, query_scalar};

use super::{SqlStore, failed};
use crate::rows::{json, read_json};
use play::ports::{CommunityStore, StoreError, Stored};
use play::{GuildId, MatchId, ServerSettings, UserId};

#[async_trait]
impl<DB> CommunityStore for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
{
    async fn first_seen(&self, guild: GuildId) -> Stored<bool> {
        const SQL: &str = "INSERT INTO servers (id) VALUES ($1) ON CONFLICT (id) DO NOTHING RETURNING id";
        let id: Option<i64> =
            query_scalar(SQL).bind(guild.0 as i64).fetch_all(&self.writer).await.map_err(failed)?.pop();
        Ok(id.is_some())
    }

    async fn server(&self, guild: GuildId) -> Stored<ServerSettings> {
        const SQL: &str = "SELECT settings FROM servers WHERE id = $1";
        let settings: Option<String> =
            query_scalar(SQL).bind(guild.0 as i64).fetch_optional(&self.pool).await.map_err(failed)?;
        settings.map_or_else(|| Ok(ServerSettings::default()), |it| read_json(&it))
    }

    async fn set_server(&self, guild: GuildId, known: &ServerSettings, next: &ServerSettings) -> Stored<()> {
        // An update without a change locks the row in either database.
        const LOCK: &str = "INSERT INTO servers (id) VALUES ($1) \
                            ON CONFLICT (id) DO UPDATE SET settings = servers.settings RETURNING settings";
        const SQL: &str = "UPDATE servers SET settings = $2 WHERE id = $1";
        let mut tx = self.begin().await?;
        let found: String = query_scalar(LOCK).bind(guild.0 as i64).fetch_one(&mut *tx).await.map_err(failed)?;
        if read_json::<ServerSettings>(&found)? != *known {
            return Err(StoreError::Conflict);
        }
        query(SQL).bind(guild.0 as i64).bind(json(next)?).execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)
    }

    async fn block(&self, user: UserId, other: UserId, most: u32) -> Stored<()> {
        const COUNT: &str = "SELECT COUNT(*) FROM blocks WHERE player_id = $1";
        const SQL: &str = "INSERT INTO blocks (player_id, blocked_id) VALUES ($1, $2) \
                           ON CONFLICT (player_id, blocked_id) DO NOTHING";
        let mut tx = self.begin().await?;
        query(SQL).bind(user.0 as i64).bind(other.0 as i64).execute(&mut *tx).await.map_err(failed)?;
        let count: i64 = query_scalar(COUNT).bind(user.0 as i64).fetch_one(&mut *tx).await.map_err(failed)?;
        if count > i64::from(most) {
            return Err(StoreError::LimitReached(most));
        }
        tx.commit().await.map_err(failed)
    }

    async fn unblock(&self, user: UserId, other: UserId) -> Stored<bool> {
        const SQL: &str = "DELETE FROM blocks WHERE player_id = $1 AND blocked_id = $2 RETURNING blocked_id";
        let gone = query_scalar(SQL).bind(user.0 as i64).bind(other.0 as i64);
        let gone: Option<i64> = gone.fetch_all(&self.writer).await.map_err(failed)?.pop();
        Ok(gone.is_some())
    }

    async fn has_blocked(&self, user: UserId, other: UserId) -> Stored<bool> {
        const SQL: &str = "SELECT blocked_id FROM blocks WHERE player_id = $1 AND blocked_id = $2";
        let found = query_scalar(SQL).bind(user.0 as i64).bind(other.0 as i64);
        let found: Option<i64> = found.fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(found.is_some())
    }

    async fn blocked_by(&self, user: UserId) -> Stored<Vec<UserId>> {
        const SQL: &str = "SELECT blocked_id FROM blocks WHERE player_id = $1 ORDER BY blocked_id";
        let ids: Vec<i64> = query_scalar(SQL).bind(user.0 as i64).fetch_all(&self.pool).await.map_err(failed)?;
        Ok(ids.into_iter().map(|it| UserId(it as u64)).collect())
    }

    async fn watch(&self, id: MatchId, user: UserId, most: u32) -> Stored<()> {
        // An update without a change locks the match, so that nobody else counts its watchers while one is added.
        const LOCK: &str = "UPDATE matches SET game = game WHERE id = $1";
        const COUNT: &str = "SELECT COUNT(*) FROM watchers WHERE match_id = $1";
        const SQL: &str = "INSERT INTO watchers (match_id, player_id) VALUES ($1, $2) \
                           ON CONFLICT (match_id, player_id) DO NOTHING";
        let mut tx = self.begin().await?;
        query(LOCK).bind(id.0).execute(&mut *tx).await.map_err(failed)?;
        query(SQL).bind(id.0).bind(user.0 as i64).execute(&mut *tx).await.map_err(failed)?;
        let count: i64 = query_scalar(COUNT).bind(id.0).fetch_one(&mut *tx).await.map_err(failed)?;
        if count > i64::from(most) {
            return Err(StoreError::LimitReached(most));
        }
        tx.commit().await.map_err(failed)
    }

    async fn unwatch(&self, id: MatchId, user: UserId) -> Stored<bool> {
        const SQL: &str = "DELETE FROM watchers WHERE match_id = $1 AND player_id = $2 RETURNING player_id";
        let gone = query_scalar(SQL).bind(id.0).bind(user.0 as i64);
        let gone: Option<i64> = gone.fetch_all(&self.writer).await.map_err(failed)?.pop();
        Ok(gone.is_some())
    }

    async fn watchers(&self, id: MatchId) -> Stored<Vec<UserId>> {
        const SQL: &str = "SELECT player_id FROM watchers WHERE match_id = $1 ORDER BY player_id";
        let ids: Vec<i64> = query_scalar(SQL).bind(id.0).fetch_all(&self.pool).await.map_err(failed)?;
        Ok(ids.into_iter().map(|it| UserId(it as u64)).collect())
    }

    async fn watched_by(&self, user: UserId) -> Stored<Vec<MatchId>> {
        const SQL: &str = "SELECT match_id FROM watchers WHERE player_id = $1 ORDER BY match_id";
        let ids: Vec<i64> = query_scalar(SQL).bind(user.0 as i64).fetch_all(&self.pool).await.map_err(failed)?;
        Ok(ids.into_iter().map(MatchId).collect())
    }

    async fn forget_watchers(&self, id: MatchId) -> Stored<()> {
        const SQL: &str = "DELETE FROM watchers WHERE match_id = $1";
        query(SQL).bind(id.0).execute(&self.writer).await.map(drop).map_err(failed)
    }
}

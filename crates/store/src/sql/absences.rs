//! People's absences, in SQL.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Transaction, Type};
use sqlx::{query, query_as};

use super::{SqlStore, failed};
use crate::rows::AbsenceRow;
use play::ports::{AbsenceStore, Stored};
use play::{Absence, Seat, UserId};

#[async_trait]
impl<DB> AbsenceStore for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB>,
    for<'r> AbsenceRow: FromRow<'r, DB::Row>,
{
    async fn absences_of_both(&self, users: [Option<UserId>; 2], since: Timestamp) -> Stored<[Vec<Absence>; 2]> {
        const SQL: &str = "SELECT player_id, from_at, until_at FROM absences WHERE player_id IN ($1, $2) \
                           AND until_at > $3 ORDER BY from_at";
        let ids = users.map(|user| user.map(|it| it.0 as i64));
        let [first, second] = ids;
        let rows = query_as(SQL).bind(first).bind(second).bind(since.as_millisecond());
        let rows: Vec<AbsenceRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        let mut absences = <[Vec<Absence>; 2]>::default();
        for row in rows {
            for (absences, _) in absences.iter_mut().zip(ids).filter(|(_, id)| *id == Some(row.player_id)) {
                absences.push(row.read()?);
            }
        }
        Ok(absences)
    }

    async fn add_absence(&self, user: UserId, absence: Absence) -> Stored<()> {
        const SQL: &str = "INSERT INTO absences (player_id, from_at, until_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (player_id, from_at) DO UPDATE SET until_at = excluded.until_at";
        let mut tx = self.begin().await?;
        let insert = query(SQL).bind(user.0 as i64).bind(absence.from.as_millisecond());
        insert.bind(absence.until.as_millisecond()).execute(&mut *tx).await.map_err(failed)?;
        self.look_again(&mut tx, user, absence.from).await?;
        tx.commit().await.map_err(failed)
    }

    async fn end_absences(&self, user: UserId, now: Timestamp) -> Stored<()> {
        const DROP: &str = "DELETE FROM absences WHERE player_id = $1 AND from_at >= $2";
        const END: &str = "UPDATE absences SET until_at = $2 WHERE player_id = $1 AND until_at > $2";
        let mut tx = self.begin().await?;
        for sql in [DROP, END] {
            let change = query(sql).bind(user.0 as i64).bind(now.as_millisecond());
            change.execute(&mut *tx).await.map_err(failed)?;
        }
        self.look_again(&mut tx, user, now).await?;
        tx.commit().await.map_err(failed)
    }
}

impl<DB> SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB>,
{
    /// Makes the matches of a person due.
    async fn look_again(&self, tx: &mut Transaction<'static, DB>, user: UserId, now: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET due_at = $2 WHERE clock_since IS NOT NULL \
                           AND id IN (SELECT id FROM matches WHERE reason IS NULL AND first_seat = $1 \
                           UNION SELECT id FROM matches WHERE reason IS NULL AND second_seat = $1)";
        let look = query(SQL).bind(Seat::User(user).to_string()).bind(now.as_millisecond());
        look.execute(&mut **tx).await.map(drop).map_err(failed)
    }
}

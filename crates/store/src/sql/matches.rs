//! Matches and their moves, in SQL.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Transaction, Type};
use sqlx::{query, query_as, query_scalar};

use super::challenges::card_due;
use super::statements::{self, select_matches};
use super::{SqlStore, failed, guarded, readable, unless_corrupt, unless_there};
use crate::rows::{MatchRow, OutlineRow, RatingRow, json, winner_word};
use play::ports::{MatchLimit, MatchLimits, MatchStore, OwnedBy, StoreError, Stored};
use play::{ChannelId, Conduct, EventId, Match, MatchId, MatchOutline, NewMatch, Seat, UserId};

#[async_trait]
impl<DB> MatchStore for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'a> bool: Type<DB> + Encode<'a, DB>,
    for<'a> f64: Type<DB> + Encode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
    for<'a> Option<&'a str>: Type<DB> + Encode<'a, DB>,
    for<'r> MatchRow: FromRow<'r, DB::Row>,
    for<'r> OutlineRow: FromRow<'r, DB::Row>,
    for<'r> RatingRow: FromRow<'r, DB::Row>,
{
    async fn begin_match(
        &self,
        new: &NewMatch,
        origin: Option<EventId>,
        limits: MatchLimits,
        now: Timestamp,
    ) -> Stored<MatchId> {
        const ACCEPT: &str = "UPDATE challenges SET state = 'accepted', card_due_at = $2, card_tries = 0 \
                              WHERE id = $1 AND state = 'open' RETURNING id";
        const SQL: &str = "INSERT INTO matches (challenge_id, rematch_of, guild_id, channel_id, game, ruleset, \
                           first_seat, second_seat, rated, conduct, clock_since, due_at, owner, \
                           lease_until, rules_version, origin, created_at, updated_at, unheard_since) VALUES ($1, $2, $3, \
                           $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $12, $12, $17) RETURNING id";
        let mut tx = self.begin().await?;
        self.admit(&mut tx, new, origin, limits, now).await?;
        if let Some(challenge) = new.challenge {
            let accepted = query_scalar(ACCEPT).bind(challenge.0).bind(card_due(now)).fetch_optional(&mut *tx).await;
            guarded(accepted.map_err(failed)?)?;
        }
        let insert = query_scalar(SQL)
            .bind(new.challenge.map(|it| it.0))
            .bind(new.rematch_of.map(|it| it.0))
            .bind(new.place.guild.map(|it| it.0 as i64))
            .bind(new.place.channel.0 as i64)
            .bind(new.ruleset.info.key)
            .bind(new.ruleset.to_string())
            .bind(new.seats[0].to_string())
            .bind(new.seats[1].to_string())
            .bind(new.rated)
            .bind(json(&Conduct::begin(new.agreement))?)
            .bind(new.clock_since(now).map(|it| it.as_millisecond()))
            .bind(now.as_millisecond())
            .bind(self.owner.as_str())
            .bind(self.lease_end())
            .bind(i64::from(new.ruleset.info.rules_version))
            .bind(origin.map(|it| it.0 as i64))
            .bind(self.database_now());
        let id = insert.fetch_one(&mut *tx).await.map_err(unless_there)?;
        tx.commit().await.map_err(failed)?;
        Ok(MatchId(id))
    }

    async fn rematch_of(&self, id: MatchId) -> Stored<Option<MatchId>> {
        const SQL: &str = "SELECT id FROM matches WHERE rematch_of = $1";
        let id: Option<i64> = query_scalar(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(id.map(MatchId))
    }

    async fn matches_in(&self, channel: ChannelId) -> Stored<Vec<Match>> {
        const SQL: &str = select_matches!("WHERE channel_id = $1 AND reason IS NULL ORDER BY id LIMIT 1000");
        let rows = query_as(SQL).bind(channel.0 as i64);
        let rows: Vec<MatchRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        Ok(readable(rows.into_iter().map(MatchRow::read)))
    }

    async fn ending_in(&self, channel: ChannelId) -> Stored<Vec<Match>> {
        const SQL: &str = select_matches!(
            "WHERE channel_id = $1 AND reason IS NOT NULL AND due_at IS NOT NULL ORDER BY id LIMIT 200"
        );
        let rows = query_as(SQL).bind(channel.0 as i64);
        let rows: Vec<MatchRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        Ok(readable(rows.into_iter().map(MatchRow::read)))
    }

    async fn find_match(&self, id: MatchId) -> Stored<Option<Match>> {
        const SQL: &str = select_matches!("WHERE id = $1");
        let row: Option<MatchRow> = query_as(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        row.map(MatchRow::read).transpose()
    }

    async fn find_owned(&self, id: MatchId) -> Stored<Option<Match>> {
        const SQL: &str = select_matches!("WHERE id = $1 AND owner = $2 AND lease_until > 0");
        let row = query_as(SQL).bind(id.0).bind(self.owner.as_str());
        let row: Option<MatchRow> = row.fetch_optional(&self.pool).await.map_err(failed)?;
        row.map(MatchRow::read).transpose()
    }

    async fn outline(&self, id: MatchId) -> Stored<Option<MatchOutline>> {
        const SQL: &str = "SELECT id, guild_id, channel_id, first_seat, second_seat, reason, created_at FROM matches \
                           WHERE id = $1";
        let row: Option<OutlineRow> = query_as(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        row.map(OutlineRow::read).transpose()
    }

    async fn abort(&self, id: MatchId, now: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET reason = 'aborted', winner = NULL, clock_since = NULL, due_at = $2, \
                           updated_at = $2, revision = revision + 1 WHERE id = $1 AND reason IS NULL RETURNING id";
        let abort = query_scalar(SQL).bind(id.0).bind(now.as_millisecond());
        guarded(abort.fetch_all(&self.writer).await.map_err(failed)?.pop())
    }

    async fn unreadable_of(&self, user: UserId) -> Stored<Vec<MatchId>> {
        let rows = query_as(statements::MATCHES_OF).bind(Seat::User(user).to_string()).bind(None::<i64>);
        let rows: Vec<MatchRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        let unreadable = |row: MatchRow| {
            let id = MatchId(row.id);
            row.read().is_err().then_some(id)
        };
        Ok(rows.into_iter().rev().filter_map(unreadable).collect())
    }

    async fn matches_of(&self, user: UserId, channel: Option<ChannelId>) -> Stored<Vec<Match>> {
        let seat = Seat::User(user).to_string();
        let rows = query_as(statements::MATCHES_OF).bind(seat).bind(channel.map(|it| it.0 as i64));
        let rows: Vec<MatchRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        Ok(readable(rows.into_iter().rev().map(MatchRow::read)))
    }

    async fn last_match_in(&self, channel: ChannelId, user: Option<UserId>) -> Stored<Option<Match>> {
        let seat = user.map(|it| Seat::User(it).to_string());
        let sql = if seat.is_some() { statements::LAST_MATCH_OF_IN } else { statements::LAST_MATCH_IN };
        self.newest_in(channel, seat.as_deref(), sql).await
    }

    async fn last_ended_in(&self, channel: ChannelId, user: UserId) -> Stored<Option<Match>> {
        let seat = Seat::User(user).to_string();
        self.newest_in(channel, Some(&seat), statements::LAST_ENDED_OF_IN).await
    }

    async fn ended_of(&self, user: UserId, most: u32) -> Stored<Vec<Match>> {
        let seat = Seat::User(user).to_string();
        let rows = query_as(statements::ENDED_OF).bind(seat.as_str()).bind(i64::from(most));
        let rows: Vec<MatchRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        Ok(readable(rows.into_iter().map(MatchRow::read)))
    }

    async fn begun_against_engine(&self, user: UserId, game: &str) -> Stored<u64> {
        let seat = Seat::User(user).to_string();
        let count = query_scalar(statements::COUNT_BEGUN_AGAINST_ENGINE).bind(seat.as_str()).bind(game);
        let count: i64 = count.bind(Match::PLIES_TO_BEGIN as i64).fetch_one(&self.pool).await.map_err(failed)?;
        Ok(count as u64)
    }

    async fn save(&self, current: &Match, next: &Match, origin: Option<EventId>, now: Timestamp) -> Stored<OwnedBy> {
        // The plies are guarded, too: a program from before the revisions does not count those. The owner of the match
        // keeps it until the lease ends. A lease that has ended means that its process is gone, and may have posted a
        // board without our getting the answer.
        const SQL: &str = "UPDATE matches SET ply = $4, undone = $5, conduct = $6, clock_since = $7, reason = $8, \
                           winner = $9, revision = revision + 1, due_at = $10, \
                           owner = CASE WHEN lease_until > $15 AND owner <> $11 THEN owner ELSE $11 END, \
                           lease_until = CASE WHEN lease_until > $15 AND owner <> $11 THEN lease_until ELSE $12 END, \
                           unheard_since = CASE WHEN lease_until = 0 AND failures = 0 AND search_again_at IS NULL \
                           THEN $15 ELSE unheard_since END, \
                           failures = failures + CASE WHEN lease_until > 0 AND lease_until <= $15 AND owner <> $11 \
                           THEN 1 ELSE 0 END, updated_at = $13, channel_id = $14, refusals = $16 \
                           WHERE id = $1 AND revision = $2 AND ply = $3 AND reason IS NULL RETURNING owner";
        let mut tx = self.begin().await?;
        let saved = query_scalar(SQL)
            .bind(current.id.0)
            .bind(i64::from(current.revision))
            .bind(i64::from(current.plies()))
            .bind(i64::from(next.plies()))
            .bind(i64::from(next.undone))
            .bind(json(&next.conduct)?)
            .bind(next.clock_since.map(|it| it.as_millisecond()))
            .bind(next.outcome.map(|it| it.reason.as_str()))
            .bind(next.outcome.and_then(winner_word))
            .bind(now.as_millisecond())
            .bind(self.owner.as_str())
            .bind(self.lease_end())
            .bind(next.updated_at.as_millisecond())
            .bind(next.place.channel.0 as i64)
            .bind(self.database_now())
            .bind(i64::from(next.refusals));
        let owner: Option<String> = saved.fetch_optional(&mut *tx).await.map_err(failed)?;
        let owner = owner.ok_or(StoreError::Conflict)?;
        self.save_moves(&mut tx, current, next, origin, now).await?;
        if let Some(end) = next.outcome.filter(|it| next.is_rated_by(*it)) {
            self.rate_match(&mut tx, next, end).await?;
        }
        tx.commit().await.map_err(failed)?;
        Ok(if owner == self.owner { OwnedBy::Us } else { OwnedBy::Other })
    }

    async fn match_begun_by(&self, id: MatchId) -> Stored<Option<EventId>> {
        const SQL: &str = "SELECT origin FROM matches WHERE id = $1";
        let origin: Option<Option<i64>> =
            query_scalar(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(origin.flatten().map(|it| EventId(it as u64)))
    }

    async fn last_moved_by(&self, id: MatchId, version: u32) -> Stored<Option<EventId>> {
        const SQL: &str = "SELECT MAX(v.origin) FROM matches m JOIN moves v ON v.match_id = m.id AND v.ply < m.ply \
                           WHERE m.id = $1 AND m.ply + m.undone = $2";
        let origin: Option<i64> =
            query_scalar(SQL).bind(id.0).bind(i64::from(version)).fetch_one(&self.pool).await.map_err(failed)?;
        Ok(origin.map(|it| EventId(it as u64)))
    }

    async fn is_played(&self, origin: EventId) -> Stored<bool> {
        const SQL: &str = "SELECT COUNT(*) FROM moves WHERE origin = $1";
        let played: i64 = query_scalar(SQL).bind(origin.0 as i64).fetch_one(&self.pool).await.map_err(failed)?;
        Ok(played > 0)
    }

    async fn keep(&self, current: &Match, next: &Match) -> Stored<()> {
        // The live board shows as much of the new revision as of the old one. If a reminder no longer counts, or the place
        // is another one, what follows from that is due.
        const SQL: &str = "UPDATE matches SET conduct = $3, channel_id = $4, revision = revision + 1, \
                           reminded = CASE WHEN $5 THEN NULL ELSE reminded END, \
                           due_at = CASE WHEN $5 OR channel_id <> $4 THEN 0 ELSE due_at END, \
                           shown_revision = CASE WHEN shown_revision = revision THEN revision + 1 \
                           ELSE shown_revision END WHERE id = $1 AND revision = $2 RETURNING id";
        let keep = query_scalar(SQL).bind(current.id.0).bind(i64::from(current.revision)).bind(json(&next.conduct)?);
        let keep = keep.bind(next.place.channel.0 as i64);
        let keep = keep.bind(current.reminded.is_some() && next.reminded.is_none());
        guarded(keep.fetch_all(&self.writer).await.map_err(failed)?.pop())
    }
}

/// Steps of a transaction.
impl<DB> SqlStore<DB>
where
    DB: Database,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    for<'a> i64: Type<DB> + Encode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'r> MatchRow: FromRow<'r, DB::Row>,
{
    /// The newest readable match in a channel, of one seat or of all, that a statement finds before a number.
    async fn newest_in(
        &self,
        channel: ChannelId,
        seat: Option<&str>,
        statement: &'static str,
    ) -> Stored<Option<Match>> {
        let mut before = i64::MAX;
        loop {
            let mut row = query_as(statement).bind(channel.0 as i64).bind(before);
            if let Some(seat) = seat {
                row = row.bind(seat);
            }
            let row: Option<MatchRow> = row.fetch_optional(&self.pool).await.map_err(failed)?;
            let Some(row) = row else { return Ok(None) };
            before = row.id;
            if let Some(found) = unless_corrupt(row.read().map(Some))? {
                return Ok(Some(found));
            }
        }
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
    for<'a> String: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
{
    /// Refuses a match if one of its players, or its place, has too many of them under way.
    async fn admit(
        &self,
        tx: &mut Transaction<'static, DB>,
        new: &NewMatch,
        origin: Option<EventId>,
        limits: MatchLimits,
        now: Timestamp,
    ) -> Stored<()> {
        let mut users: Vec<UserId> = new.seats.iter().filter_map(|it| it.user()).collect();
        // Always in the same order, so that two matches that begin at once never wait for each other.
        users.sort_unstable();
        for user in &users {
            self.lock_player(tx, *user, now).await?;
        }
        // Checked before counting: the match that the same event began may be the last one allowed.
        self.unless_repeated(tx, "SELECT COUNT(*) FROM matches WHERE origin = $1", origin).await?;
        let is_against_engine = users.len() < new.seats.len();
        for user in users {
            let seat = Seat::User(user).to_string();
            if is_against_engine {
                let count = query_scalar(AGAINST_ENGINE).bind(seat.clone()).fetch_one(&mut **tx).await;
                unless_full(count, limits.against_engine, MatchLimit::AgainstEngine)?;
            }
            let count = query_scalar(OF_PERSON).bind(seat).fetch_one(&mut **tx).await;
            unless_full(count, limits.of_person, MatchLimit::OfPerson(user))?;
        }
        let count = query_scalar(IN_CHANNEL).bind(new.place.channel.0 as i64).fetch_one(&mut **tx).await;
        unless_full(count, limits.in_channel, MatchLimit::InChannel)?;
        if let Some(guild) = new.place.guild {
            let count = query_scalar(IN_SERVER).bind(guild.0 as i64).fetch_one(&mut **tx).await;
            unless_full(count, limits.in_server, MatchLimit::InServer)?;
        }
        Ok(())
    }

    /// Brings the stored moves of a match from those of `current` to those of `next`.
    async fn save_moves(
        &self,
        tx: &mut Transaction<'static, DB>,
        current: &Match,
        next: &Match,
        mut origin: Option<EventId>,
        now: Timestamp,
    ) -> Stored<()> {
        const DELETE: &str = "DELETE FROM moves WHERE match_id = $1 AND ply >= $2";
        const INSERT: &str = "INSERT INTO moves (match_id, ply, text, played_at, origin) VALUES ($1, $2, $3, $4, $5)";
        let kept = current.moves.iter().zip(&next.moves).take_while(|(one, other)| one == other).count();
        if kept < current.moves.len() {
            let delete = query(DELETE).bind(current.id.0).bind(kept as i64);
            delete.execute(&mut **tx).await.map_err(failed)?;
        }
        for (ply, text) in next.moves.iter().enumerate().skip(kept) {
            let insert = query(INSERT).bind(current.id.0).bind(ply as i64).bind(text.as_str());
            // Only the first move was asked for by this event; the reply follows automatically.
            let origin = origin.take().map(|it| it.0 as i64);
            insert.bind(now.as_millisecond()).bind(origin).execute(&mut **tx).await.map_err(unless_there)?;
        }
        Ok(())
    }
}

/// How many matches are under way: of one person against the engine, of one person, in a channel, and in a server.
const AGAINST_ENGINE: &str = "SELECT (SELECT COUNT(*) FROM matches WHERE reason IS NULL AND first_seat = $1 \
                              AND second_seat LIKE 'engine:%') + (SELECT COUNT(*) FROM matches WHERE reason IS NULL \
                              AND second_seat = $1 AND first_seat LIKE 'engine:%')";
const OF_PERSON: &str = "SELECT (SELECT COUNT(*) FROM matches WHERE reason IS NULL AND first_seat = $1) \
                         + (SELECT COUNT(*) FROM matches WHERE reason IS NULL AND second_seat = $1)";
const IN_CHANNEL: &str = "SELECT COUNT(*) FROM matches WHERE reason IS NULL AND channel_id = $1";
const IN_SERVER: &str = "SELECT COUNT(*) FROM matches WHERE reason IS NULL AND guild_id = $1";

/// Refuses a match where `count` of them are under way already.
fn unless_full(count: sqlx::Result<i64>, most: u32, limit: MatchLimit) -> Stored<()> {
    let count = count.map_err(failed)?;
    if count >= i64::from(most) { Err(StoreError::TooManyMatches(limit, count as u32)) } else { Ok(()) }
}

//! The store in SQL that SQLite and PostgreSQL both understand.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Transaction, Type};
use sqlx::{query, query_as, query_scalar};

use super::rows::{BacklogRow, BoardRow, ChallengeRow, ChangeRow, MatchRow, RatingRow, StandingRow, winner_word};
use crate::play::ports::{Backlog, Scope, Standing, Store, StoreError, Stored};
use crate::play::rating::Points;
use crate::play::{
    Challenge, ChallengeId, ChallengeState, ChannelId, Match, MatchId, MessageId, NewChallenge, NewMatch, Rating,
    RatingChange, Seat, UserId,
};
use games::Outcome;
use games::board::Side;

/// A store in a database that sqlx can speak to.
pub(super) struct SqlStore<DB: Database> {
    pool: Pool<DB>,
    /// How a transaction begins that is going to write.
    begin: &'static str,
}

/// The columns that [`MatchRow`] reads.
macro_rules! select_matches {
    ($rest:literal) => {
        concat!(
            "SELECT id, guild_id, channel_id, ruleset, first_seat, second_seat, rated, ply, reason, winner, \
             announced_ply, end_announced, board_message, failures, created_at, updated_at FROM matches ",
            $rest
        )
    };
}

/// The columns that [`ChallengeRow`] reads.
macro_rules! select_challenges {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.guild_id, c.channel_id, c.challenger_id, c.opponent_id, c.ruleset, c.side, c.rated, \
             c.rematch_of, c.state, c.message_id, c.expires_at, m.id AS match_id \
             FROM challenges c LEFT JOIN matches m ON m.challenge_id = c.id ",
            $rest
        )
    };
}

/// The columns that [`StandingRow`] reads.
macro_rules! select_standings {
    ($rest:literal) => {
        concat!(
            "SELECT r.player_id, p.name, r.game, r.rating, r.deviation, r.volatility, r.wins, r.draws, r.losses \
             FROM ratings r LEFT JOIN players p ON p.id = r.player_id ",
            $rest
        )
    };
}

impl<DB: Database> SqlStore<DB> {
    pub fn new(pool: Pool<DB>, begin: &'static str) -> Self {
        Self { pool, begin }
    }
}

fn failed(error: sqlx::Error) -> StoreError {
    StoreError::Database(Box::new(error))
}

/// What there can be only once is there already.
fn unless_there(error: sqlx::Error) -> StoreError {
    match error.as_database_error() {
        Some(it) if it.is_unique_violation() => StoreError::Conflict,
        _ => failed(error),
    }
}

/// Remembers that a message shows a board.
const ADD_BOARD: &str = "INSERT INTO boards (message_id, match_id, ply) VALUES ($1, $2, $3) \
                         ON CONFLICT (message_id) DO NOTHING";

/// The statements that are asked for all the time, public so that a test can look at how the databases find their rows.
pub mod statements {
    /// The matches of a seat that are under way, optionally only those of one channel.
    pub const MATCHES_OF: &str = select_matches!(
        "WHERE id IN (SELECT id FROM matches WHERE reason IS NULL AND first_seat = $1 \
         UNION SELECT id FROM matches WHERE reason IS NULL AND second_seat = $1) \
         AND ($2 IS NULL OR channel_id = $2) ORDER BY id LIMIT 200"
    );

    /// The open challenges made before a time that nobody has seen yet.
    pub const UNSHOWN_CHALLENGES: &str = select_challenges!(
        "WHERE c.state = 'open' AND c.message_id IS NULL AND c.created_at < $1 AND c.expires_at > $2 \
         ORDER BY c.created_at LIMIT 100"
    );
}

/// A write guarded by the state of a row gives that row's id, or nothing if the state was another.
fn guarded(id: Option<i64>) -> Stored<()> {
    id.map(|_| ()).ok_or(StoreError::Conflict)
}

fn scope_number(scope: Scope) -> i64 {
    match scope {
        Scope::Global => 0,
        Scope::Server(guild) => guild.0 as i64,
    }
}

fn state_word(state: ChallengeState) -> &'static str {
    match state {
        ChallengeState::Open => "open",
        ChallengeState::Accepted(_) => "accepted",
        ChallengeState::Declined => "declined",
        ChallengeState::Withdrawn => "withdrawn",
        ChallengeState::Expired => "expired",
    }
}

/// Steps of a transaction, and readings that several methods share.
impl<DB> SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> f64: Type<DB> + Encode<'a, DB>,
    for<'a> bool: Type<DB> + Encode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
    for<'a> Option<&'a str>: Type<DB> + Encode<'a, DB>,
    for<'r> MatchRow: FromRow<'r, DB::Row>,
    for<'r> ChallengeRow: FromRow<'r, DB::Row>,
    for<'r> BoardRow: FromRow<'r, DB::Row>,
    for<'r> BacklogRow: FromRow<'r, DB::Row>,
    for<'r> StandingRow: FromRow<'r, DB::Row>,
    for<'r> RatingRow: FromRow<'r, DB::Row>,
    for<'r> ChangeRow: FromRow<'r, DB::Row>,
{
    async fn begin(&self) -> Stored<Transaction<'static, DB>> {
        self.pool.begin_with(self.begin).await.map_err(failed)
    }

    /// Locks a person until the transaction ends, so that nobody counts what is this person's while it grows.
    async fn lock_player(&self, tx: &mut Transaction<'static, DB>, user: UserId, now: Timestamp) -> Stored<()> {
        // Somebody whose name has not been heard yet is called by the number.
        const SQL: &str = "INSERT INTO players (id, name, met_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (id) DO UPDATE SET met_at = players.met_at";
        let insert = query(SQL).bind(user.0 as i64).bind(user.to_string()).bind(now.as_millisecond());
        insert.execute(&mut **tx).await.map(drop).map_err(failed)
    }

    /// Refuses a match against the engine to a person who has `most` of them under way.
    async fn admit(&self, tx: &mut Transaction<'static, DB>, it: &NewMatch, most: u32, now: Timestamp) -> Stored<()> {
        const COUNT: &str = "SELECT COUNT(*) FROM matches WHERE reason IS NULL \
                             AND ((first_seat = $1 AND second_seat LIKE 'engine:%') \
                             OR (second_seat = $1 AND first_seat LIKE 'engine:%'))";
        let user = match it.seats {
            [Seat::User(user), Seat::Engine(_)] | [Seat::Engine(_), Seat::User(user)] => user,
            _ => return Ok(()),
        };
        self.lock_player(tx, user, now).await?;
        let count = query_scalar(COUNT).bind(Seat::User(user).to_string());
        let count: i64 = count.fetch_one(&mut **tx).await.map_err(failed)?;
        if count >= i64::from(most) { Err(StoreError::LimitReached(count as u32)) } else { Ok(()) }
    }

    /// The match of a row with the moves that it had when the row was read: another may have been added since.
    async fn with_moves(&self, row: MatchRow) -> Stored<Match> {
        const SQL: &str = "SELECT text FROM moves WHERE match_id = $1 AND ply < $2 ORDER BY ply";
        let moves = query_scalar(SQL).bind(row.id).bind(row.ply).fetch_all(&self.pool).await.map_err(failed)?;
        row.read(moves)
    }

    async fn all_with_moves(&self, rows: Vec<MatchRow>) -> Stored<Vec<Match>> {
        let mut matches = Vec::with_capacity(rows.len());
        for row in rows {
            matches.push(self.with_moves(row).await?);
        }
        Ok(matches)
    }

    /// Ends a match that is under way and has the plies of `current`, and rates it.
    async fn finish(
        &self,
        tx: &mut Transaction<'static, DB>,
        current: &Match,
        end: Outcome,
        now: Timestamp,
    ) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET reason = $2, winner = $3, engine_to_move = $4, retry_at = 0, \
                           updated_at = $5 WHERE id = $1 AND ply = $6 AND reason IS NULL RETURNING id";
        let ended = query_scalar(SQL)
            .bind(current.id.0)
            .bind(end.reason.as_str())
            .bind(winner_word(end))
            .bind(false)
            .bind(now.as_millisecond())
            .bind(i64::from(current.version()));
        guarded(ended.fetch_optional(&mut **tx).await.map_err(failed)?)?;
        if current.is_rated_by(end) {
            self.rate_match(tx, current, end).await?;
        }
        Ok(())
    }

    /// Rates an ended match, for all matches together and for those of its server.
    async fn rate_match(&self, tx: &mut Transaction<'static, DB>, current: &Match, end: Outcome) -> Stored<()> {
        let server = current.place.guild.map(Scope::Server);
        for scope in [Some(Scope::Global), server].into_iter().flatten() {
            let before = self.ratings_before(tx, current, scope).await?;
            for (change, points) in current.rating_changes(before, end) {
                self.store_rating(tx, current, scope, change, points).await?;
            }
        }
        Ok(())
    }

    /// The ratings of both seats, with the rows of people locked in an order that is the same for everybody.
    async fn ratings_before(
        &self,
        tx: &mut Transaction<'static, DB>,
        current: &Match,
        scope: Scope,
    ) -> Stored<[Rating; 2]> {
        const INSERT: &str = "INSERT INTO ratings (player_id, game, scope, rating, deviation, volatility) \
                              VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player_id, game, scope) DO NOTHING";
        // An update that changes nothing locks the row in either database.
        const LOCK: &str = "UPDATE ratings SET wins = wins WHERE player_id = $1 AND game = $2 AND scope = $3 \
                            RETURNING rating, deviation, volatility";
        let engine = |level| Rating::of_engine(current.ruleset.info, level);
        let mut ratings = current.seats.map(|it| it.engine_level().map_or(Rating::default(), engine));
        let mut people: Vec<(UserId, Side)> =
            Side::BOTH.into_iter().filter_map(|side| Some((current.seat(side).user()?, side))).collect();
        people.sort_by_key(|it| it.0);
        for (user, side) in people {
            let fresh = Rating::default();
            let (id, game, scope) = (user.0 as i64, current.ruleset.info.key, scope_number(scope));
            let insert = query(INSERT).bind(id).bind(game).bind(scope);
            let insert = insert.bind(fresh.rating).bind(fresh.deviation).bind(fresh.volatility);
            insert.execute(&mut **tx).await.map_err(failed)?;
            let row: RatingRow =
                query_as(LOCK).bind(id).bind(game).bind(scope).fetch_one(&mut **tx).await.map_err(failed)?;
            ratings[side.index()] = row.into();
        }
        Ok(ratings)
    }

    async fn store_rating(
        &self,
        tx: &mut Transaction<'static, DB>,
        current: &Match,
        scope: Scope,
        change: RatingChange,
        score: Points,
    ) -> Stored<()> {
        const UPDATE: &str = "UPDATE ratings SET rating = $4, deviation = $5, volatility = $6, wins = wins + $7, \
                              draws = draws + $8, losses = losses + $9 \
                              WHERE player_id = $1 AND game = $2 AND scope = $3";
        const CHANGE: &str = "INSERT INTO rating_changes (match_id, player_id, rating_before, deviation_before, \
                              volatility_before, rating_after, deviation_after, volatility_after) \
                              VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let RatingChange { user, before, after } = change;
        let one_if = |it: Points| i64::from(it == score);
        let update = query(UPDATE).bind(user.0 as i64).bind(current.ruleset.info.key).bind(scope_number(scope));
        let update = update.bind(after.rating).bind(after.deviation).bind(after.volatility);
        let update = update.bind(one_if(Points::Win)).bind(one_if(Points::Draw)).bind(one_if(Points::Loss));
        update.execute(&mut **tx).await.map_err(failed)?;
        if scope == Scope::Global {
            let insert = query(CHANGE).bind(current.id.0).bind(user.0 as i64);
            let insert = insert.bind(before.rating).bind(before.deviation).bind(before.volatility);
            let insert = insert.bind(after.rating).bind(after.deviation).bind(after.volatility);
            insert.execute(&mut **tx).await.map_err(failed)?;
        }
        Ok(())
    }
}

#[async_trait]
impl<DB> Store for SqlStore<DB>
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    for<'c> &'c Pool<DB>: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: ColumnIndex<DB::Row>,
    for<'a> i64: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> f64: Type<DB> + Encode<'a, DB>,
    for<'a> bool: Type<DB> + Encode<'a, DB>,
    for<'a> String: Type<DB> + Encode<'a, DB> + Decode<'a, DB>,
    for<'a> &'a str: Type<DB> + Encode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
    for<'a> Option<&'a str>: Type<DB> + Encode<'a, DB>,
    for<'r> MatchRow: FromRow<'r, DB::Row>,
    for<'r> ChallengeRow: FromRow<'r, DB::Row>,
    for<'r> BoardRow: FromRow<'r, DB::Row>,
    for<'r> BacklogRow: FromRow<'r, DB::Row>,
    for<'r> StandingRow: FromRow<'r, DB::Row>,
    for<'r> RatingRow: FromRow<'r, DB::Row>,
    for<'r> ChangeRow: FromRow<'r, DB::Row>,
{
    async fn meet(&self, user: UserId, name: &str, now: Timestamp) -> Stored<()> {
        const SQL: &str = "INSERT INTO players (id, name, met_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (id) DO UPDATE SET name = excluded.name";
        let insert = query(SQL).bind(user.0 as i64).bind(name).bind(now.as_millisecond());
        insert.execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn add_challenge(&self, it: &NewChallenge, most_open: u32, now: Timestamp) -> Stored<ChallengeId> {
        const COUNT: &str =
            "SELECT COUNT(*) FROM challenges WHERE challenger_id = $1 AND state = 'open' AND expires_at > $2";
        const SQL: &str = "INSERT INTO challenges (guild_id, channel_id, challenger_id, opponent_id, ruleset, side, \
                           rated, rematch_of, expires_at, created_at) \
                           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING id";
        let mut tx = self.begin().await?;
        self.lock_player(&mut tx, it.challenger, now).await?;
        let count = query_scalar(COUNT).bind(it.challenger.0 as i64).bind(now.as_millisecond());
        let count: i64 = count.fetch_one(&mut *tx).await.map_err(failed)?;
        if count >= i64::from(most_open) {
            return Err(StoreError::LimitReached(count as u32));
        }
        let insert = query_scalar(SQL)
            .bind(it.place.guild.map(|it| it.0 as i64))
            .bind(it.place.channel.0 as i64)
            .bind(it.challenger.0 as i64)
            .bind(it.opponent.map(|it| it.0 as i64))
            .bind(it.ruleset.to_string())
            .bind(it.side.to_string())
            .bind(it.rated)
            .bind(it.rematch_of.map(|it| it.0))
            .bind(it.expires_at.as_millisecond())
            .bind(now.as_millisecond());
        let id = insert.fetch_one(&mut *tx).await.map_err(unless_there)?;
        tx.commit().await.map_err(failed)?;
        Ok(ChallengeId(id))
    }

    async fn challenge(&self, id: ChallengeId) -> Stored<Option<Challenge>> {
        const SQL: &str = select_challenges!("WHERE c.id = $1");
        let row: Option<ChallengeRow> = query_as(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        row.map(ChallengeRow::read).transpose()
    }

    async fn open_challenges(&self, channel: ChannelId, now: Timestamp) -> Stored<Vec<Challenge>> {
        const SQL: &str = select_challenges!(
            "WHERE c.channel_id = $1 AND c.state = 'open' AND c.expires_at > $2 ORDER BY c.id DESC LIMIT 100"
        );
        let rows = query_as(SQL).bind(channel.0 as i64).bind(now.as_millisecond());
        let rows: Vec<ChallengeRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        rows.into_iter().map(ChallengeRow::read).collect()
    }

    async fn set_challenge_message(&self, id: ChallengeId, message: MessageId) -> Stored<()> {
        const SQL: &str = "UPDATE challenges SET message_id = $2 WHERE id = $1";
        query(SQL).bind(id.0).bind(message.0 as i64).execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn close_challenge(&self, id: ChallengeId, state: ChallengeState) -> Stored<()> {
        const SQL: &str = "UPDATE challenges SET state = $2 WHERE id = $1 AND state = 'open' RETURNING id";
        let closed = query_scalar(SQL).bind(id.0).bind(state_word(state));
        guarded(closed.fetch_optional(&self.pool).await.map_err(failed)?)
    }

    async fn unshown_challenges(&self, made_before: Timestamp, now: Timestamp) -> Stored<Vec<Challenge>> {
        let rows =
            query_as(statements::UNSHOWN_CHALLENGES).bind(made_before.as_millisecond()).bind(now.as_millisecond());
        let rows: Vec<ChallengeRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        rows.into_iter().map(ChallengeRow::read).collect()
    }

    async fn expire_challenges(&self, now: Timestamp) -> Stored<Vec<Challenge>> {
        const SQL: &str =
            "UPDATE challenges SET state = 'expired' WHERE state = 'open' AND expires_at <= $1 RETURNING id";
        let ids = query_scalar(SQL).bind(now.as_millisecond());
        let ids: Vec<i64> = ids.fetch_all(&self.pool).await.map_err(failed)?;
        let mut expired = Vec::with_capacity(ids.len());
        for id in ids {
            expired.extend(self.challenge(ChallengeId(id)).await?);
        }
        Ok(expired)
    }

    async fn begin_match(&self, it: &NewMatch, most_against_engine: u32, now: Timestamp) -> Stored<MatchId> {
        const ACCEPT: &str = "UPDATE challenges SET state = 'accepted' WHERE id = $1 AND state = 'open' RETURNING id";
        const SQL: &str = "INSERT INTO matches (challenge_id, rematch_of, guild_id, channel_id, game, ruleset, \
                           first_seat, second_seat, rated, engine_to_move, created_at, updated_at) \
                           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11) RETURNING id";
        let mut tx = self.begin().await?;
        self.admit(&mut tx, it, most_against_engine, now).await?;
        if let Some(challenge) = it.challenge {
            let accepted = query_scalar(ACCEPT).bind(challenge.0).fetch_optional(&mut *tx).await;
            guarded(accepted.map_err(failed)?)?;
        }
        let insert = query_scalar(SQL)
            .bind(it.challenge.map(|it| it.0))
            .bind(it.rematch_of.map(|it| it.0))
            .bind(it.place.guild.map(|it| it.0 as i64))
            .bind(it.place.channel.0 as i64)
            .bind(it.ruleset.info.key)
            .bind(it.ruleset.to_string())
            .bind(it.seats[0].to_string())
            .bind(it.seats[1].to_string())
            .bind(it.rated)
            .bind(it.engine_begins())
            .bind(now.as_millisecond());
        let id = insert.fetch_one(&mut *tx).await.map_err(unless_there)?;
        tx.commit().await.map_err(failed)?;
        Ok(MatchId(id))
    }

    async fn rematch_of(&self, id: MatchId) -> Stored<Option<MatchId>> {
        const SQL: &str = "SELECT id FROM matches WHERE rematch_of = $1";
        let id: Option<i64> = query_scalar(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(id.map(MatchId))
    }

    async fn find_match(&self, id: MatchId) -> Stored<Option<Match>> {
        const SQL: &str = select_matches!("WHERE id = $1");
        let row: Option<MatchRow> = query_as(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        match row {
            Some(row) => self.with_moves(row).await.map(Some),
            None => Ok(None),
        }
    }

    async fn match_by_message(&self, message: MessageId) -> Stored<Option<(MatchId, u32)>> {
        const SQL: &str = "SELECT match_id, ply FROM boards WHERE message_id = $1";
        let row: Option<BoardRow> =
            query_as(SQL).bind(message.0 as i64).fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(row.map(|it| (MatchId(it.match_id), it.ply as u32)))
    }

    async fn matches_of(&self, user: UserId, channel: Option<ChannelId>) -> Stored<Vec<Match>> {
        let seat = Seat::User(user).to_string();
        let rows = query_as(statements::MATCHES_OF).bind(seat).bind(channel.map(|it| it.0 as i64));
        self.all_with_moves(rows.fetch_all(&self.pool).await.map_err(failed)?).await
    }

    async fn last_match_in(&self, channel: ChannelId, user: Option<UserId>) -> Stored<Option<Match>> {
        const SQL: &str = select_matches!(
            "WHERE channel_id = $1 AND ($2 IS NULL OR first_seat = $2 OR second_seat = $2) ORDER BY id DESC LIMIT 1"
        );
        let seat = user.map(|it| Seat::User(it).to_string());
        let row = query_as(SQL).bind(channel.0 as i64).bind(seat.as_deref());
        match row.fetch_optional(&self.pool).await.map_err(failed)? {
            Some(row) => self.with_moves(row).await.map(Some),
            None => Ok(None),
        }
    }

    async fn append_move(&self, current: &Match, text: &str, end: Option<Outcome>, now: Timestamp) -> Stored<()> {
        const GUARD: &str = "UPDATE matches SET ply = ply + 1, engine_to_move = $3, retry_at = 0, updated_at = $4 \
                             WHERE id = $1 AND ply = $2 AND reason IS NULL RETURNING id";
        const SQL: &str = "INSERT INTO moves (match_id, ply, text, played_at) VALUES ($1, $2, $3, $4)";
        let mut tx = self.begin().await?;
        let (version, now_ms) = (i64::from(current.version()), now.as_millisecond());
        let moved = query_scalar(GUARD).bind(current.id.0).bind(version);
        let moved = moved.bind(end.is_none() && current.engine_moves_after(current.version() + 1)).bind(now_ms);
        guarded(moved.fetch_optional(&mut *tx).await.map_err(failed)?)?;
        let insert = query(SQL).bind(current.id.0).bind(version).bind(text).bind(now_ms);
        insert.execute(&mut *tx).await.map_err(failed)?;
        if let Some(end) = end {
            let mut moved = current.clone();
            moved.moves.push(text.to_owned());
            self.finish(&mut tx, &moved, end, now).await?;
        }
        tx.commit().await.map_err(failed)
    }

    async fn end_match(&self, current: &Match, end: Outcome, now: Timestamp) -> Stored<()> {
        let mut tx = self.begin().await?;
        self.finish(&mut tx, current, end, now).await?;
        tx.commit().await.map_err(failed)
    }

    async fn rating_changes(&self, id: MatchId) -> Stored<Vec<RatingChange>> {
        const SQL: &str = "SELECT player_id, rating_before, deviation_before, volatility_before, rating_after, \
                           deviation_after, volatility_after FROM rating_changes WHERE match_id = $1 \
                           ORDER BY player_id";
        let rows: Vec<ChangeRow> = query_as(SQL).bind(id.0).fetch_all(&self.pool).await.map_err(failed)?;
        Ok(rows.into_iter().map(RatingChange::from).collect())
    }

    async fn announced(&self, id: MatchId, ply: u32, end: bool, message: MessageId) -> Stored<()> {
        const UPDATE: &str = "UPDATE matches SET announced_ply = $2, end_announced = (end_announced OR $3), \
                              board_message = $4, failures = 0, retry_at = 0 \
                              WHERE id = $1 AND (announced_ply IS NULL OR announced_ply <= $2)";
        let mut tx = self.begin().await?;
        let update = query(UPDATE).bind(id.0).bind(i64::from(ply)).bind(end).bind(message.0 as i64);
        update.execute(&mut *tx).await.map_err(failed)?;
        let insert = query(ADD_BOARD).bind(message.0 as i64).bind(id.0).bind(i64::from(ply));
        insert.execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)
    }

    async fn also_shown(&self, id: MatchId, ply: u32, message: MessageId) -> Stored<()> {
        let insert = query(ADD_BOARD).bind(message.0 as i64).bind(id.0).bind(i64::from(ply));
        insert.execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn announce_failed(&self, id: MatchId, retry_at: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET failures = failures + 1, retry_at = $2 WHERE id = $1";
        query(SQL).bind(id.0).bind(retry_at.as_millisecond()).execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn due(&self, now: Timestamp) -> Stored<Vec<MatchId>> {
        const SQL: &str = "SELECT id FROM matches WHERE retry_at <= $1 AND (announced_ply IS NULL \
                           OR announced_ply <> ply OR (reason IS NOT NULL AND NOT end_announced) \
                           OR (reason IS NULL AND engine_to_move)) ORDER BY updated_at LIMIT 500";
        let ids: Vec<i64> = query_scalar(SQL).bind(now.as_millisecond()).fetch_all(&self.pool).await.map_err(failed)?;
        Ok(ids.into_iter().map(MatchId).collect())
    }

    async fn backlog(&self, now: Timestamp) -> Stored<Backlog> {
        const SQL: &str = "SELECT COUNT(CASE WHEN retry_at <= $1 THEN 1 END) AS due, \
                           MIN(CASE WHEN retry_at <= $1 THEN updated_at END) AS oldest, \
                           COUNT(CASE WHEN retry_at > $1 THEN 1 END) AS set_aside FROM matches \
                           WHERE announced_ply IS NULL OR announced_ply <> ply \
                           OR (reason IS NOT NULL AND NOT end_announced) OR (reason IS NULL AND engine_to_move)";
        let row: BacklogRow = query_as(SQL).bind(now.as_millisecond()).fetch_one(&self.pool).await.map_err(failed)?;
        row.read()
    }

    async fn leaderboard(&self, game: &str, scope: Scope, most: u32) -> Stored<Vec<Standing>> {
        const SQL: &str =
            select_standings!("WHERE r.game = $1 AND r.scope = $2 ORDER BY r.rating DESC, r.player_id LIMIT $3");
        let rows = query_as(SQL).bind(game).bind(scope_number(scope)).bind(i64::from(most));
        let rows: Vec<StandingRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        Ok(rows.into_iter().map(Standing::from).collect())
    }

    async fn standings(&self, user: UserId, scope: Scope) -> Stored<Vec<Standing>> {
        const SQL: &str = select_standings!("WHERE r.player_id = $1 AND r.scope = $2 ORDER BY r.game");
        let rows = query_as(SQL).bind(user.0 as i64).bind(scope_number(scope));
        let rows: Vec<StandingRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        Ok(rows.into_iter().map(Standing::from).collect())
    }

    async fn player_name(&self, user: UserId) -> Stored<Option<String>> {
        const SQL: &str = "SELECT name FROM players WHERE id = $1";
        query_scalar(SQL).bind(user.0 as i64).fetch_optional(&self.pool).await.map_err(failed)
    }

    async fn ping(&self) -> Stored<()> {
        query("SELECT 1").execute(&self.pool).await.map(drop).map_err(failed)
    }
}

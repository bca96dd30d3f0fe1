//! The store in SQL that SQLite and PostgreSQL both understand.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Transaction, Type};
use sqlx::{query, query_as, query_scalar};

use super::personal_rows::{KeptChallengeRow, KeptMatchRow, KeptRatingRow, PlayerRow};
use super::rows::{
    AbsenceRow, BacklogRow, BoardRow, ChallengeRow, ChangeRow, MatchRow, RatingRow, StandingRow, json, winner_word,
};
use crate::play::ports::{
    Backlog, ChallengeLimit, ChallengeLimits, GonePlace, Noted, Rest, Scope, Standing, Store, StoreError, Stored,
};
use crate::play::rating::Points;
use crate::play::{
    Absence, Challenge, ChallengeId, ChallengeState, ChannelId, Conduct, Match, MatchId, MessageId, NewChallenge,
    NewMatch, Rating, RatingChange, Seat, Shown, UserId,
};
use games::Outcome;
use games::board::Side;

/// A store in a database that sqlx can speak to.
pub(super) struct SqlStore<DB: Database> {
    pub(super) pool: Pool<DB>,
    pub(super) backend: Backend,
    /// The name of this process among those that look after matches.
    owner: String,
    /// By how many milliseconds the database's clock is ahead of this machine's.
    ahead: AtomicI64,
}

/// In what the databases differ.
pub(super) struct Backend {
    /// How a transaction begins that is going to write.
    pub begin: &'static str,
    /// Asks for the database's time, in milliseconds since 1970.
    pub now: &'static str,
    /// Behind a selection of rows that are going to be changed: those that another process is changing are left out.
    pub skip_locked: bool,
}

/// For how long a process looks after a match alone. If it is killed, others wait for that time.
pub(super) const LEASE_MS: i64 = 10_000;

/// The columns that [`MatchRow`] reads.
macro_rules! select_matches {
    ($rest:literal) => {
        concat!(
            "SELECT id, guild_id, channel_id, ruleset, first_seat, second_seat, rated, ply, undone, reason, winner, \
             conduct, clock_since, revision, shown_revision, announced_ply, board_message, reminded, claim_told, \
             failures, created_at, updated_at FROM matches ",
            $rest
        )
    };
}

/// The columns that [`ChallengeRow`] reads.
macro_rules! select_challenges {
    ($rest:literal) => {
        concat!(
            "SELECT c.id, c.guild_id, c.channel_id, c.challenger_id, c.opponent_id, c.ruleset, c.side, c.rated, \
             c.terms, c.rematch_of, c.state, c.message_id, c.expires_at, m.id AS match_id \
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

/// The numbers of all matches of a seat: those under way and those that are over stand in indexes of their own.
macro_rules! all_ids_of {
    () => {
        "SELECT id FROM matches WHERE reason IS NULL AND first_seat = $1 \
         UNION SELECT id FROM matches WHERE reason IS NULL AND second_seat = $1 \
         UNION SELECT id FROM matches WHERE reason IS NOT NULL AND first_seat = $1 \
         UNION SELECT id FROM matches WHERE reason IS NOT NULL AND second_seat = $1"
    };
}

impl<DB: Database> SqlStore<DB> {
    pub fn new(pool: Pool<DB>, backend: Backend) -> Self {
        #[expect(clippy::disallowed_methods, reason = "a name that no other process has")]
        let owner = format!("{:016x}", rand::random::<u64>());
        Self { pool, backend, owner, ahead: AtomicI64::new(0) }
    }

    /// The end of a lease that begins now, by the database's clock.
    fn lease_end(&self) -> i64 {
        self.database_now() + LEASE_MS
    }

    /// The database's time, as this process knows it.
    pub(super) fn database_now(&self) -> i64 {
        local_now() + self.ahead.load(Ordering::Relaxed)
    }
}

/// This machine's time in milliseconds since 1970, from which only differences to the database's are taken.
#[expect(clippy::disallowed_methods, reason = "leases are a matter of processes, not of matches")]
fn local_now() -> i64 {
    Timestamp::now().as_millisecond()
}

pub(super) fn failed(error: sqlx::Error) -> StoreError {
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
const ADD_BOARD: &str = "INSERT INTO boards (message_id, match_id, ply, plies, live) VALUES ($1, $2, $3, $4, $5) \
                         ON CONFLICT (message_id) DO UPDATE SET ply = excluded.ply, plies = excluded.plies, \
                         live = excluded.live";

/// The statements that are asked for all the time, public so that a test can look at how the databases find their rows.
pub mod statements {
    /// The matches of a seat that are under way, optionally only those of one channel.
    pub const MATCHES_OF: &str = select_matches!(
        "WHERE id IN (SELECT id FROM matches WHERE reason IS NULL AND first_seat = $1 \
         UNION SELECT id FROM matches WHERE reason IS NULL AND second_seat = $1) \
         AND ($2 IS NULL OR channel_id = $2) ORDER BY id LIMIT 200"
    );

    /// How many matches a seat has had, under way or over.
    pub const COUNT_ALL_MATCHES_OF: &str = concat!("SELECT COUNT(*) FROM (", all_ids_of!(), ") AS mine");

    /// The newest matches of a seat, under way or over.
    pub const ALL_MATCHES_OF: &str = concat!(
        "SELECT id, guild_id, channel_id, ruleset, first_seat, second_seat, rated, reason, winner, created_at, updated_at \
         FROM matches WHERE id IN (",
        all_ids_of!(),
        ") ORDER BY id DESC LIMIT $2"
    );

    /// The open challenges that a person has made.
    pub const CHALLENGES_BY: &str =
        select_challenges!("WHERE c.challenger_id = $1 AND c.state = 'open' AND c.expires_at > $2 ORDER BY c.id");

    /// The open challenges made before a time that nobody has seen yet.
    pub const UNSHOWN_CHALLENGES: &str = select_challenges!(
        "WHERE c.state = 'open' AND c.message_id IS NULL AND c.created_at < $1 AND c.expires_at > $2 \
         ORDER BY c.created_at LIMIT 100"
    );

    /// What is due, and looked after by nobody. A lease that was not given back belongs to a process that is gone: what it
    /// was doing has failed.
    pub const CLAIM_DUE: &str = "UPDATE matches SET owner = $1, lease_until = $2, \
                                 failures = failures + CASE WHEN lease_until > 0 THEN 1 ELSE 0 END \
                                 WHERE id IN (SELECT id FROM matches \
                                 WHERE due_at <= $3 AND lease_until <= $4 ORDER BY due_at LIMIT 200) RETURNING id";

    /// Sets aside what is due in a channel that is gone. Whoever works on it at the moment does not change that.
    pub const SET_ASIDE_IN_CHANNEL: &str = "UPDATE matches SET due_at = NULL, owner = NULL, lease_until = 0, \
                                            failures = failures + 1 WHERE due_at >= 0 AND channel_id = $1 RETURNING id";

    /// The same in a server that is gone.
    pub const SET_ASIDE_IN_SERVER: &str = "UPDATE matches SET due_at = NULL, owner = NULL, lease_until = 0, \
                                           failures = failures + 1 WHERE due_at >= 0 AND guild_id = $1 RETURNING id";

    /// How many rated matches two players, by side, have ended since a time, apart from one.
    pub const RATED_LATELY: &str = "SELECT COUNT(*) FROM matches WHERE rated AND reason IS NOT NULL AND reason <> 'aborted' \
                             AND updated_at > $3 AND id <> $4 AND first_seat = $1 AND second_seat = $2";

    /// The boards of a match that may have controls although they are not the live one.
    pub const SUPERSEDED: &str = "SELECT b.message_id, b.match_id, b.plies AS ply FROM boards b JOIN matches m ON m.id = b.match_id \
                           WHERE b.match_id = $1 AND b.live AND b.message_id <> m.board_message";
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
    for<'r> AbsenceRow: FromRow<'r, DB::Row>,
    for<'r> RatingRow: FromRow<'r, DB::Row>,
    for<'r> ChangeRow: FromRow<'r, DB::Row>,
    for<'r> PlayerRow: FromRow<'r, DB::Row>,
    for<'r> KeptRatingRow: FromRow<'r, DB::Row>,
    for<'r> KeptChallengeRow: FromRow<'r, DB::Row>,
    for<'r> KeptMatchRow: FromRow<'r, DB::Row>,
{
    pub(super) async fn begin(&self) -> Stored<Transaction<'static, DB>> {
        let (pool, begin) = (self.pool.clone(), self.backend.begin);
        // In a task of its own, which nobody can give up: sqlx 0.9.0 would leave a connection of PostgreSQL in a transaction
        // for whoever has it next (transact-rs/sqlx#4385).
        let begun = tokio::spawn(async move { pool.begin_with(begin).await });
        begun.await.map_err(|error| StoreError::Database(Box::new(error)))?.map_err(failed)
    }

    /// Locks a person until the transaction ends, so that nobody counts what is this person's while it grows.
    pub(super) async fn lock_player(
        &self,
        tx: &mut Transaction<'static, DB>,
        user: UserId,
        now: Timestamp,
    ) -> Stored<()> {
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

    /// Refuses a challenge to a person who has made too many.
    async fn admit_challenge(
        &self,
        tx: &mut Transaction<'static, DB>,
        it: &NewChallenge,
        limits: ChallengeLimits,
        now: Timestamp,
    ) -> Stored<()> {
        const OPEN: &str =
            "SELECT COUNT(*) FROM challenges WHERE challenger_id = $1 AND state = 'open' AND expires_at > $2";
        const A_DAY: &str = "SELECT COUNT(*) FROM challenges WHERE challenger_id = $1 AND created_at > $2";
        const TO_ONE: &str = "SELECT COUNT(*) FROM challenges WHERE challenger_id = $1 AND created_at > $2 \
                              AND opponent_id = $3 AND state <> 'accepted'";
        const DECLINED: &str = "SELECT COUNT(*) FROM challenges WHERE challenger_id = $1 AND created_at > $2 \
                                AND opponent_id = $3 AND state = 'declined'";
        const DAY_MS: i64 = 24 * 3_600_000;
        let now = now.as_millisecond();
        let checks = [
            (OPEN, now, limits.open, ChallengeLimit::Open),
            (DECLINED, now - DAY_MS, limits.declined, ChallengeLimit::Declined),
            (TO_ONE, now - DAY_MS, limits.to_one, ChallengeLimit::ToOne),
            (A_DAY, now - DAY_MS, limits.a_day, ChallengeLimit::ADay),
        ];
        for (sql, since, most, limit) in checks {
            let mut count = query_scalar(sql).bind(it.challenger.0 as i64).bind(since);
            if sql.contains("$3") {
                let Some(opponent) = it.opponent else { continue };
                count = count.bind(opponent.0 as i64);
            }
            let count: i64 = count.fetch_one(&mut **tx).await.map_err(failed)?;
            if count >= i64::from(most) {
                return Err(StoreError::TooManyChallenges(limit, count as u32));
            }
        }
        Ok(())
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

    /// Makes the matches of a person due.
    async fn look_again(&self, tx: &mut Transaction<'static, DB>, user: UserId, now: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET due_at = $2 WHERE reason IS NULL AND clock_since IS NOT NULL \
                           AND id IN (SELECT id FROM matches WHERE reason IS NULL AND first_seat = $1 \
                           UNION SELECT id FROM matches WHERE reason IS NULL AND second_seat = $1)";
        let look = query(SQL).bind(Seat::User(user).to_string()).bind(now.as_millisecond());
        look.execute(&mut **tx).await.map(drop).map_err(failed)
    }

    /// What is to be done with a message that shows what is out of date.
    async fn note_late(&self, tx: &mut Transaction<'static, DB>, id: MatchId, shown: Shown) -> Stored<Noted> {
        // Changed back by a process that was slow, the live board has to be shown again.
        const LIVE: &str = "UPDATE matches SET shown_revision = $3, due_at = 0 WHERE id = $1 AND board_message = $2 \
                            RETURNING id";
        const KNOWN: &str = "SELECT message_id FROM boards WHERE message_id = $1";
        let message = shown.message.0 as i64;
        let live = query_scalar(LIVE).bind(id.0).bind(message).bind(shown.revision.map(i64::from));
        let live: Option<i64> = live.fetch_optional(&mut **tx).await.map_err(failed)?;
        let known = query_scalar(KNOWN).bind(message);
        let known: Option<i64> = known.fetch_optional(&mut **tx).await.map_err(failed)?;
        Ok(if live.or(known).is_some() { Noted::Overtaken } else { Noted::TooLate })
    }

    /// Brings the stored moves of a match from those of `current` to those of `next`.
    async fn save_moves(
        &self,
        tx: &mut Transaction<'static, DB>,
        current: &Match,
        next: &Match,
        now: Timestamp,
    ) -> Stored<()> {
        const DELETE: &str = "DELETE FROM moves WHERE match_id = $1 AND ply >= $2";
        const INSERT: &str = "INSERT INTO moves (match_id, ply, text, played_at) VALUES ($1, $2, $3, $4)";
        let kept = current.moves.iter().zip(&next.moves).take_while(|(one, other)| one == other).count();
        if kept < current.moves.len() {
            let delete = query(DELETE).bind(current.id.0).bind(kept as i64);
            delete.execute(&mut **tx).await.map_err(failed)?;
        }
        for (ply, text) in next.moves.iter().enumerate().skip(kept) {
            let insert = query(INSERT).bind(current.id.0).bind(ply as i64).bind(text.as_str());
            insert.bind(now.as_millisecond()).execute(&mut **tx).await.map_err(failed)?;
        }
        Ok(())
    }

    /// Rates an ended match, for all matches together and for those of its server.
    async fn rate_match(&self, tx: &mut Transaction<'static, DB>, current: &Match, end: Outcome) -> Stored<()> {
        let earlier = self.rated_today(tx, current).await?;
        let server = current.place.guild.map(Scope::Server);
        for scope in [Some(Scope::Global), server].into_iter().flatten() {
            let before = self.ratings_before(tx, current, scope).await?;
            for (change, points) in current.rating_changes(before, end, earlier) {
                self.store_rating(tx, current, scope, change, points).await?;
            }
        }
        Ok(())
    }

    /// How many rated matches the same two have ended in the day before this one.
    async fn rated_today(&self, tx: &mut Transaction<'static, DB>, current: &Match) -> Stored<u32> {
        const DAY_MS: i64 = 24 * 3_600_000;
        let mut earlier = 0;
        for (one, other) in [(0, 1), (1, 0)] {
            let seat = |index: usize| current.seats[index].to_string();
            let count = query_scalar(statements::RATED_LATELY).bind(seat(one)).bind(seat(other));
            let count = count.bind(current.updated_at.as_millisecond() - DAY_MS).bind(current.id.0);
            let count: i64 = count.fetch_one(&mut **tx).await.map_err(failed)?;
            earlier += count;
        }
        Ok(earlier as u32)
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
    for<'r> AbsenceRow: FromRow<'r, DB::Row>,
    for<'r> RatingRow: FromRow<'r, DB::Row>,
    for<'r> ChangeRow: FromRow<'r, DB::Row>,
    for<'r> PlayerRow: FromRow<'r, DB::Row>,
    for<'r> KeptRatingRow: FromRow<'r, DB::Row>,
    for<'r> KeptChallengeRow: FromRow<'r, DB::Row>,
    for<'r> KeptMatchRow: FromRow<'r, DB::Row>,
{
    async fn meet(&self, user: UserId, name: &str, now: Timestamp) -> Stored<()> {
        const SQL: &str = "INSERT INTO players (id, name, met_at) VALUES ($1, $2, $3) \
                           ON CONFLICT (id) DO UPDATE SET name = excluded.name";
        let insert = query(SQL).bind(user.0 as i64).bind(name).bind(now.as_millisecond());
        insert.execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn add_challenge(&self, it: &NewChallenge, limits: ChallengeLimits, now: Timestamp) -> Stored<ChallengeId> {
        const SQL: &str = "INSERT INTO challenges (guild_id, channel_id, challenger_id, opponent_id, ruleset, side, \
                           rated, terms, rematch_of, expires_at, created_at) \
                           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id";
        let mut tx = self.begin().await?;
        self.lock_player(&mut tx, it.challenger, now).await?;
        self.admit_challenge(&mut tx, it, limits, now).await?;
        let insert = query_scalar(SQL)
            .bind(it.place.guild.map(|it| it.0 as i64))
            .bind(it.place.channel.0 as i64)
            .bind(it.challenger.0 as i64)
            .bind(it.opponent.map(|it| it.0 as i64))
            .bind(it.ruleset.to_string())
            .bind(it.side.to_string())
            .bind(it.rated)
            .bind(json(&it.agreement)?)
            .bind(it.rematch_of.map(|it| it.0))
            .bind(it.expires_at.as_millisecond())
            .bind(now.as_millisecond());
        let id = insert.fetch_one(&mut *tx).await.map_err(unless_there)?;
        // Looked at last: whoever accepts the former offer at this moment has begun the rematch by then.
        if let Some(former) = it.rematch_of {
            const BEGUN: &str = "SELECT id FROM matches WHERE rematch_of = $1";
            let begun: Option<i64> =
                query_scalar(BEGUN).bind(former.0).fetch_optional(&mut *tx).await.map_err(failed)?;
            if begun.is_some() {
                return Err(StoreError::Conflict);
            }
        }
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
                           first_seat, second_seat, rated, engine_to_move, conduct, clock_since, due_at, owner, \
                           lease_until, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, FALSE, \
                           $10, $11, $12, $13, $14, $12, $12) RETURNING id";
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
            .bind(json(&Conduct::begin(it.agreement))?)
            .bind(it.clock_since(now).map(|it| it.as_millisecond()))
            .bind(now.as_millisecond())
            .bind(self.owner.as_str())
            .bind(self.lease_end());
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
        const SQL: &str = "SELECT message_id, match_id, ply FROM boards WHERE message_id = $1";
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

    async fn save(&self, current: &Match, next: &Match, now: Timestamp) -> Stored<()> {
        // The plies are guarded, too: a program from before the revisions does not count those. Whoever else looks after
        // the match at this moment may have posted a board of which nobody will hear, if that process is gone.
        const SQL: &str = "UPDATE matches SET ply = $4, undone = $5, conduct = $6, clock_since = $7, reason = $8, \
                           winner = $9, revision = revision + 1, due_at = $10, owner = $11, lease_until = $12, \
                           failures = failures + CASE WHEN lease_until > 0 AND owner <> $11 THEN 1 ELSE 0 END, \
                           updated_at = $13 WHERE id = $1 AND revision = $2 AND ply = $3 AND reason IS NULL \
                           RETURNING id";
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
            .bind(next.updated_at.as_millisecond());
        guarded(saved.fetch_optional(&mut *tx).await.map_err(failed)?)?;
        self.save_moves(&mut tx, current, next, now).await?;
        if let Some(end) = next.outcome.filter(|it| next.is_rated_by(*it)) {
            self.rate_match(&mut tx, next, end).await?;
        }
        tx.commit().await.map_err(failed)
    }

    async fn keep(&self, current: &Match, next: &Match) -> Stored<()> {
        // The live board shows as much of the new revision as of the old one.
        const SQL: &str = "UPDATE matches SET conduct = $3, revision = revision + 1, \
                           shown_revision = CASE WHEN shown_revision = revision THEN revision + 1 \
                           ELSE shown_revision END WHERE id = $1 AND revision = $2 AND reason IS NULL RETURNING id";
        let keep = query_scalar(SQL).bind(current.id.0).bind(i64::from(current.revision)).bind(json(&next.conduct)?);
        guarded(keep.fetch_optional(&self.pool).await.map_err(failed)?)
    }

    async fn rating_changes(&self, id: MatchId) -> Stored<Vec<RatingChange>> {
        const SQL: &str = "SELECT player_id, rating_before, deviation_before, volatility_before, rating_after, \
                           deviation_after, volatility_after FROM rating_changes WHERE match_id = $1 \
                           ORDER BY player_id";
        let rows: Vec<ChangeRow> = query_as(SQL).bind(id.0).fetch_all(&self.pool).await.map_err(failed)?;
        Ok(rows.into_iter().map(RatingChange::from).collect())
    }

    async fn shown(&self, id: MatchId, shown: Shown) -> Stored<Noted> {
        const LATEST: &str = "UPDATE matches SET shown_revision = $2, announced_ply = $3, board_message = $4, \
                              failures = 0 WHERE id = $1 AND (shown_revision IS NULL OR shown_revision <= $2) \
                              RETURNING $3 + undone";
        let mut tx = self.begin().await?;
        let (revision, plies, message) =
            (shown.revision.map(i64::from), i64::from(shown.plies), shown.message.0 as i64);
        let latest = query_scalar(LATEST).bind(id.0).bind(revision).bind(plies).bind(message);
        let latest: Option<i64> = latest.fetch_optional(&mut *tx).await.map_err(failed)?;
        let Some(version) = latest else {
            let noted = self.note_late(&mut tx, id, shown).await?;
            tx.commit().await.map_err(failed)?;
            return Ok(noted);
        };
        let insert = query(ADD_BOARD).bind(message).bind(id.0).bind(version).bind(plies).bind(true);
        insert.execute(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)?;
        Ok(Noted::Latest)
    }

    async fn also_shown(&self, id: MatchId, version: u32, message: MessageId) -> Stored<()> {
        let (message, version) = (message.0 as i64, i64::from(version));
        let insert = query(ADD_BOARD).bind(message).bind(id.0).bind(version).bind(0_i64).bind(false);
        insert.execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn stray(&self, id: MatchId, version: u32, message: MessageId) -> Stored<()> {
        let version = i64::from(version);
        let insert = query(ADD_BOARD).bind(message.0 as i64).bind(id.0).bind(version).bind(version).bind(true);
        insert.execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn superseded(&self, id: MatchId) -> Stored<Vec<(MessageId, u32)>> {
        let rows: Vec<BoardRow> =
            query_as(statements::SUPERSEDED).bind(id.0).fetch_all(&self.pool).await.map_err(failed)?;
        Ok(rows.into_iter().map(|it| (MessageId(it.message_id as u64), it.ply as u32)).collect())
    }

    async fn retired(&self, message: MessageId) -> Stored<()> {
        const SQL: &str = "UPDATE boards SET live = FALSE WHERE message_id = $1";
        query(SQL).bind(message.0 as i64).execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn claim_due(&self, now: Timestamp) -> Stored<Vec<MatchId>> {
        const SKIPPING: &str = "UPDATE matches SET owner = $1, lease_until = $2, \
                                failures = failures + CASE WHEN lease_until > 0 THEN 1 ELSE 0 END \
                                WHERE id IN (SELECT id FROM matches \
                                WHERE due_at <= $3 AND lease_until <= $4 ORDER BY due_at LIMIT 200 \
                                FOR UPDATE SKIP LOCKED) RETURNING id";
        let mut tx = self.begin().await?;
        let theirs: i64 = query_scalar(self.backend.now).fetch_one(&mut *tx).await.map_err(failed)?;
        self.ahead.store(theirs - local_now(), Ordering::Relaxed);
        let claim = query_scalar(if self.backend.skip_locked { SKIPPING } else { statements::CLAIM_DUE });
        let claim = claim.bind(self.owner.as_str()).bind(theirs + LEASE_MS).bind(now.as_millisecond()).bind(theirs);
        let ids: Vec<i64> = claim.fetch_all(&mut *tx).await.map_err(failed)?;
        tx.commit().await.map_err(failed)?;
        Ok(ids.into_iter().map(MatchId).collect())
    }

    async fn renew(&self, ids: &[MatchId]) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET lease_until = $3 WHERE id = $1 AND owner = $2";
        for id in ids {
            let renew = query(SQL).bind(id.0).bind(self.owner.as_str()).bind(self.lease_end());
            renew.execute(&self.pool).await.map_err(failed)?;
        }
        Ok(())
    }

    async fn rest(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest> {
        const SQL: &str = "UPDATE matches SET due_at = $4, lease_until = 0, failures = 0 \
                           WHERE id = $1 AND revision = $2 AND owner = $3 RETURNING id";
        const MINE: &str = "SELECT COUNT(*) FROM matches WHERE id = $1 AND owner = $2";
        let rest = query_scalar(SQL).bind(id.0).bind(i64::from(revision)).bind(self.owner.as_str());
        let rest = rest.bind(due_at.map(|it| it.as_millisecond()));
        let rests: Option<i64> = rest.fetch_optional(&self.pool).await.map_err(failed)?;
        if rests.is_some() {
            return Ok(Rest::Rests);
        }
        let mine = query_scalar(MINE).bind(id.0).bind(self.owner.as_str());
        let mine: i64 = mine.fetch_one(&self.pool).await.map_err(failed)?;
        Ok(if mine > 0 { Rest::Changed } else { Rest::NotMine })
    }

    async fn failures(&self, id: MatchId) -> Stored<u32> {
        const SQL: &str = "SELECT failures FROM matches WHERE id = $1";
        let failures: Option<i64> = query_scalar(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(failures.unwrap_or_default() as u32)
    }

    async fn put_off(&self, id: MatchId, due_at: Option<Timestamp>) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET failures = failures + 1, due_at = $3, lease_until = 0 \
                           WHERE id = $1 AND owner = $2";
        let due_at = due_at.map(|it| it.as_millisecond());
        let put_off = query(SQL).bind(id.0).bind(self.owner.as_str()).bind(due_at);
        put_off.execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn set_aside(&self, gone: GonePlace) -> Stored<u64> {
        let (sql, place) = match gone {
            GonePlace::Channel(channel) => (statements::SET_ASIDE_IN_CHANNEL, channel.0),
            GonePlace::Server(server) => (statements::SET_ASIDE_IN_SERVER, server.0),
        };
        let aside: Vec<i64> = query_scalar(sql).bind(place as i64).fetch_all(&self.pool).await.map_err(failed)?;
        Ok(aside.len() as u64)
    }

    async fn release(&self) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET lease_until = 0 WHERE owner = $1 AND due_at IS NOT NULL";
        query(SQL).bind(self.owner.as_str()).execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn reminded(&self, id: MatchId, version: u32) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET reminded = $2 WHERE id = $1";
        query(SQL).bind(id.0).bind(i64::from(version)).execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn claim_told(&self, id: MatchId, version: u32) -> Stored<()> {
        const SQL: &str = "UPDATE matches SET claim_told = $2 WHERE id = $1";
        query(SQL).bind(id.0).bind(i64::from(version)).execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn absences(&self, user: UserId, since: Timestamp) -> Stored<Vec<Absence>> {
        const SQL: &str = "SELECT from_at, until_at FROM absences WHERE player_id = $1 AND until_at > $2 \
                           ORDER BY from_at";
        let rows = query_as(SQL).bind(user.0 as i64).bind(since.as_millisecond());
        let rows: Vec<AbsenceRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        rows.into_iter().map(AbsenceRow::read).collect()
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

    async fn claim_event(&self, id: u64, now: Timestamp) -> Stored<bool> {
        const SQL: &str = "INSERT INTO events (id, seen_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id";
        let claim = query_scalar(SQL).bind(id as i64).bind(now.as_millisecond());
        let claimed: Option<i64> = claim.fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(claimed.is_some())
    }

    async fn forget_events(&self, now: Timestamp) -> Stored<()> {
        const SQL: &str = "DELETE FROM events WHERE seen_at < $1";
        let hour_ago = now.as_millisecond() - 3_600_000;
        query(SQL).bind(hour_ago).execute(&self.pool).await.map(drop).map_err(failed)
    }

    async fn beat(&self, now: Timestamp, tolerance: Duration) -> Stored<()> {
        const LAST: &str = "SELECT beat_at FROM heartbeats WHERE id = 1";
        const FIRST: &str = "INSERT INTO heartbeats (id, beat_at) VALUES (1, $1) ON CONFLICT (id) DO NOTHING";
        const NEXT: &str = "UPDATE heartbeats SET beat_at = $2 WHERE id = 1 AND beat_at = $1 RETURNING id";
        // Counted as a change, so that a move that is just being made does not undo it.
        const GIVE_BACK: &str = "UPDATE matches SET clock_since = clock_since + $1, revision = revision + 1, \
                                 shown_revision = CASE WHEN shown_revision = revision THEN revision + 1 \
                                 ELSE shown_revision END WHERE clock_since IS NOT NULL AND reason IS NULL";
        let now = now.as_millisecond();
        let mut tx = self.begin().await?;
        let last: Option<i64> = query_scalar(LAST).fetch_optional(&mut *tx).await.map_err(failed)?;
        let Some(last) = last else {
            query(FIRST).bind(now).execute(&mut *tx).await.map_err(failed)?;
            return tx.commit().await.map_err(failed);
        };
        if last >= now {
            return Ok(());
        }
        let next: Option<i64> =
            query_scalar(NEXT).bind(last).bind(now).fetch_optional(&mut *tx).await.map_err(failed)?;
        let silence = now - last;
        // Where another process was faster, it has seen to that.
        if next.is_some() && silence > tolerance.as_millis() as i64 {
            query(GIVE_BACK).bind(silence).execute(&mut *tx).await.map_err(failed)?;
        }
        tx.commit().await.map_err(failed)
    }

    async fn backlog(&self, now: Timestamp) -> Stored<Backlog> {
        const SQL: &str = "SELECT (SELECT COUNT(*) FROM matches WHERE due_at <= $1) AS due, \
                           (SELECT MIN(due_at) FROM matches WHERE due_at <= $1) AS oldest, \
                           (SELECT COUNT(*) FROM matches WHERE failures > 0 AND due_at IS NULL) AS set_aside";
        let row: BacklogRow = query_as(SQL).bind(now.as_millisecond()).fetch_one(&self.pool).await.map_err(failed)?;
        row.read()
    }

    async fn leaderboard(&self, game: &str, scope: Scope, most: u32) -> Stored<Vec<Standing>> {
        const SETTLED: &str = select_standings!(
            "WHERE r.game = $1 AND r.scope = $2 AND r.deviation < $4 AND (r.scope <> 0 OR p.unlisted IS NOT TRUE) \
             ORDER BY r.rating DESC, r.player_id LIMIT $3"
        );
        const PROVISIONAL: &str = select_standings!(
            "WHERE r.game = $1 AND r.scope = $2 AND r.deviation >= $4 AND (r.scope <> 0 OR p.unlisted IS NOT TRUE) \
             ORDER BY r.rating DESC, r.player_id LIMIT $3"
        );
        let mut standings = Vec::new();
        for sql in [SETTLED, PROVISIONAL] {
            let rows = query_as(sql).bind(game).bind(scope_number(scope)).bind(i64::from(most));
            let rows: Vec<StandingRow> = rows.bind(Rating::PROVISIONAL).fetch_all(&self.pool).await.map_err(failed)?;
            standings.extend(rows.into_iter().map(Standing::from));
        }
        standings.truncate(most as usize);
        Ok(standings)
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

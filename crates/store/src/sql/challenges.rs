//! Challenges, in SQL.

use async_trait::async_trait;
use jiff::Timestamp;
use sqlx::{ColumnIndex, Database, Decode, Encode, Executor, FromRow, IntoArguments, Pool, Transaction, Type};
use sqlx::{query, query_as, query_scalar};

use super::statements::{self, select_challenges};
use super::{SqlStore, failed, guarded, readable, unless_corrupt, unless_there};
use crate::rows::{ChallengeRow, json};
use play::ports::{ChallengeLimit, ChallengeLimits, ChallengeStore, GonePlace, OwedCard, StoreError, Stored};
use play::{Challenge, ChallengeId, ChallengeState, ChannelId, EventId, MatchId, MessageId, NewChallenge};

#[async_trait]
impl<DB> ChallengeStore for SqlStore<DB>
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
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
    for<'r> ChallengeRow: FromRow<'r, DB::Row>,
{
    async fn add_challenge(
        &self,
        challenge: &NewChallenge,
        origin: Option<EventId>,
        limits: ChallengeLimits,
        now: Timestamp,
    ) -> Stored<ChallengeId> {
        const SQL: &str = "INSERT INTO challenges (guild_id, channel_id, challenger_id, opponent_id, ruleset, side, \
                           rated, terms, rematch_of, expires_at, created_at, origin) \
                           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id";
        let mut tx = self.begin().await?;
        self.lock_player(&mut tx, challenge.challenger, now).await?;
        // Checked before counting: the challenge that the same event made may be the last one allowed.
        self.unless_repeated(&mut tx, "SELECT COUNT(*) FROM challenges WHERE origin = $1", origin).await?;
        self.admit_challenge(&mut tx, challenge, limits, now).await?;
        let insert = query_scalar(SQL)
            .bind(challenge.place.guild.map(|it| it.0 as i64))
            .bind(challenge.place.channel.0 as i64)
            .bind(challenge.challenger.0 as i64)
            .bind(challenge.opponent.map(|it| it.0 as i64))
            .bind(challenge.ruleset.to_string())
            .bind(challenge.side.to_string())
            .bind(challenge.rated)
            .bind(json(&challenge.agreement)?)
            .bind(challenge.rematch_of.map(|it| it.0))
            .bind(challenge.expires_at.as_millisecond())
            .bind(now.as_millisecond())
            .bind(origin.map(|it| it.0 as i64));
        let id = insert.fetch_one(&mut *tx).await.map_err(unless_there)?;
        // Checked last: if somebody accepts the former offer at this moment, the rematch has begun by then.
        if let Some(former) = challenge.rematch_of {
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

    async fn challenge_begun_by(&self, id: ChallengeId) -> Stored<Option<EventId>> {
        const SQL: &str = "SELECT origin FROM challenges WHERE id = $1";
        let origin: Option<Option<i64>> =
            query_scalar(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        Ok(origin.flatten().map(|it| EventId(it as u64)))
    }

    async fn challenge_of(&self, id: MatchId) -> Stored<Option<Challenge>> {
        const SQL: &str = select_challenges!("WHERE m.id = $1");
        let row: Option<ChallengeRow> = query_as(SQL).bind(id.0).fetch_optional(&self.pool).await.map_err(failed)?;
        row.map(ChallengeRow::read).transpose()
    }

    async fn open_challenges(&self, channel: ChannelId, now: Timestamp) -> Stored<Vec<Challenge>> {
        const SQL: &str = select_challenges!(
            "WHERE c.channel_id = $1 AND c.state = 'open' AND c.expires_at > $2 ORDER BY c.id DESC LIMIT 100"
        );
        let rows = query_as(SQL).bind(channel.0 as i64).bind(now.as_millisecond());
        let rows: Vec<ChallengeRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        Ok(readable(rows.into_iter().map(ChallengeRow::read)))
    }

    async fn set_challenge_message(&self, id: ChallengeId, message: MessageId) -> Stored<()> {
        const SQL: &str = "UPDATE challenges SET message_id = $2 WHERE id = $1";
        query(SQL).bind(id.0).bind(message.0 as i64).execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn asked_for_card(&self, id: ChallengeId, now: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE challenges SET unheard_since = $2 WHERE id = $1";
        query(SQL).bind(id.0).bind(now.as_millisecond()).execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn close_challenge(&self, id: ChallengeId, state: ChallengeState, now: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE challenges SET state = $2, card_due_at = $3, card_tries = 0 WHERE id = $1 \
                           AND state = 'open' RETURNING id";
        let closed = query_scalar(SQL).bind(id.0).bind(state_word(state)).bind(card_due(now));
        guarded(closed.fetch_all(&self.writer).await.map_err(failed)?.pop())
    }

    async fn claim_cards(&self, now: Timestamp) -> Stored<Vec<OwedCard>> {
        let claim = query_as(statements::CLAIM_CARDS).bind(now.as_millisecond());
        self.owed_cards(claim.fetch_all(&self.writer).await.map_err(failed)?).await
    }

    async fn put_off_card(&self, id: ChallengeId, due_at: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE challenges SET card_due_at = $2, card_tries = card_tries - 1 WHERE id = $1";
        let put_off = query(SQL).bind(id.0).bind(due_at.as_millisecond());
        put_off.execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn note_card_closed(&self, id: ChallengeId) -> Stored<()> {
        const SQL: &str = "UPDATE challenges SET card_open = FALSE WHERE id = $1";
        query(SQL).bind(id.0).execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn open_cards(&self) -> Stored<u64> {
        const SQL: &str = "SELECT COUNT(*) FROM challenges WHERE card_open AND state <> 'open' AND card_due_at < $1";
        let count: i64 = query_scalar(SQL).bind(statements::NEVER).fetch_one(&self.pool).await.map_err(failed)?;
        Ok(count as u64)
    }

    async fn unshown_challenges(&self, made_before: Timestamp, now: Timestamp) -> Stored<Vec<Challenge>> {
        let rows =
            query_as(statements::UNSHOWN_CHALLENGES).bind(made_before.as_millisecond()).bind(now.as_millisecond());
        let rows: Vec<ChallengeRow> = rows.fetch_all(&self.pool).await.map_err(failed)?;
        Ok(readable(rows.into_iter().map(ChallengeRow::read)))
    }

    async fn claim_unshown(&self, made_before: Timestamp, now: Timestamp) -> Stored<Vec<OwedCard>> {
        let claim = query_as(statements::CLAIM_UNSHOWN).bind(made_before.as_millisecond()).bind(now.as_millisecond());
        self.owed_cards(claim.fetch_all(&self.writer).await.map_err(failed)?).await
    }

    async fn withdraw_unshown(&self, id: ChallengeId, now: Timestamp) -> Stored<()> {
        const SQL: &str = "UPDATE challenges SET state = 'withdrawn', card_due_at = $2, card_tries = 0 WHERE id = $1 \
                           AND state = 'open' AND message_id IS NULL RETURNING id";
        let withdrawn = query_scalar(SQL).bind(id.0).bind(card_due(now));
        guarded(withdrawn.fetch_all(&self.writer).await.map_err(failed)?.pop())
    }

    async fn end_challenges_in(&self, gone: GonePlace, now: Timestamp) -> Stored<()> {
        const IN_CHANNEL: &str = "UPDATE challenges SET expires_at = $2 WHERE channel_id = $1 AND state = 'open'";
        const IN_SERVER: &str = "UPDATE challenges SET expires_at = $2 WHERE guild_id = $1 AND state = 'open'";
        let (sql, place) = match gone {
            GonePlace::Channel(channel) => (IN_CHANNEL, channel.0),
            GonePlace::Server(server) => (IN_SERVER, server.0),
        };
        let end = query(sql).bind(place as i64).bind(now.as_millisecond());
        end.execute(&self.writer).await.map(drop).map_err(failed)
    }

    async fn expire_challenges(&self, now: Timestamp) -> Stored<Vec<Challenge>> {
        const SQL: &str = "UPDATE challenges SET state = 'expired', card_due_at = $2, card_tries = 0 \
                           WHERE state = 'open' AND expires_at <= $1 RETURNING id";
        let ids = query_scalar(SQL).bind(now.as_millisecond()).bind(card_due(now));
        self.challenges(ids.fetch_all(&self.writer).await.map_err(failed)?).await
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
    for<'a> bool: Type<DB> + Encode<'a, DB>,
    for<'a> Option<i64>: Type<DB> + Encode<'a, DB>,
    for<'r> ChallengeRow: FromRow<'r, DB::Row>,
{
    /// The cards of the challenges with these numbers that can be read, each with its number of tries.
    async fn owed_cards(&self, claimed: Vec<(i64, i64)>) -> Stored<Vec<OwedCard>> {
        let mut cards = Vec::with_capacity(claimed.len());
        for (id, tries) in claimed {
            let challenge = unless_corrupt(self.challenge(ChallengeId(id)).await)?;
            cards.extend(challenge.map(|challenge| OwedCard {
                challenge,
                tries: tries as u32,
                is_last_try: tries >= statements::MOST_CARD_TRIES,
            }));
        }
        Ok(cards)
    }

    /// The challenges with these numbers that can be read.
    async fn challenges(&self, ids: Vec<i64>) -> Stored<Vec<Challenge>> {
        let mut found = Vec::with_capacity(ids.len());
        for id in ids {
            found.extend(unless_corrupt(self.challenge(ChallengeId(id)).await)?);
        }
        Ok(found)
    }

    /// Refuses a challenge if the person has made too many, or if there are too many in the channel or the server.
    async fn admit_challenge(
        &self,
        tx: &mut Transaction<'static, DB>,
        challenge: &NewChallenge,
        limits: ChallengeLimits,
        now: Timestamp,
    ) -> Stored<()> {
        const OPEN: &str =
            "SELECT COUNT(*) FROM challenges WHERE challenger_id = $1 AND state = 'open' AND expires_at > $2";
        const IN_CHANNEL: &str =
            "SELECT COUNT(*) FROM challenges WHERE channel_id = $1 AND state = 'open' AND expires_at > $2";
        const IN_SERVER: &str =
            "SELECT COUNT(*) FROM challenges WHERE guild_id = $1 AND state = 'open' AND expires_at > $2";
        const A_DAY: &str = "SELECT COUNT(*) FROM challenges WHERE challenger_id = $1 AND created_at > $2";
        const TO_ONE: &str = "SELECT COUNT(*) FROM challenges WHERE challenger_id = $1 AND created_at > $2 \
                              AND opponent_id = $3 AND state <> 'accepted'";
        const DECLINED: &str = "SELECT COUNT(*) FROM challenges WHERE challenger_id = $1 AND created_at > $2 \
                                AND opponent_id = $3 AND state = 'declined'";
        const DAY_MS: i64 = 24 * 3_600_000;
        let now = now.as_millisecond();
        let (challenger, channel) = (challenge.challenger.0 as i64, challenge.place.channel.0 as i64);
        // No server has the number 0.
        let server = challenge.place.guild.map_or(0, |it| it.0 as i64);
        let checks = [
            (OPEN, challenger, now, limits.open, ChallengeLimit::Open),
            (IN_CHANNEL, channel, now, limits.in_channel, ChallengeLimit::InChannel),
            (IN_SERVER, server, now, limits.in_server, ChallengeLimit::InServer),
            (DECLINED, challenger, now - DAY_MS, limits.declined, ChallengeLimit::Declined),
            (TO_ONE, challenger, now - DAY_MS, limits.to_one, ChallengeLimit::ToOne),
            (A_DAY, challenger, now - DAY_MS, limits.a_day, ChallengeLimit::ADay),
        ];
        for (sql, whose, since, most, limit) in checks {
            let mut count = query_scalar(sql).bind(whose).bind(since);
            if sql.contains("$3") {
                let Some(opponent) = challenge.opponent else { continue };
                count = count.bind(opponent.0 as i64);
            }
            let count: i64 = count.fetch_one(&mut **tx).await.map_err(failed)?;
            if count >= i64::from(most) {
                return Err(StoreError::TooManyChallenges(limit, count as u32));
            }
        }
        Ok(())
    }
}

/// When another process closes a card, if the process that closed the challenge has not done so.
pub(super) fn card_due(now: Timestamp) -> i64 {
    const CLOSED_WITHIN_MS: i64 = 20_000;
    now.as_millisecond() + CLOSED_WITHIN_MS
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

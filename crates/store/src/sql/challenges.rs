//! Challenges and their cards.

use async_trait::async_trait;
use jiff::Timestamp;

use super::statements::{self, select_challenges};
use super::{Lease, SqlStore, Transaction, readable, values};
use crate::rows::{ChallengeRow, json};
use play::ports::{ChallengeLimit, ChallengeLimits, ChallengeStore, OwnedBy, StoreError, StoreResult};
use play::{Challenge, ChallengeId, ChallengeState, ChannelId, EventId, MatchId, MessageId, NewChallenge, UserId};

/// The process that makes a challenge shows it within this time. If it does not, something has gone wrong.
const SHOWN_WITHIN_MS: i64 = 30_000;

#[async_trait]
impl ChallengeStore for SqlStore {
    async fn add_challenge(
        &self,
        challenge: &NewChallenge,
        origin: Option<EventId>,
        limits: ChallengeLimits,
        now: Timestamp,
    ) -> StoreResult<ChallengeId> {
        const SQL: &str = "INSERT INTO challenges (guild_id, channel_id, challenger_id, opponent_id, ruleset, side, \
                           rated, terms, rematch_of, expires_at, created_at, origin, due_at) \
                           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id";
        const BEGUN: &str = "SELECT COUNT(*) FROM matches WHERE rematch_of = $1";
        let mut tx = self.begin("add_challenge").await?;
        tx.lock_player(challenge.challenger, now).await?;
        // Checked before counting: the challenge that the same event made may be the last one allowed.
        tx.unless_repeated("SELECT COUNT(*) FROM challenges WHERE origin = $1", origin).await?;
        tx.admit_challenge(challenge, limits, now).await?;
        let offer = values![
            challenge.place.guild,
            challenge.place.channel,
            challenge.challenger,
            challenge.opponent,
            challenge.ruleset.to_string(),
            challenge.side.to_string(),
            challenge.rated,
            json(&challenge.agreement)?,
            challenge.rematch_of,
            challenge.expires_at,
            now,
            origin,
            now.as_millisecond() + SHOWN_WITHIN_MS,
        ];
        let id = tx.number(SQL, offer).await?;
        // Checked last: if somebody accepts the former offer at this moment, the rematch has begun by then.
        if let Some(former) = challenge.rematch_of
            && tx.number(BEGUN, values![former]).await? > 0
        {
            return Err(StoreError::Conflict);
        }
        tx.commit().await?;
        Ok(ChallengeId(id))
    }

    async fn challenge(&self, id: ChallengeId) -> StoreResult<Option<Challenge>> {
        const SQL: &str = select_challenges!("WHERE c.id = $1");
        self.find("challenge", SQL, values![id]).await?.map(ChallengeRow::read).transpose()
    }

    async fn challenge_begun_by(&self, id: ChallengeId) -> StoreResult<Option<EventId>> {
        const SQL: &str = "SELECT origin FROM challenges WHERE id = $1 AND origin IS NOT NULL";
        let origin = self.find("challenge_begun_by", SQL, values![id]).await?;
        Ok(origin.map(|(it,): (i64,)| EventId(it as u64)))
    }

    async fn challenge_of(&self, id: MatchId) -> StoreResult<Option<Challenge>> {
        const SQL: &str = select_challenges!("WHERE m.id = $1");
        self.find("challenge_of", SQL, values![id]).await?.map(ChallengeRow::read).transpose()
    }

    async fn challenges_by(&self, user: UserId, now: Timestamp) -> StoreResult<Vec<Challenge>> {
        let rows = self.read("challenges_by", statements::CHALLENGES_BY, values![user, now]).await?;
        Ok(readable(rows, ChallengeRow::read))
    }

    async fn open_challenges(&self, channel: ChannelId, now: Timestamp) -> StoreResult<Vec<Challenge>> {
        const SQL: &str = select_challenges!(
            "WHERE c.channel_id = $1 AND c.state = 'open' AND c.expires_at > $2 ORDER BY c.id DESC LIMIT 100"
        );
        Ok(readable(self.read("open_challenges", SQL, values![channel, now]).await?, ChallengeRow::read))
    }

    async fn set_challenge_message(&self, id: ChallengeId, message: MessageId) -> StoreResult<()> {
        const SQL: &str = "UPDATE challenges SET message_id = $2, revision = revision + 1, failures = 0, \
                           due_at = CASE WHEN state = 'open' THEN expires_at ELSE due_at END WHERE id = $1";
        self.write("set_challenge_message", SQL, values![id, message]).await.map(drop)
    }

    async fn close_challenge(&self, id: ChallengeId, state: ChallengeState, now: Timestamp) -> StoreResult<OwnedBy> {
        let mut tx = self.begin("close_challenge").await?;
        let owner = tx.close_challenge(statements::CLOSE_CHALLENGE, id, state, self.lease(now)).await?;
        tx.commit().await?;
        Ok(owner)
    }

    async fn withdraw_unshown(&self, id: ChallengeId, now: Timestamp) -> StoreResult<OwnedBy> {
        let mut tx = self.begin("withdraw_unshown").await?;
        let withdrawn = ChallengeState::Withdrawn;
        let owner = tx.close_challenge(statements::CLOSE_UNSHOWN_CHALLENGE, id, withdrawn, self.lease(now)).await?;
        tx.commit().await?;
        Ok(owner)
    }

    async fn open_cards(&self) -> StoreResult<u64> {
        const SQL: &str = "SELECT COUNT(*) FROM challenges WHERE due_at IS NOT NULL \
                           AND (state <> 'open' OR message_id IS NULL)";
        Ok(self.number("open_cards", SQL, values![]).await? as u64)
    }
}

impl Transaction {
    /// Closes an open challenge; [`StoreError::Conflict`] if it is no longer open. Its card is then due.
    pub(super) async fn close_challenge(
        &mut self,
        sql: &'static str,
        id: ChallengeId,
        state: ChallengeState,
        lease: Lease<'_>,
    ) -> StoreResult<OwnedBy> {
        let values = values![id, state_word(state), lease.due_at, lease.owner, lease.until, lease.now];
        let (owner,): (String,) = self.find(sql, values).await?.ok_or(StoreError::Conflict)?;
        Ok(if owner == lease.owner { OwnedBy::Us } else { OwnedBy::Other })
    }

    /// Refuses a challenge if the person has made too many, or if there are too many in the channel or the server.
    async fn admit_challenge(
        &mut self,
        challenge: &NewChallenge,
        limits: ChallengeLimits,
        now: Timestamp,
    ) -> StoreResult<()> {
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
            let count = match challenge.opponent {
                Some(opponent) if sql.contains("$3") => self.number(sql, values![whose, since, opponent]).await?,
                None if sql.contains("$3") => continue,
                _ => self.number(sql, values![whose, since]).await?,
            };
            if count >= i64::from(most) {
                return Err(StoreError::TooManyChallenges(limit, count as u32));
            }
        }
        Ok(())
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

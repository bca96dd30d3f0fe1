//! Matches and their moves.

use async_trait::async_trait;
use jiff::Timestamp;

use super::statements::{self, select_matches};
use super::{SqlStore, Transaction, guarded, readable, values};
use crate::rows::{MatchDetails, MatchRow, OutlineRow, winner_word};
use play::ports::{
    Against, HistoryPage, MatchHistory, MatchLimit, MatchLimits, MatchStore, OpponentTally, OwnedBy, ResultTally,
    ServerStats, StoreError, StoreResult,
};
use play::{ChallengeState, ChannelId, EventId, GuildId, Match, MatchId, MatchOutline, NewMatch, Place, Seat, UserId};

/// The seats of those whom a person has played, as a pattern.
fn seats(against: Against) -> String {
    match against {
        Against::Anybody => "%".to_owned(),
        Against::Engine => "engine:%".to_owned(),
        Against::Person(user) => Seat::User(user).to_string(),
    }
}

#[async_trait]
impl MatchStore for SqlStore {
    async fn begin_match(
        &self,
        new: &NewMatch,
        origin: Option<EventId>,
        limits: MatchLimits,
        now: Timestamp,
    ) -> StoreResult<MatchId> {
        const SQL: &str = "INSERT INTO matches (challenge_id, rematch_of, guild_id, channel_id, game, ruleset, \
                           first_seat, second_seat, rated, details, clock_since, due_at, owner, \
                           lease_until, rules_version, origin, ply, rival_of, created_at, updated_at) VALUES ($1, $2, \
                           $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $12, $12) \
                           RETURNING id";
        let mut tx = self.begin("begin_match").await?;
        tx.admit(new, origin, limits, now).await?;
        if let Some(challenge) = new.challenge {
            let accepted = ChallengeState::Accepted(MatchId(0));
            tx.close_challenge(statements::CLOSE_CHALLENGE, challenge, accepted, self.lease(now)).await?;
        }
        let begun = new.clone().begun(MatchId(0), now);
        let row = values![
            new.challenge,
            new.rematch_of,
            new.place.guild,
            new.place.channel,
            new.ruleset.info.key,
            new.ruleset.to_string(),
            new.seats[0].to_string(),
            new.seats[1].to_string(),
            new.rated,
            MatchDetails::json(&begun)?,
            new.clock_since(now),
            now,
            self.owner.as_str(),
            self.lease_end(),
            new.ruleset.info.rules_version,
            origin,
            begun.plies(),
            begun.voting.rival,
        ];
        let id = MatchId(tx.number(SQL, row).await?);
        tx.save_moves(&Match { id, moves: Vec::new(), ..begun.clone() }, &begun, None, now).await?;
        if let Some(rival) = begun.voting.rival
            && !tx.call_rival(rival, now).await?
        {
            return Err(StoreError::Conflict);
        }
        tx.commit().await?;
        Ok(id)
    }

    async fn import(&self, place: Place, told: &Match, now: Timestamp) -> StoreResult<MatchId> {
        const SQL: &str = "INSERT INTO matches (guild_id, channel_id, game, ruleset, rules_version, first_seat, \
                           second_seat, rated, ply, details, reason, winner, created_at, updated_at, imported_by) \
                           VALUES ($1, $2, $3, $4, $5, $6, $7, FALSE, $8, $9, $10, $11, $12, $12, $13) RETURNING id";
        let mut tx = self.begin("import").await?;
        let row = values![
            place.guild,
            place.channel,
            told.ruleset.info.key,
            told.ruleset.to_string(),
            told.ruleset.info.rules_version,
            told.seats[0].to_string(),
            told.seats[1].to_string(),
            told.plies(),
            MatchDetails::json(told)?,
            told.outcome.map(|it| it.reason.as_str()),
            told.outcome.and_then(winner_word),
            now,
            told.imported.as_ref().and_then(|it| it.by),
        ];
        let id = MatchId(tx.number(SQL, row).await?);
        tx.save_moves(&Match { id, moves: Vec::new(), ..told.clone() }, told, None, now).await?;
        tx.commit().await?;
        Ok(id)
    }

    async fn remove_import(&self, id: MatchId) -> StoreResult<()> {
        // Its number stays taken. Deleting the row would have to look through all boards and challenges for it.
        const EMPTY: &str = "UPDATE matches SET guild_id = NULL, channel_id = 0, details = '{}', ply = 0, imported_by = NULL, \
                             reason = 'aborted', winner = NULL, revision = revision + 1 WHERE id = $1 AND first_seat = 'recorded' AND channel_id <> 0";
        const STATEMENTS: [&str; 3] = [
            "DELETE FROM moves WHERE match_id = $1",
            "DELETE FROM watchers WHERE match_id = $1",
            "DELETE FROM explorations WHERE match_id = $1",
        ];
        let mut tx = self.begin("remove_import").await?;
        if tx.execute(EMPTY, values![id]).await? == 0 {
            return Err(StoreError::Conflict);
        }
        for sql in STATEMENTS {
            tx.execute(sql, values![id]).await?;
        }
        tx.commit().await
    }

    async fn rematch_of(&self, id: MatchId) -> StoreResult<Option<MatchId>> {
        const SQL: &str = "SELECT id FROM matches WHERE rematch_of = $1";
        let found = self.find("rematch_of", SQL, values![id]).await?;
        Ok(found.map(|(id,)| MatchId(id)))
    }

    async fn matches_in(&self, channel: ChannelId) -> StoreResult<Vec<Match>> {
        const SQL: &str = select_matches!("WHERE channel_id = $1 AND reason IS NULL ORDER BY id LIMIT 1000");
        Ok(readable(self.read("matches_in", SQL, values![channel]).await?, MatchRow::read))
    }

    async fn ending_in(&self, channel: ChannelId) -> StoreResult<Vec<Match>> {
        const SQL: &str = select_matches!(
            "WHERE channel_id = $1 AND reason IS NOT NULL AND due_at IS NOT NULL ORDER BY id LIMIT 200"
        );
        Ok(readable(self.read("ending_in", SQL, values![channel]).await?, MatchRow::read))
    }

    async fn find_match(&self, id: MatchId) -> StoreResult<Option<Match>> {
        // An imported record that was removed is in no channel.
        const SQL: &str = select_matches!("WHERE id = $1 AND channel_id <> 0");
        self.find("find_match", SQL, values![id]).await?.map(MatchRow::read).transpose()
    }

    async fn find_owned(&self, id: MatchId) -> StoreResult<Option<Match>> {
        const SQL: &str = select_matches!("WHERE id = $1 AND owner = $2 AND lease_until > 0");
        self.find("find_owned", SQL, values![id, self.owner.as_str()]).await?.map(MatchRow::read).transpose()
    }

    async fn outline(&self, id: MatchId) -> StoreResult<Option<MatchOutline>> {
        const SQL: &str = "SELECT id, guild_id, channel_id, first_seat, second_seat, reason, created_at FROM matches \
                           WHERE id = $1";
        self.find("outline", SQL, values![id]).await?.map(OutlineRow::read).transpose()
    }

    async fn abort(&self, id: MatchId, now: Timestamp) -> StoreResult<()> {
        const SQL: &str = "UPDATE matches SET reason = 'aborted', winner = NULL, clock_since = NULL, due_at = $2, \
                           updated_at = $2, revision = revision + 1 WHERE id = $1 AND reason IS NULL";
        guarded(self.write("abort", SQL, values![id, now]).await?)
    }

    async fn unreadable_of(&self, user: UserId) -> StoreResult<Vec<MatchId>> {
        let values = values![Seat::User(user).to_string(), None::<i64>];
        let rows = self.read("unreadable_of", statements::MATCHES_OF, values).await?;
        let unreadable = |row: MatchRow| {
            let id = MatchId(row.id);
            row.read().is_err().then_some(id)
        };
        Ok(rows.into_iter().rev().filter_map(unreadable).collect())
    }

    async fn matches_of(&self, user: UserId, channel: Option<ChannelId>) -> StoreResult<Vec<Match>> {
        let values = values![Seat::User(user).to_string(), channel];
        let mut matches = readable(self.read("matches_of", statements::MATCHES_OF, values).await?, MatchRow::read);
        matches.reverse();
        Ok(matches)
    }

    async fn last_match_in(&self, channel: ChannelId, user: Option<UserId>) -> StoreResult<Option<Match>> {
        let sql = if user.is_some() { statements::LAST_MATCH_OF_IN } else { statements::LAST_MATCH_IN };
        self.newest_in(channel, user, sql).await
    }

    async fn last_ended_in(&self, channel: ChannelId, user: UserId) -> StoreResult<Option<Match>> {
        self.newest_in(channel, Some(user), statements::LAST_ENDED_OF_IN).await
    }

    async fn ended_of(&self, user: UserId, most: u32) -> StoreResult<Vec<Match>> {
        let values = values![Seat::User(user).to_string(), most];
        Ok(readable(self.read("ended_of", statements::ENDED_OF, values).await?, MatchRow::read))
    }

    async fn history(&self, of: MatchHistory, page: u32) -> StoreResult<HistoryPage> {
        let against = seats(of.against);
        let own = Seat::User(of.user).to_string();
        let skip = page.saturating_mul(HistoryPage::SIZE);
        let values = values![own, against, of.game.as_deref(), of.channel, HistoryPage::SIZE + 1, skip];
        let mut rows: Vec<MatchRow> = self.read("history", statements::HISTORY, values).await?;
        let is_last = rows.len() <= HistoryPage::SIZE as usize;
        rows.truncate(HistoryPage::SIZE as usize);
        Ok(HistoryPage { of, page, matches: readable(rows, MatchRow::read), is_last })
    }

    async fn tallies(&self, user: UserId, against: Against) -> StoreResult<Vec<ResultTally>> {
        type Row = (String, bool, i64, i64, i64);
        let values = values![Seat::User(user).to_string(), seats(against)];
        let rows: Vec<Row> = self.read("tallies", statements::TALLIES, values).await?;
        let tally = |(game, is_rated, wins, draws, losses): Row| {
            let [wins, draws, losses] = [wins, draws, losses].map(|it| it as u32);
            ResultTally { game, is_rated, wins, draws, losses }
        };
        Ok(rows.into_iter().map(tally).collect())
    }

    async fn opponents(&self, user: UserId, most: u32) -> StoreResult<Vec<OpponentTally>> {
        type Row = (String, i64, i64, i64);
        let values = values![Seat::User(user).to_string(), most];
        let rows: Vec<Row> = self.read("opponents", statements::OPPONENTS, values).await?;
        let tally = |(seat, wins, draws, losses): Row| {
            let [wins, draws, losses] = [wins, draws, losses].map(|it| it as u32);
            Some(OpponentTally { seat: seat.parse().ok()?, wins, draws, losses })
        };
        Ok(rows.into_iter().filter_map(tally).collect())
    }

    async fn server_stats(&self, guild: GuildId, game: &str) -> StoreResult<ServerStats> {
        let of = values![guild, game];
        let results: Option<(i64, i64, i64, i64)> = self.find("server_stats", statements::SERVER_RESULTS, of).await?;
        let (matches, first, second, plies) = results.unwrap_or_default();
        let longest: Option<(i64, i64)> = self.find("server_stats", statements::SERVER_LONGEST, of).await?;
        let openings: Vec<(String, i64)> = self.read("server_stats", statements::SERVER_OPENINGS, of).await?;
        Ok(ServerStats {
            matches: matches as u32,
            wins: [first, second].map(|it| it as u32),
            plies: plies as u64,
            longest: longest.map(|(id, plies)| (MatchId(id), plies as u32)),
            openings: openings.into_iter().map(|(moves, count)| (moves, count as u32)).collect(),
        })
    }

    async fn begun_against_engine(&self, user: UserId, game: &str) -> StoreResult<u64> {
        let values = values![Seat::User(user).to_string(), game, Match::PLIES_TO_BEGIN];
        let count = self.number("begun_against_engine", statements::COUNT_BEGUN_AGAINST_ENGINE, values).await?;
        Ok(count as u64)
    }

    async fn save(
        &self,
        current: &Match,
        next: &Match,
        origin: Option<EventId>,
        now: Timestamp,
    ) -> StoreResult<OwnedBy> {
        let mut tx = self.begin("save").await?;
        let owner = tx.save_match(self, current, next, origin, now).await?;
        tx.commit().await?;
        Ok(owner)
    }

    async fn match_begun_by(&self, id: MatchId) -> StoreResult<Option<EventId>> {
        const SQL: &str = "SELECT origin FROM matches WHERE id = $1 AND origin IS NOT NULL";
        let origin = self.find("match_begun_by", SQL, values![id]).await?;
        Ok(origin.map(|(it,): (i64,)| EventId(it as u64)))
    }

    async fn last_moved_by(&self, id: MatchId, version: u32) -> StoreResult<Option<EventId>> {
        const SQL: &str = "SELECT MAX(v.origin) FROM matches m JOIN moves v ON v.match_id = m.id AND v.ply < m.ply \
                           WHERE m.id = $1 AND m.ply + m.undone = $2";
        let origin = self.find("last_moved_by", SQL, values![id, version]).await?;
        Ok(origin.and_then(|(it,): (Option<i64>,)| it).map(|it| EventId(it as u64)))
    }

    async fn is_played(&self, origin: EventId) -> StoreResult<bool> {
        const SQL: &str = "SELECT COUNT(*) FROM moves WHERE origin = $1";
        Ok(self.number("is_played", SQL, values![origin]).await? > 0)
    }

    async fn save_unannounced(&self, current: &Match, next: &Match) -> StoreResult<()> {
        // The live board shows as much of the new revision as of the old one. If the player to move is back, or the
        // place is another one, what follows from that is due.
        const SQL: &str = "UPDATE matches SET details = $3, channel_id = $4, revision = revision + 1, \
                           due_at = CASE WHEN $5 OR channel_id <> $4 THEN 0 ELSE due_at END, \
                           shown_revision = CASE WHEN shown_revision = revision THEN revision + 1 \
                           ELSE shown_revision END WHERE id = $1 AND revision = $2";
        let is_due = current.reminders.departure_told.is_some() && next.reminders.departure_told.is_none();
        let kept = values![current.id, current.revision, MatchDetails::json(next)?, next.place.channel, is_due];
        guarded(self.write("save_unannounced", SQL, kept).await?)
    }

    async fn note_broken(&self, id: MatchId, now: Timestamp) -> StoreResult<()> {
        // A match that is set aside has failed: it does not become due again each time somebody asks for it.
        const SQL: &str = "UPDATE matches SET due_at = $2 \
                           WHERE id = $1 AND due_at IS NULL AND failures = 0 AND reason IS NULL";
        self.write("note_broken", SQL, values![id, now]).await.map(drop)
    }
}

impl SqlStore {
    /// The newest readable match in a channel, of one person or of all, that a statement finds before a number.
    async fn newest_in(
        &self,
        channel: ChannelId,
        user: Option<UserId>,
        sql: &'static str,
    ) -> StoreResult<Option<Match>> {
        let seat = user.map(|it| Seat::User(it).to_string());
        let mut before = i64::MAX;
        loop {
            let row: Option<MatchRow> = match &seat {
                None => self.find("newest_in", sql, values![channel, before]).await?,
                Some(seat) => self.find("newest_in", sql, values![channel, before, seat.as_str()]).await?,
            };
            let Some(row) = row else { return Ok(None) };
            before = row.id;
            if let Some(found) = readable(vec![row], MatchRow::read).pop() {
                return Ok(Some(found));
            }
        }
    }
}

impl Transaction {
    /// Refuses a match if one of its players, or its place, has too many of them under way.
    async fn admit(
        &mut self,
        new: &NewMatch,
        origin: Option<EventId>,
        limits: MatchLimits,
        now: Timestamp,
    ) -> StoreResult<()> {
        const AGAINST_ENGINE: &str = "SELECT (SELECT COUNT(*) FROM matches WHERE reason IS NULL AND first_seat = $1 \
                                      AND second_seat LIKE 'engine:%') + (SELECT COUNT(*) FROM matches \
                                      WHERE reason IS NULL AND second_seat = $1 AND first_seat LIKE 'engine:%')";
        const OF_PERSON: &str = "SELECT (SELECT COUNT(*) FROM matches WHERE reason IS NULL AND first_seat = $1) \
                                 + (SELECT COUNT(*) FROM matches WHERE reason IS NULL AND second_seat = $1)";
        const IN_CHANNEL: &str = "SELECT COUNT(*) FROM matches WHERE reason IS NULL AND channel_id = $1";
        const IN_SERVER: &str = "SELECT COUNT(*) FROM matches WHERE reason IS NULL AND guild_id = $1";
        let unless_full = |count: i64, most: u32, limit| match count >= i64::from(most) {
            true => Err(StoreError::TooManyMatches(limit, count as u32)),
            false => Ok(()),
        };
        let mut users: Vec<UserId> = new.seats.iter().filter_map(|it| it.user()).collect();
        // Always in the same order, so that two matches that begin at once never wait for each other.
        users.sort_unstable();
        for user in &users {
            self.lock_player(*user, now).await?;
        }
        // Checked before counting: the match that the same event began may be the last one allowed.
        self.unless_repeated("SELECT COUNT(*) FROM matches WHERE origin = $1", origin).await?;
        let is_against_engine = users.len() < new.seats.len();
        for user in users {
            let seat = Seat::User(user).to_string();
            if is_against_engine {
                let count = self.number(AGAINST_ENGINE, values![seat.as_str()]).await?;
                unless_full(count, limits.against_engine, MatchLimit::AgainstEngine)?;
            }
            let count = self.number(OF_PERSON, values![seat]).await?;
            unless_full(count, limits.of_person, MatchLimit::OfPerson(user))?;
        }
        let count = self.number(IN_CHANNEL, values![new.place.channel]).await?;
        unless_full(count, limits.in_channel, MatchLimit::InChannel)?;
        if let Some(guild) = new.place.guild {
            unless_full(self.number(IN_SERVER, values![guild]).await?, limits.in_server, MatchLimit::InServer)?;
        }
        Ok(())
    }

    /// Saves a match as [`MatchStore::save`] does. What follows from that in the match of another channel is then due.
    pub(super) async fn save_match(
        &mut self,
        store: &SqlStore,
        current: &Match,
        next: &Match,
        origin: Option<EventId>,
        now: Timestamp,
    ) -> StoreResult<OwnedBy> {
        // The plies are guarded, too: a program from before the revisions does not count those. The owner of the match
        // keeps it until the lease ends. A lease that has ended means that its process is gone, and may have posted a
        // board without our getting the answer.
        const SQL: &str = "UPDATE matches SET ply = $4, undone = $5, details = $6, clock_since = $7, reason = $8, \
                           winner = $9, revision = revision + 1, due_at = $10, \
                           owner = CASE WHEN lease_until > $15 AND owner <> $11 THEN owner ELSE $11 END, \
                           lease_until = CASE WHEN lease_until > $15 AND owner <> $11 THEN lease_until ELSE $12 END, \
                           failures = failures + CASE WHEN lease_until > 0 AND lease_until <= $15 AND owner <> $11 \
                           THEN 1 ELSE 0 END, updated_at = $13, channel_id = $14, refusals = $16 \
                           WHERE id = $1 AND revision = $2 AND ply = $3 AND reason IS NULL RETURNING owner";
        let saved = values![
            current.id,
            current.revision,
            current.plies(),
            next.plies(),
            next.undone,
            MatchDetails::json(next)?,
            next.clock.since,
            next.outcome.map(|it| it.reason.as_str()),
            next.outcome.and_then(winner_word),
            now,
            store.owner.as_str(),
            store.lease_end(),
            next.updated_at,
            next.place.channel,
            store.database_now(),
            next.delivery.refusals,
        ];
        let (owner,): (String,) = self.find(SQL, saved).await?.ok_or(StoreError::Conflict)?;
        self.save_moves(current, next, origin, now).await?;
        if let Some(end) = next.outcome.filter(|it| next.is_rated_by(*it)) {
            self.rate_match(next, end).await?;
        }
        let by_channel = next.plies() > current.plies() && current.seat(current.to_move()) == Seat::Channel;
        if let Some(rival) = next.voting.rival.filter(|_| by_channel || next.outcome.is_some()) {
            self.call_rival(rival, now).await?;
        }
        Ok(if owner == store.owner { OwnedBy::Us } else { OwnedBy::Other })
    }

    /// Makes the match due in which another channel plays the other side. That counts as a change, so that whoever works on
    /// it at this moment looks again. `false` if it is over.
    async fn call_rival(&mut self, id: MatchId, now: Timestamp) -> StoreResult<bool> {
        const SQL: &str = "UPDATE matches SET due_at = $2, revision = revision + 1, shown_revision = \
                           CASE WHEN shown_revision = revision THEN revision + 1 ELSE shown_revision END \
                           WHERE id = $1 AND reason IS NULL";
        Ok(self.execute(SQL, values![id, now]).await? > 0)
    }

    /// Brings the stored moves of a match from those of `current` to those of `next`.
    async fn save_moves(
        &mut self,
        current: &Match,
        next: &Match,
        mut origin: Option<EventId>,
        now: Timestamp,
    ) -> StoreResult<()> {
        const DELETE: &str = "DELETE FROM moves WHERE match_id = $1 AND ply >= $2";
        const INSERT: &str = "INSERT INTO moves (match_id, ply, text, played_at, origin) VALUES ($1, $2, $3, $4, $5)";
        let kept = current.moves.iter().zip(&next.moves).take_while(|(one, other)| one == other).count();
        if kept < current.moves.len() {
            self.execute(DELETE, values![current.id, kept]).await?;
        }
        for (ply, text) in next.moves.iter().enumerate().skip(kept) {
            // Only the first move was asked for by this event; the reply follows automatically.
            self.execute(INSERT, values![current.id, ply, text.as_str(), now, origin.take()]).await?;
        }
        Ok(())
    }
}

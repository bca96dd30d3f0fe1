//! A store that measures every call and limits its duration.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use play::personal::PersonalData;
use play::ports::{
    AbsenceStore, AnswerStore, AnswerToken, Backlog, BoardStore, ChallengeLimits, ChallengeStore, CommunityStore,
    Doubt, DueStore, FailedTries, GonePlace, MatchLimits, MatchStore, Noted, OwedCard, OwnedBy, PeopleStore,
    ProcessStore, RatingStore, Renewed, Rest, Scope, SignOfLife, Standing, Store, StoreError, Stored, Superseded,
    TokenFor,
};
use play::{
    Absence, Challenge, ChallengeId, ChallengeState, ChannelId, DatabaseId, EventId, GuildId, Match, MatchId,
    MatchOutline, MessageId, NewChallenge, NewMatch, Place, Preferences, RatingChange, ServerSettings, Setting, Shard,
    Shown, UserId,
};

/// How long a call may take: longer than waiting for a connection and for SQLite's write lock.
const CALL_TIMEOUT: Duration = Duration::from_secs(10);

/// The same store, with every call measured and given up after ten seconds.
pub fn timed(store: Arc<dyn Store>) -> Arc<dyn Store> {
    Arc::new(Timed { store, timeout: CALL_TIMEOUT })
}

struct Timed {
    store: Arc<dyn Store>,
    timeout: Duration,
}

impl Timed {
    async fn call<T>(&self, name: &'static str, work: impl Future<Output = Stored<T>> + Send) -> Stored<T> {
        let begun = Instant::now();
        let answer = tokio::time::timeout(self.timeout, work).await;
        let answer = answer.unwrap_or_else(|_| Err(StoreError::Unanswered(name, self.timeout)));
        let answered = !answer.as_ref().is_err_and(|it| it.is_of_database() || matches!(it, StoreError::Corrupt(_)));
        metrics::database(name, answered, begun.elapsed());
        answer
    }
}

#[async_trait]
impl PeopleStore for Timed {
    async fn meet(&self, user: UserId, name: &str, now: Timestamp) -> Stored<()> {
        self.call("meet", self.store.meet(user, name, now)).await
    }

    async fn meet_named(&self, user: UserId, name: &str, now: Timestamp) -> Stored<()> {
        self.call("meet_named", self.store.meet_named(user, name, now)).await
    }

    async fn player_name(&self, user: UserId) -> Stored<Option<String>> {
        self.call("player_name", self.store.player_name(user)).await
    }

    async fn player_names(&self, users: &[UserId]) -> Stored<HashMap<UserId, String>> {
        self.call("player_names", self.store.player_names(users)).await
    }

    async fn preferences(&self, user: UserId) -> Stored<Preferences> {
        self.call("preferences", self.store.preferences(user)).await
    }

    async fn set_preference(&self, user: UserId, setting: Setting, now: Timestamp) -> Stored<Preferences> {
        self.call("set_preference", self.store.set_preference(user, setting, now)).await
    }

    async fn begin_reminding(&self, user: UserId, now: Timestamp) -> Stored<Option<Timestamp>> {
        self.call("begin_reminding", self.store.begin_reminding(user, now)).await
    }

    async fn end_reminding(&self, user: UserId, until: Timestamp) -> Stored<()> {
        self.call("end_reminding", self.store.end_reminding(user, until)).await
    }

    async fn challenges_by(&self, user: UserId, now: Timestamp) -> Stored<Vec<Challenge>> {
        self.call("challenges_by", self.store.challenges_by(user, now)).await
    }

    async fn personal_data(&self, user: UserId) -> Stored<Option<PersonalData>> {
        self.call("personal_data", self.store.personal_data(user)).await
    }

    async fn forget(&self, user: UserId) -> Stored<()> {
        self.call("forget", self.store.forget(user)).await
    }
}

#[async_trait]
impl CommunityStore for Timed {
    async fn first_seen(&self, guild: GuildId) -> Stored<bool> {
        self.call("first_seen", self.store.first_seen(guild)).await
    }

    async fn server(&self, guild: GuildId) -> Stored<ServerSettings> {
        self.call("server", self.store.server(guild)).await
    }

    async fn set_server(&self, guild: GuildId, known: &ServerSettings, next: &ServerSettings) -> Stored<()> {
        self.call("set_server", self.store.set_server(guild, known, next)).await
    }

    async fn block(&self, user: UserId, other: UserId, most: u32) -> Stored<()> {
        self.call("block", self.store.block(user, other, most)).await
    }

    async fn unblock(&self, user: UserId, other: UserId) -> Stored<bool> {
        self.call("unblock", self.store.unblock(user, other)).await
    }

    async fn has_blocked(&self, user: UserId, other: UserId) -> Stored<bool> {
        self.call("has_blocked", self.store.has_blocked(user, other)).await
    }

    async fn blocked_by(&self, user: UserId) -> Stored<Vec<UserId>> {
        self.call("blocked_by", self.store.blocked_by(user)).await
    }

    async fn watch(&self, id: MatchId, user: UserId, most: u32) -> Stored<()> {
        self.call("watch", self.store.watch(id, user, most)).await
    }

    async fn unwatch(&self, id: MatchId, user: UserId) -> Stored<bool> {
        self.call("unwatch", self.store.unwatch(id, user)).await
    }

    async fn watchers(&self, id: MatchId) -> Stored<Vec<UserId>> {
        self.call("watchers", self.store.watchers(id)).await
    }

    async fn watched_by(&self, user: UserId) -> Stored<Vec<MatchId>> {
        self.call("watched_by", self.store.watched_by(user)).await
    }

    async fn forget_watchers(&self, id: MatchId) -> Stored<()> {
        self.call("forget_watchers", self.store.forget_watchers(id)).await
    }
}

#[async_trait]
impl ChallengeStore for Timed {
    async fn add_challenge(
        &self,
        challenge: &NewChallenge,
        origin: Option<EventId>,
        limits: ChallengeLimits,
        now: Timestamp,
    ) -> Stored<ChallengeId> {
        self.call("add_challenge", self.store.add_challenge(challenge, origin, limits, now)).await
    }

    async fn challenge(&self, id: ChallengeId) -> Stored<Option<Challenge>> {
        self.call("challenge", self.store.challenge(id)).await
    }

    async fn challenge_begun_by(&self, id: ChallengeId) -> Stored<Option<EventId>> {
        self.call("challenge_begun_by", self.store.challenge_begun_by(id)).await
    }

    async fn challenge_of(&self, id: MatchId) -> Stored<Option<Challenge>> {
        self.call("challenge_of", self.store.challenge_of(id)).await
    }

    async fn open_challenges(&self, channel: ChannelId, now: Timestamp) -> Stored<Vec<Challenge>> {
        self.call("open_challenges", self.store.open_challenges(channel, now)).await
    }

    async fn set_challenge_message(&self, id: ChallengeId, message: MessageId) -> Stored<()> {
        self.call("set_challenge_message", self.store.set_challenge_message(id, message)).await
    }

    async fn asked_for_card(&self, id: ChallengeId, now: Timestamp) -> Stored<()> {
        self.call("asked_for_card", self.store.asked_for_card(id, now)).await
    }

    async fn close_challenge(&self, id: ChallengeId, state: ChallengeState, now: Timestamp) -> Stored<()> {
        self.call("close_challenge", self.store.close_challenge(id, state, now)).await
    }

    async fn claim_cards(&self, now: Timestamp) -> Stored<Vec<OwedCard>> {
        self.call("claim_cards", self.store.claim_cards(now)).await
    }

    async fn put_off_card(&self, id: ChallengeId, due_at: Timestamp) -> Stored<()> {
        self.call("put_off_card", self.store.put_off_card(id, due_at)).await
    }

    async fn note_card_closed(&self, id: ChallengeId) -> Stored<()> {
        self.call("note_card_closed", self.store.note_card_closed(id)).await
    }

    async fn open_cards(&self) -> Stored<u64> {
        self.call("open_cards", self.store.open_cards()).await
    }

    async fn unshown_challenges(&self, made_before: Timestamp, now: Timestamp) -> Stored<Vec<Challenge>> {
        self.call("unshown_challenges", self.store.unshown_challenges(made_before, now)).await
    }

    async fn claim_unshown(&self, made_before: Timestamp, now: Timestamp) -> Stored<Vec<OwedCard>> {
        self.call("claim_unshown", self.store.claim_unshown(made_before, now)).await
    }

    async fn withdraw_unshown(&self, id: ChallengeId, now: Timestamp) -> Stored<()> {
        self.call("withdraw_unshown", self.store.withdraw_unshown(id, now)).await
    }

    async fn end_challenges_in(&self, gone: GonePlace, now: Timestamp) -> Stored<()> {
        self.call("end_challenges_in", self.store.end_challenges_in(gone, now)).await
    }

    async fn expire_challenges(&self, now: Timestamp) -> Stored<Vec<Challenge>> {
        self.call("expire_challenges", self.store.expire_challenges(now)).await
    }
}

#[async_trait]
impl MatchStore for Timed {
    async fn begin_match(
        &self,
        new: &NewMatch,
        origin: Option<EventId>,
        limits: MatchLimits,
        now: Timestamp,
    ) -> Stored<MatchId> {
        self.call("begin_match", self.store.begin_match(new, origin, limits, now)).await
    }

    async fn rematch_of(&self, id: MatchId) -> Stored<Option<MatchId>> {
        self.call("rematch_of", self.store.rematch_of(id)).await
    }

    async fn find_match(&self, id: MatchId) -> Stored<Option<Match>> {
        self.call("find_match", self.store.find_match(id)).await
    }

    async fn find_owned(&self, id: MatchId) -> Stored<Option<Match>> {
        self.call("find_owned", self.store.find_owned(id)).await
    }

    async fn outline(&self, id: MatchId) -> Stored<Option<MatchOutline>> {
        self.call("outline", self.store.outline(id)).await
    }

    async fn abort(&self, id: MatchId, now: Timestamp) -> Stored<()> {
        self.call("abort", self.store.abort(id, now)).await
    }

    async fn unreadable_of(&self, user: UserId) -> Stored<Vec<MatchId>> {
        self.call("unreadable_of", self.store.unreadable_of(user)).await
    }

    async fn matches_of(&self, user: UserId, channel: Option<ChannelId>) -> Stored<Vec<Match>> {
        self.call("matches_of", self.store.matches_of(user, channel)).await
    }

    async fn matches_in(&self, channel: ChannelId) -> Stored<Vec<Match>> {
        self.call("matches_in", self.store.matches_in(channel)).await
    }

    async fn ending_in(&self, channel: ChannelId) -> Stored<Vec<Match>> {
        self.call("ending_in", self.store.ending_in(channel)).await
    }

    async fn last_match_in(&self, channel: ChannelId, user: Option<UserId>) -> Stored<Option<Match>> {
        self.call("last_match_in", self.store.last_match_in(channel, user)).await
    }

    async fn last_ended_in(&self, channel: ChannelId, user: UserId) -> Stored<Option<Match>> {
        self.call("last_ended_in", self.store.last_ended_in(channel, user)).await
    }

    async fn ended_of(&self, user: UserId, most: u32) -> Stored<Vec<Match>> {
        self.call("ended_of", self.store.ended_of(user, most)).await
    }

    async fn begun_against_engine(&self, user: UserId, game: &str) -> Stored<u64> {
        self.call("begun_against_engine", self.store.begun_against_engine(user, game)).await
    }

    async fn save(&self, current: &Match, next: &Match, origin: Option<EventId>, now: Timestamp) -> Stored<OwnedBy> {
        self.call("save", self.store.save(current, next, origin, now)).await
    }

    async fn match_begun_by(&self, id: MatchId) -> Stored<Option<EventId>> {
        self.call("match_begun_by", self.store.match_begun_by(id)).await
    }

    async fn last_moved_by(&self, id: MatchId, version: u32) -> Stored<Option<EventId>> {
        self.call("last_moved_by", self.store.last_moved_by(id, version)).await
    }

    async fn is_played(&self, origin: EventId) -> Stored<bool> {
        self.call("is_played", self.store.is_played(origin)).await
    }

    async fn keep(&self, current: &Match, next: &Match) -> Stored<()> {
        self.call("keep", self.store.keep(current, next)).await
    }
}

#[async_trait]
impl BoardStore for Timed {
    async fn match_by_message(&self, message: MessageId) -> Stored<Option<(MatchId, u32)>> {
        self.call("match_by_message", self.store.match_by_message(message)).await
    }

    async fn note_shown(&self, id: MatchId, version: u32, shown: Shown) -> Stored<Noted> {
        self.call("note_shown", self.store.note_shown(id, version, shown)).await
    }

    async fn note_also_shown(&self, id: MatchId, version: u32, message: MessageId) -> Stored<()> {
        self.call("note_also_shown", self.store.note_also_shown(id, version, message)).await
    }

    async fn note_stray(&self, id: MatchId, version: u32, plies: u32, message: MessageId) -> Stored<()> {
        self.call("note_stray", self.store.note_stray(id, version, plies, message)).await
    }

    async fn doubt(&self, id: MatchId) -> Stored<Doubt> {
        self.call("doubt", self.store.doubt(id)).await
    }

    async fn note_search(
        &self,
        id: MatchId,
        heard_until: Timestamp,
        search_again_at: Option<Timestamp>,
    ) -> Stored<bool> {
        self.call("note_search", self.store.note_search(id, heard_until, search_again_at)).await
    }

    async fn note_unsettled(&self, message: MessageId, until: Timestamp) -> Stored<()> {
        self.call("note_unsettled", self.store.note_unsettled(message, until)).await
    }

    async fn superseded(&self, id: MatchId) -> Stored<Vec<Superseded>> {
        self.call("superseded", self.store.superseded(id)).await
    }

    async fn note_retired(&self, message: MessageId, now: Timestamp) -> Stored<()> {
        self.call("note_retired", self.store.note_retired(message, now)).await
    }
}

#[async_trait]
impl DueStore for Timed {
    async fn backlog(&self, now: Timestamp) -> Stored<Backlog> {
        self.call("backlog", self.store.backlog(now)).await
    }

    async fn claim_due(&self, now: Timestamp, most: usize) -> Stored<Vec<MatchId>> {
        self.call("claim_due", self.store.claim_due(now, most)).await
    }

    async fn renew(&self, ids: &[MatchId]) -> Stored<Vec<Renewed>> {
        self.call("renew", self.store.renew(ids)).await
    }

    async fn leave(&self, id: MatchId, revision: u32) -> Stored<Rest> {
        self.call("leave", self.store.leave(id, revision)).await
    }

    async fn rest(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest> {
        self.call("rest", self.store.rest(id, revision, due_at)).await
    }

    async fn put_off(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest> {
        self.call("put_off", self.store.put_off(id, revision, due_at)).await
    }

    async fn refused(&self, id: MatchId, revision: u32, due_at: Option<Timestamp>) -> Stored<Rest> {
        self.call("refused", self.store.refused(id, revision, due_at)).await
    }

    async fn postpone(&self, id: MatchId, revision: u32, due_at: Timestamp) -> Stored<Rest> {
        self.call("postpone", self.store.postpone(id, revision, due_at)).await
    }

    async fn set_aside(&self, gone: GonePlace) -> Stored<u64> {
        self.call("set_aside", self.store.set_aside(gone)).await
    }

    async fn retry_in(&self, place: u64, now: Timestamp) -> Stored<Vec<ChannelId>> {
        self.call("retry_in", self.store.retry_in(place, now)).await
    }

    async fn note_broken(&self, id: MatchId, now: Timestamp) -> Stored<()> {
        self.call("note_broken", self.store.note_broken(id, now)).await
    }

    async fn failures(&self, id: MatchId) -> Stored<FailedTries> {
        self.call("failures", self.store.failures(id)).await
    }

    async fn release(&self) -> Stored<()> {
        self.call("release", self.store.release()).await
    }

    async fn note_reminded(&self, id: MatchId, version: u32) -> Stored<()> {
        self.call("note_reminded", self.store.note_reminded(id, version)).await
    }

    async fn note_claim_told(&self, id: MatchId, version: u32) -> Stored<()> {
        self.call("note_claim_told", self.store.note_claim_told(id, version)).await
    }
}

#[async_trait]
impl AbsenceStore for Timed {
    async fn absences_of_both(&self, users: [Option<UserId>; 2], since: Timestamp) -> Stored<[Vec<Absence>; 2]> {
        self.call("absences_of_both", self.store.absences_of_both(users, since)).await
    }

    async fn add_absence(&self, user: UserId, absence: Absence) -> Stored<()> {
        self.call("add_absence", self.store.add_absence(user, absence)).await
    }

    async fn end_absences(&self, user: UserId, now: Timestamp) -> Stored<()> {
        self.call("end_absences", self.store.end_absences(user, now)).await
    }
}

#[async_trait]
impl AnswerStore for Timed {
    async fn note_token(&self, channel: ChannelId, what_for: &[TokenFor], token: &AnswerToken) -> Stored<()> {
        self.call("note_token", self.store.note_token(channel, what_for, token)).await
    }

    async fn token(&self, channel: ChannelId, what_for: TokenFor) -> Stored<Option<AnswerToken>> {
        self.call("token", self.store.token(channel, what_for)).await
    }

    async fn resume_in(&self, channel: ChannelId, now: Timestamp) -> Stored<Vec<MatchId>> {
        self.call("resume_in", self.store.resume_in(channel, now)).await
    }
}

#[async_trait]
impl RatingStore for Timed {
    async fn rating_changes(&self, id: MatchId) -> Stored<Vec<RatingChange>> {
        self.call("rating_changes", self.store.rating_changes(id)).await
    }

    async fn leaderboard(&self, game: &str, scope: Scope, most: u32) -> Stored<Vec<Standing>> {
        self.call("leaderboard", self.store.leaderboard(game, scope, most)).await
    }

    async fn standings(&self, user: UserId, scope: Scope) -> Stored<Vec<Standing>> {
        self.call("standings", self.store.standings(user, scope)).await
    }
}

#[async_trait]
impl ProcessStore for Timed {
    async fn database_id(&self, drawn: DatabaseId) -> Stored<DatabaseId> {
        self.call("database_id", self.store.database_id(drawn)).await
    }

    async fn claim_event(&self, id: u64, now: Timestamp) -> Stored<bool> {
        self.call("claim_event", self.store.claim_event(id, now)).await
    }

    async fn forget_events(&self, now: Timestamp) -> Stored<()> {
        self.call("forget_events", self.store.forget_events(now)).await
    }

    async fn compare_clocks(&self) -> Stored<()> {
        self.call("compare_clocks", self.store.compare_clocks()).await
    }

    async fn beat(&self, heard: &[Shard], now: Timestamp, tolerance: Duration) -> Stored<()> {
        self.call("beat", self.store.beat(heard, now, tolerance)).await
    }

    async fn last_beat(&self, place: Place) -> Stored<Option<SignOfLife>> {
        self.call("last_beat", self.store.last_beat(place)).await
    }

    fn ahead(&self) -> SignedDuration {
        self.store.ahead()
    }

    async fn ping(&self) -> Stored<()> {
        self.call("ping", self.store.ping()).await
    }

    async fn close(&self) {
        self.store.close().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_call_that_is_never_answered_fails_in_time() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/timed.db", folder.path().display());
        let store = super::super::open(&url).await.unwrap();
        let timed = Timed { store, timeout: Duration::from_millis(20) };
        let answer = timed.call("never", std::future::pending::<Stored<()>>()).await;
        assert!(matches!(answer, Err(StoreError::Unanswered("never", _))), "{answer:?}");
        assert!(timed.call("at once", std::future::ready(Ok(7))).await.is_ok_and(|it| it == 7));
    }
}

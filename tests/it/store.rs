//! One story, told to both databases: a SQLite file and a real PostgreSQL.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use games::board::Side;
use games::{Outcome, Reason, Ruleset};
use jiff::{SignedDuration, Timestamp};
use parlor::play::ports::{
    AnswerToken, ChallengeLimit, ChallengeLimits, FailedTries, GonePlace, MatchLimit, MatchLimits, Noted, OwnedBy,
    Renewed, Rest, Scope, SignOfLife, Store, StoreError, Superseded, TokenFor,
};
use parlor::play::{
    Absence, Agreement, ChallengeState, ChannelId, DatabaseId, EventId, GuildId, Match, MatchId, MessageId,
    NewChallenge, NewMatch, OwnThread, Place, Preferences, Rating, Seat, ServerSettings, Setting, Shard, Shown,
    SideChoice, ThreadHome, TimeControl, UserId,
};
use parlor::store;

const ANN: UserId = UserId(101);
const BOB: UserId = UserId(u64::MAX >> 1);
const PLACE: Place = Place { guild: Some(GuildId(7)), channel: ChannelId(70) };
const ELSEWHERE: Place = Place { guild: None, channel: ChannelId(80) };
const IN_A_CENTURY: Timestamp = Timestamp::constant(4_900_000_000, 0);
/// The only shard.
const ALL: Shard = Shard { index: 0, total: 1 };

fn ruleset() -> Ruleset {
    games::read_ruleset("loa:mso limit=60").unwrap()
}

fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + seconds).unwrap()
}

fn challenge(opponent: Option<UserId>) -> NewChallenge {
    NewChallenge {
        place: PLACE,
        challenger: ANN,
        opponent,
        ruleset: ruleset(),
        side: SideChoice::Random,
        rated: true,
        agreement: Agreement::default(),
        rematch_of: None,
        expires_at: at(100),
    }
}

fn begun(place: Place, seats: [Seat; 2]) -> NewMatch {
    NewMatch {
        place,
        ruleset: ruleset(),
        seats,
        rated: true,
        agreement: Agreement::default(),
        challenge: None,
        rematch_of: None,
    }
}

/// A match with one more move.
fn moved(current: &Match, text: &str, end: Option<Outcome>) -> Match {
    let mut next = current.clone();
    next.moves.push(text.to_owned());
    next.outcome = end;
    next
}

/// A match that is over.
fn ended(current: &Match, end: Outcome) -> Match {
    Match { outcome: Some(end), ..current.clone() }
}

/// A message that shows a match as it is.
fn shown(current: &Match, message: u64) -> Shown {
    Shown { message: MessageId(message), revision: Some(current.revision), plies: current.plies() }
}

/// A limit that nobody reaches.
const MANY: u32 = 1000;

/// So many open challenges of a person, and any number in a channel or a day.
fn limits(open: u32) -> ChallengeLimits {
    ChallengeLimits { open, in_channel: MANY, a_day: MANY, to_one: MANY, declined: MANY }
}

const PEOPLE: [Seat; 2] = [Seat::User(ANN), Seat::User(BOB)];

/// Everything that the store can do, at least once.
pub async fn story(db: Arc<dyn Store>) {
    a_database_keeps_the_id_that_was_drawn_first(&db).await;
    challenges_are_answered_once(&*db).await;
    moves_are_kept_and_guarded(&db).await;
    the_end_rates_both_players_in_each_scope(&*db).await;
    what_is_owed_is_found(&*db).await;
    what_is_gone_is_set_aside(&*db).await;
    what_has_failed_keeps_nobody_waiting(&*db).await;
    refusals_are_counted_apart(&*db).await;
    limits_hold_however_many_come_at_once(&db).await;
    a_match_has_one_rematch(&db).await;
    matches_are_limited(&db).await;
    nobody_is_pestered(&db).await;
    servers_and_watchers_are_remembered(&*db).await;
    of_two_moderators_at_once_one_looks_again(&db).await;
    an_aborted_match_rates_nobody(&*db).await;
    moves_are_taken_back(&*db).await;
    people_choose_and_are_forgotten(&db).await;
    boards_and_notices_are_noted(&*db).await;
    absences_and_silences_are_given_back(&*db).await;
    tokens_of_interactions_are_kept(&*db).await;
    what_was_asked_for_once_is_done_once(&db).await;
    what_may_be_unheard_is_looked_for_no_earlier_than_needed(&*db).await;
    what_cannot_be_read_keeps_nobody_from_the_rest(&*db).await;
    the_same_two_weigh_less_within_a_day(&*db).await;
    a_silent_shard_stops_its_own_clocks(&*db).await;
}

/// Several processes serve a new database at once, and others later.
async fn a_database_keeps_the_id_that_was_drawn_first(db: &Arc<dyn Store>) {
    let drawn = AtomicU32::new(0xa1b2c);
    let ask = |db: Arc<dyn Store>| {
        let id = DatabaseId(drawn.fetch_add(1, Ordering::Relaxed));
        async move { db.database_id(id).await }
    };
    let answers: Vec<_> = at_once(db, ask).await.into_iter().map(Result::unwrap).collect();
    assert!(answers[0] >= DatabaseId(0xa1b2c) && answers.iter().all(|it| *it == answers[0]), "{answers:?}");
    assert_eq!(db.database_id(DatabaseId(7)).await.unwrap(), answers[0]);
}

/// What no program reads: a clock without any time.
fn unreadable() -> Agreement {
    let clock = TimeControl { reserve: 0, ..TimeControl::PRESETS[0].1 };
    Agreement { clock: Some(clock), ..Agreement::default() }
}

async fn what_cannot_be_read_keeps_nobody_from_the_rest(db: &dyn Store) {
    let place = Place { channel: ChannelId(95), ..ELSEWHERE };
    let sound = db.begin_match(&begun(place, PEOPLE), None, MatchLimits::NONE, at(9200)).await.unwrap();
    let broken = NewMatch { agreement: unreadable(), ..begun(place, PEOPLE) };
    let broken = db.begin_match(&broken, None, MatchLimits::NONE, at(9201)).await.unwrap();
    assert!(matches!(db.find_match(broken).await, Err(StoreError::Corrupt(_))));
    for user in [None, Some(ANN)] {
        let last = db.last_match_in(place.channel, user).await.unwrap();
        assert_eq!(last.map(|it| it.id), Some(sound), "the newest one that can be read");
    }
    let outline = db.outline(broken).await.unwrap().unwrap();
    assert_eq!((outline.place, outline.seats, outline.is_over), (place, PEOPLE.map(Some), false));
    assert_eq!(db.unreadable_of(BOB).await.unwrap(), [broken]);
    is_set_aside_once(db, broken).await;
    db.abort(broken, at(9202)).await.unwrap();
    assert!(matches!(db.abort(broken, at(9202)).await, Err(StoreError::Conflict)), "it ends once");
    assert!(db.outline(broken).await.unwrap().unwrap().is_over);
    assert!(db.unreadable_of(BOB).await.unwrap().is_empty() && db.rating_changes(broken).await.unwrap().is_empty());
    db.set_aside(GonePlace::Channel(place.channel)).await.unwrap();

    let offer = |agreement| NewChallenge { agreement, expires_at: at(9300), ..challenge(None) };
    let broken = db.add_challenge(&offer(unreadable()), None, limits(MANY), at(9202)).await.unwrap();
    let sound = db.add_challenge(&offer(Agreement::default()), None, limits(MANY), at(9203)).await.unwrap();
    assert!(matches!(db.challenge(broken).await, Err(StoreError::Corrupt(_))));
    let expired: Vec<_> = db.expire_challenges(at(9300)).await.unwrap().iter().map(|it| it.id).collect();
    assert!(expired.contains(&sound) && !expired.contains(&broken), "{expired:?}");
    let mut owed = Vec::new();
    loop {
        let claimed = db.claim_cards(at(9400)).await.unwrap();
        if claimed.is_empty() {
            break;
        }
        owed.extend(claimed.iter().map(|it| it.challenge.id));
    }
    assert!(owed.contains(&sound) && !owed.contains(&broken), "{owed:?}");
}

/// A match of which nothing can be made: whoever comes to it while it is at rest makes it due, but for once it has failed.
async fn is_set_aside_once(db: &dyn Store, broken: MatchId) {
    let is_due = async || {
        db.note_broken(broken, at(9202)).await.unwrap();
        db.claim_due(at(9202), 1000).await.unwrap().contains(&broken)
    };
    assert_eq!(db.rest(broken, 0, Some(at(9210))).await.unwrap(), Rest::Rests);
    assert!(!is_due().await, "somebody looks at it anyway");
    assert_eq!(db.rest(broken, 0, None).await.unwrap(), Rest::Rests);
    assert!(is_due().await);
    assert_eq!(db.refused(broken, 0, None).await.unwrap(), Rest::Rests);
    let aside = db.backlog(at(9202)).await.unwrap().set_aside;
    assert!(!is_due().await && aside > 0, "and it stays there");
}

/// Whoever likes to win often finds somebody who likes to lose.
async fn the_same_two_weigh_less_within_a_day(db: &dyn Store) {
    const HOUR: i64 = 3600;
    let (gil, hal) = (Seat::User(UserId(9910)), Seat::User(UserId(9911)));
    for (seats, won_at, weight) in [
        ([gil, hal], at(20_000), 1.0),
        ([gil, hal], at(20_000 + HOUR), 0.5),
        ([hal, gil], at(20_000 + 2 * HOUR), 0.25),
        ([gil, hal], at(20_000 + 26 * HOUR), 1.0),
    ] {
        let end = Outcome { winner: Some(Side::First), reason: Reason::Resigned };
        let id = db.begin_match(&begun(ELSEWHERE, seats), None, MatchLimits::NONE, won_at).await.unwrap();
        let start = db.find_match(id).await.unwrap().unwrap();
        db.save(&start, &Match { updated_at: won_at, ..ended(&start, end) }, None, won_at).await.unwrap();

        let changes = db.rating_changes(id).await.unwrap();
        let before = seats.map(|seat| changes.iter().find(|it| Some(it.user) == seat.user()).unwrap().before);
        for (full, _) in start.rating_changes(before, end, 0) {
            let kept = changes.iter().find(|it| it.user == full.user).unwrap();
            let (step, full_step) = (kept.after.rating - kept.before.rating, full.after.rating - full.before.rating);
            assert!(full_step.abs() > 1.0, "it matters");
            assert!((step - weight * full_step).abs() < 1e-6, "{won_at}: {step} is {weight} of {full_step}");
        }
    }
}

/// Two processes, or one twice, hear of the same message.
async fn what_was_asked_for_once_is_done_once(db: &Arc<dyn Store>) {
    let origin = |id| Some(EventId(id));
    let repeated = |error: &StoreError| matches!(error, StoreError::Repeated);
    let eve = UserId(9900);

    let offer = move |origin| {
        move |db: Arc<dyn Store>| async move {
            let offer = NewChallenge { challenger: eve, expires_at: at(9100), ..challenge(None) };
            db.add_challenge(&offer, origin, limits(2), at(9000)).await
        }
    };
    let offered = at_once(db, offer(origin(1))).await;
    assert_eq!(offered.iter().filter(|it| it.is_ok()).count(), 1, "{offered:?}");
    assert!(offered.iter().filter_map(|it| it.as_ref().err()).all(repeated), "{offered:?}");
    offer(origin(2))(Arc::clone(db)).await.unwrap();
    let again = offer(origin(2))(Arc::clone(db)).await.unwrap_err();
    assert!(repeated(&again), "although it was the last one that is allowed: {again:?}");

    let begin = |db: Arc<dyn Store>| async move {
        let against_engine = begun(PLACE, [Seat::User(UserId(9900)), Seat::Engine(1)]);
        let only_one = MatchLimits { against_engine: 1, ..MatchLimits::NONE };
        db.begin_match(&against_engine, Some(EventId(1)), only_one, at(9001)).await
    };
    let begun = at_once(db, begin).await;
    assert_eq!(begun.iter().filter(|it| it.is_ok()).count(), 1, "{begun:?}");
    assert!(begun.iter().filter_map(|it| it.as_ref().err()).all(repeated), "{begun:?}");

    // The same move is legal again when the other process comes to it.
    let id = begun.into_iter().find_map(Result::ok).unwrap();
    let offered = offered.into_iter().find_map(Result::ok).unwrap();
    let known = (db.match_begun_by(id).await.unwrap(), db.challenge_begun_by(offered).await.unwrap());
    assert_eq!(known, (origin(1), origin(1)));
    let start = db.find_match(id).await.unwrap().unwrap();
    db.save(&start, &moved(&start, "b1-b3", None), origin(3), at(9002)).await.unwrap();
    let first = db.find_match(id).await.unwrap().unwrap();
    db.save(&first, &moved(&first, "a2-c2", None), origin(4), at(9003)).await.unwrap();
    let second = db.find_match(id).await.unwrap().unwrap();
    let again = db.save(&second, &moved(&second, "b3-b1", None), origin(3), at(9004)).await;
    assert!(matches!(again, Err(StoreError::Repeated)), "{again:?}");
    assert_eq!(db.find_match(id).await.unwrap().unwrap().moves, ["b1-b3", "a2-c2"], "nothing is left of it");
    assert!(db.is_played(EventId(3)).await.unwrap() && !db.is_played(EventId(5)).await.unwrap());
    db.save(&second, &moved(&second, "b3-b1", None), origin(5), at(9004)).await.unwrap();
}

async fn boards_and_notices_are_noted(db: &dyn Store) {
    let begun_at = at(5000);
    let waiting = db.add_challenge(&challenge(None), None, limits(MANY), at(10)).await.unwrap();
    let unshown: Vec<_> = db.unshown_challenges(at(11), at(12)).await.unwrap().iter().map(|it| it.id).collect();
    assert!(unshown.contains(&waiting), "{unshown:?}");

    let claimed = async |now| {
        let cards = db.claim_unshown(at(11), now).await.unwrap();
        cards.iter().find(|it| it.challenge.id == waiting).map(|it| it.tries)
    };
    assert_eq!(claimed(at(12)).await, Some(1));
    assert_eq!(claimed(at(31)).await, None, "one process shows it");
    assert_eq!(claimed(at(32)).await, Some(2));
    assert_eq!(claimed(at(71)).await, None, "and the next try comes later");
    let unheard_since = async || db.challenge(waiting).await.unwrap().unwrap().unheard_since;
    assert_eq!(unheard_since().await, at(10), "since it was made");
    db.asked_for_card(waiting, at(32)).await.unwrap();
    assert_eq!(unheard_since().await, at(32));
    db.set_challenge_message(waiting, MessageId(690)).await.unwrap();
    assert_eq!(claimed(at(72)).await, None, "it is shown");
    assert!(matches!(db.withdraw_unshown(waiting, at(12)).await, Err(StoreError::Conflict)), "by whomever");
    let unseen = db.add_challenge(&challenge(None), None, limits(MANY), at(10)).await.unwrap();
    db.withdraw_unshown(unseen, at(12)).await.unwrap();
    assert_eq!(db.challenge(unseen).await.unwrap().unwrap().state, ChallengeState::Withdrawn);

    db.close_challenge(waiting, ChallengeState::Withdrawn, at(12)).await.unwrap();
    let owed = async |now| db.claim_cards(now).await.unwrap().iter().map(|it| it.challenge.id).collect::<Vec<_>>();
    assert!(!owed(at(13)).await.contains(&waiting), "whoever closed it has some time");
    assert!(owed(at(33)).await.contains(&waiting));
    assert!(!owed(at(34)).await.contains(&waiting), "one process closes it");
    let open = db.open_cards().await.unwrap();
    db.note_card_closed(waiting).await.unwrap();
    assert_eq!(db.open_cards().await.unwrap() + 1, open);

    let doomed = db.add_challenge(&challenge(None), None, limits(MANY), at(10)).await.unwrap();
    let before = db.backlog(at(12)).await.unwrap();
    db.close_challenge(doomed, ChallengeState::Withdrawn, at(12)).await.unwrap();
    let (mut now, mut tries) = (at(12), Vec::new());
    for wait in (0..14).map(|doublings| SignedDuration::from_secs(20 << doublings)) {
        now += wait;
        let claimed = db.claim_cards(now).await.unwrap().into_iter().find(|it| it.challenge.id == doomed);
        tries.extend(claimed.map(|it| (it.tries, it.is_last_try)));
    }
    assert_eq!(tries, (1..=12).map(|it| (it, it == 12)).collect::<Vec<_>>());
    assert!(!owed(IN_A_CENTURY).await.contains(&doomed), "it is given up");
    assert!(db.backlog(at(12)).await.unwrap().cards_given_up > before.cards_given_up);

    let id = db.begin_match(&begun(PLACE, PEOPLE), None, MatchLimits::NONE, begun_at).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(db.note_shown(id, start.version(), shown(&start, 700)).await.unwrap(), Noted::Latest);
    db.note_also_shown(id, 0, MessageId(701)).await.unwrap();
    assert_eq!(db.match_by_message(MessageId(701)).await.unwrap(), Some((id, 0)), "a reply to it is a move");
    db.note_stray(id, 0, MessageId(702)).await.unwrap();
    let stray = Superseded { message: MessageId(702), plies: 0, is_live: true, unsettled_until: None };
    assert_eq!(db.superseded(id).await.unwrap(), [stray], "only the stray one has controls");
    db.note_retired(MessageId(702), at(34)).await.unwrap();
    assert!(db.superseded(id).await.unwrap().is_empty());

    let mut hushed = start.clone();
    hushed.conduct.hushed = Some(0);
    db.keep(&start, &hushed).await.unwrap();
    assert!(matches!(db.keep(&start, &hushed).await, Err(StoreError::Conflict)), "somebody was faster");
    db.note_reminded(id, 0).await.unwrap();
    db.note_claim_told(id, 0).await.unwrap();
    let kept = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((kept.conduct.hushed, kept.reminded, kept.claim_told), (Some(0), Some(0), Some(0)));
    assert!(!kept.owes_board(), "nothing of that is to be seen");
    db.forget_reminder(id).await.unwrap();
    assert_eq!(db.find_match(id).await.unwrap().unwrap().reminded, None);

    assert_eq!(db.postpone(id, kept.revision, begun_at).await.unwrap(), Rest::Rests);
    assert_eq!(db.postpone(id, kept.revision + 1, begun_at).await.unwrap(), Rest::Changed);
    let failed = |failures| FailedTries { failures, refusals: 0, revision: kept.revision };
    assert_eq!(db.failures(id).await.unwrap(), failed(0), "nothing has failed");
    let before = db.backlog(begun_at).await.unwrap();
    assert_eq!(db.put_off(id, kept.revision, None).await.unwrap(), Rest::Rests);
    assert_eq!(db.failures(id).await.unwrap(), failed(1));
    let after = db.backlog(begun_at).await.unwrap();
    assert_eq!((after.due + 1, after.set_aside), (before.due, before.set_aside + 1));
}

async fn tokens_of_interactions_are_kept(db: &dyn Store) {
    let (channel, message, posting) = (ChannelId(77), TokenFor::Message(MessageId(770)), TokenFor::Posting);
    let token = |secret: &str, expires_at| AnswerToken { secret: secret.to_owned(), expires_at };
    // By the database's own clock, the first two have expired long ago.
    let [old, older] = ["old", "older"].map(|it| token(it, Timestamp::UNIX_EPOCH));
    let [new, newest] = ["new", "newest"].map(|it| token(it, IN_A_CENTURY));
    assert_eq!(db.token(channel, posting).await.unwrap(), None, "the bot is part of it, as far as is known");
    db.note_token(channel, &[message], &older).await.unwrap();
    db.note_token(channel, &[posting], &old).await.unwrap();
    assert_eq!(db.token(channel, posting).await.unwrap(), Some(old.clone()), "that it is not part of it is kept");
    assert_eq!(db.token(channel, message).await.unwrap(), None, "what has expired is forgotten");
    db.note_token(channel, &[message], &new).await.unwrap();
    db.note_token(channel, &[posting], &newest).await.unwrap();
    assert_eq!(db.token(channel, message).await.unwrap(), Some(new));
    assert_eq!(db.token(channel, posting).await.unwrap(), Some(newest));
    assert_eq!(db.token(ChannelId(78), posting).await.unwrap(), None);
    assert_eq!(db.token(channel, TokenFor::Focus).await.unwrap(), None);
    assert!(db.resume_in(channel, at(0)).await.unwrap().is_empty(), "no board is owed there");
    assert!(!format!("{old:?}").contains("old"), "a token is never logged");
}

async fn absences_and_silences_are_given_back(db: &dyn Store) {
    let absence = Absence { from: at(6000), until: at(7000) };
    db.add_absence(BOB, absence).await.unwrap();
    db.end_absences(BOB, at(6500)).await.unwrap();
    assert_eq!(db.absences(BOB, at(0)).await.unwrap(), [Absence { until: at(6500), ..absence }]);
    db.end_absences(BOB, at(6000)).await.unwrap();
    assert!(db.absences(BOB, at(0)).await.unwrap().is_empty(), "what has not begun is dropped");

    assert!(db.claim_event(77, at(0)).await.unwrap());
    assert!(!db.claim_event(77, at(1)).await.unwrap(), "one process acts on it");
    db.forget_events(at(3601)).await.unwrap();
    assert!(db.claim_event(77, at(3602)).await.unwrap());

    let agreement = Agreement { clock: Some(TimeControl::PRESETS[0].1), ..Agreement::default() };
    let timed = NewMatch { agreement, ..begun(PLACE, PEOPLE) };
    let minute = Duration::from_secs(60);
    assert_eq!(db.last_beat(PLACE).await.unwrap(), None);
    db.beat(&[ALL], at(8000), minute).await.unwrap();
    let with_clock = db.begin_match(&timed, None, MatchLimits::NONE, at(8000)).await.unwrap();
    let without = db.begin_match(&begun(PLACE, PEOPLE), None, MatchLimits::NONE, at(8000)).await.unwrap();
    let since = async |id| db.find_match(id).await.unwrap().unwrap().clock_since.map(|it| it.as_second());
    let (begun_at, after_outage) = (Some(at(8000).as_second()), Some(at(8200).as_second()));
    db.beat(&[ALL], at(8030), minute).await.unwrap();
    assert_eq!((since(with_clock).await, since(without).await), (begun_at, begun_at));
    assert_eq!(db.last_beat(PLACE).await.unwrap(), Some(SignOfLife { shard: ALL, at: at(8030) }));
    let meanwhile = db.begin_match(&timed, None, MatchLimits::NONE, at(8130)).await.unwrap();
    db.beat(&[ALL], at(8230), minute).await.unwrap();
    assert_eq!(since(meanwhile).await, Some(at(8230).as_second()), "nor into what has not come yet");
    assert_eq!(since(with_clock).await, after_outage, "nobody's clock runs while no process is there");
    assert_eq!(since(without).await, after_outage, "and nobody is silent");
}

/// Each shard is silent for itself, also where the places are divided anew among more of them.
async fn a_silent_shard_stops_its_own_clocks(db: &dyn Store) {
    let of = |total| move |index| Shard { index, total };
    let [first, second] = [0, 1].map(of(2));
    let last = async |place| db.last_beat(place).await.unwrap().map(|it| (it.shard, it.at));
    let there = Place { guild: Some(GuildId(1 << 22)), channel: ChannelId(96) };
    beat(db, &[ALL], 30_000).await;
    let mut ids = Vec::new();
    for place in [PLACE, ELSEWHERE, there] {
        ids.push(db.begin_match(&begun(place, PEOPLE), None, MatchLimits::NONE, at(30_000)).await.unwrap());
    }
    let given_back = async || {
        let mut seconds = Vec::new();
        for id in &ids {
            let since = db.find_match(*id).await.unwrap().unwrap().clock_since.unwrap();
            seconds.push(since.as_second() - at(30_000).as_second());
        }
        seconds
    };

    // From now on there are two, of which only the first one is heard.
    for now in [30_030, 30_080, 30_130] {
        beat(db, &[first], now).await;
        assert_eq!(given_back().await, [0, 0, 0]);
    }
    assert_eq!(last(ELSEWHERE).await, Some((first, at(30_130))), "which hears direct messages");
    assert_eq!(last(there).await, Some((second, at(30_000))), "as long as there was only one, it heard all");
    beat(db, &[second], 30_150).await;
    assert_eq!(given_back().await, [0, 0, 150]);
    beat(db, &[second], 30_160).await;
    beat(db, &[], 30_190).await;
    assert_eq!(given_back().await, [0, 0, 150], "once");
    beat(db, &[second], 30_210).await;
    beat(db, &[first, second], 30_260).await;
    assert_eq!(given_back().await, [130, 130, 150]);

    // The second one is silent until there are three, of which none is heard at first.
    for now in [30_310, 30_360, 30_410] {
        beat(db, &[first], now).await;
    }
    let [first, second, third] = [0, 1, 2].map(of(3));
    beat(db, &[first], 30_500).await;
    assert_eq!(given_back().await, [220, 220, 300], "one is heard again, and nobody was before");
    assert_eq!(last(there).await, Some((second, at(30_410))));
    beat(db, &[second, third], 30_510).await;
    assert_eq!(given_back().await, [220, 220, 400]);
    beat(db, &[first, second, third], 30_520).await;
    assert_eq!(given_back().await, [220, 220, 400], "nothing is given back twice");
}

/// A sign of life that may come a minute after the one before.
async fn beat(db: &dyn Store, heard: &[Shard], seconds: i64) {
    db.beat(heard, at(seconds), Duration::from_secs(60)).await.unwrap();
}

async fn challenges_are_answered_once(db: &dyn Store) {
    db.meet(ANN, "Ann", at(0)).await.unwrap();
    db.meet(ANN, "Ann 🙂 שלום", at(1)).await.unwrap();
    assert_eq!(db.player_name(ANN).await.unwrap().as_deref(), Some("Ann 🙂 שלום"));
    assert_eq!(db.player_name(UserId(5)).await.unwrap(), None);
    let names = db.player_names(&[ANN, UserId(5)]).await.unwrap();
    assert_eq!((names.len(), names[&ANN].as_str()), (1, "Ann 🙂 שלום"));
    assert!(db.player_names(&[]).await.unwrap().is_empty());

    let open = db.add_challenge(&challenge(None), None, limits(MANY), at(0)).await.unwrap();
    let direct = db.add_challenge(&challenge(Some(BOB)), None, limits(MANY), at(0)).await.unwrap();
    db.set_challenge_message(direct, MessageId(9)).await.unwrap();
    let kept = db.challenge(direct).await.unwrap().unwrap();
    assert_eq!((kept.offer.opponent, kept.message, kept.state), (Some(BOB), Some(MessageId(9)), ChallengeState::Open));
    assert_eq!(kept.offer.ruleset, ruleset());
    let full = db.add_challenge(&challenge(None), None, limits(2), at(1)).await;
    assert!(matches!(full, Err(StoreError::TooManyChallenges(ChallengeLimit::Open, 2))), "{full:?}");
    let listed: Vec<_> = db.open_challenges(PLACE.channel, at(1)).await.unwrap().iter().map(|it| it.id).collect();
    assert_eq!(listed, [direct, open], "the newest comes first");

    let accepted = NewMatch { challenge: Some(direct), ..begun(PLACE, PEOPLE) };
    let id = db.begin_match(&accepted, None, MatchLimits::NONE, at(2)).await.unwrap();
    assert!(
        matches!(db.begin_match(&accepted, None, MatchLimits::NONE, at(2)).await, Err(StoreError::Conflict)),
        "accepted once only"
    );
    assert!(matches!(db.close_challenge(direct, ChallengeState::Declined, at(2)).await, Err(StoreError::Conflict)));
    assert_eq!(db.challenge(direct).await.unwrap().unwrap().state, ChallengeState::Accepted(id));
    assert_eq!(db.challenge_of(id).await.unwrap().unwrap().id, direct);

    assert!(db.expire_challenges(at(99)).await.unwrap().is_empty());
    let expired: Vec<_> = db.expire_challenges(at(100)).await.unwrap().iter().map(|it| it.id).collect();
    assert_eq!(expired, [open]);
    assert_eq!(db.challenge(open).await.unwrap().unwrap().state, ChallengeState::Expired);
    assert_eq!(db.challenge_of(id).await.unwrap().map(|it| it.id), Some(direct));
    assert!(db.challenge_of(MatchId(id.0 + 1)).await.unwrap().is_none());

    // It goes to a thread, and is found there alone.
    let current = db.find_match(id).await.unwrap().unwrap();
    let thread = Place { channel: ChannelId(71), ..current.place };
    let home = ThreadHome { parent: current.place.channel, is_post: false };
    let mut moved = Match { place: thread, ..current.clone() };
    moved.conduct.thread = Some(OwnThread::Open(home));
    db.save(&current, &moved, None, at(2)).await.unwrap();
    let current = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((current.place, current.conduct.thread), (thread, moved.conduct.thread));
    assert_eq!(db.matches_of(BOB, Some(thread.channel)).await.unwrap().len(), 1);
    assert_eq!(db.matches_in(thread.channel).await.unwrap().len(), 1);
    assert!(db.ending_in(thread.channel).await.unwrap().is_empty());
    assert!(db.matches_of(BOB, Some(PLACE.channel)).await.unwrap().is_empty());

    // What is over can still be noted.
    let end = Outcome { winner: None, reason: Reason::Agreed };
    db.save(&current, &ended(&current, end), None, at(3)).await.unwrap();
    let over = db.find_match(id).await.unwrap().unwrap();
    let mut closed = over.clone();
    closed.conduct.thread = Some(OwnThread::Closed(home));
    db.keep(&over, &closed).await.unwrap();
    assert!(matches!(db.keep(&over, &closed).await, Err(StoreError::Conflict)));
    let over = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((over.conduct.thread, over.outcome), (closed.conduct.thread, Some(end)));
}

async fn moves_are_kept_and_guarded(db: &Arc<dyn Store>) {
    let id = db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(10)).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((start.version(), start.place, start.seats), (0, ELSEWHERE, PEOPLE));

    // Sixteen tasks play the same ply: exactly one wins.
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let (db, start) = (Arc::clone(db), start.clone());
            tokio::spawn(async move { db.save(&start, &moved(&start, "b1-b3", None), None, at(11)).await })
        })
        .collect();
    let mut won = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => won += 1,
            Err(StoreError::Conflict) => {}
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!(won, 1);
    let after = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(after.moves, ["b1-b3"]);
    assert_eq!(after.replay().unwrap().to_move(), Side::Second);

    let mine = db.matches_of(ANN, None).await.unwrap();
    assert_eq!(mine.iter().map(|it| it.id).collect::<Vec<_>>(), [id]);
    assert!(db.matches_of(ANN, Some(PLACE.channel)).await.unwrap().is_empty());
    assert_eq!(db.last_match_in(ELSEWHERE.channel, None).await.unwrap().unwrap().id, id);
    assert!(db.last_match_in(ELSEWHERE.channel, Some(UserId(5))).await.unwrap().is_none());
    let of_both = async || {
        for user in [ANN, BOB] {
            let last = db.last_match_in(ELSEWHERE.channel, Some(user)).await.unwrap();
            assert_eq!(last.map(|it| it.id), Some(id));
            assert!(db.last_match_in(ChannelId(81), Some(user)).await.unwrap().is_none(), "it was played elsewhere");
        }
    };
    of_both().await;

    let end = Outcome { winner: Some(Side::Second), reason: Reason::Resigned };
    assert!(
        matches!(db.save(&start, &ended(&start, end), None, at(12)).await, Err(StoreError::Conflict)),
        "it is guarded"
    );
    db.save(&after, &ended(&after, end), None, at(12)).await.unwrap();
    assert!(
        matches!(db.save(&after, &ended(&after, end), None, at(12)).await, Err(StoreError::Conflict)),
        "a match ends once"
    );
    assert!(matches!(db.save(&after, &moved(&after, "a2-c2", None), None, at(13)).await, Err(StoreError::Conflict)));
    assert_eq!(db.find_match(id).await.unwrap().unwrap().outcome, Some(end));
    of_both().await;
}

async fn the_end_rates_both_players_in_each_scope(db: &dyn Store) {
    let cat = UserId(303);
    let place = Place { guild: Some(GuildId(8)), channel: ChannelId(90) };
    let seats = [Seat::User(cat), Seat::Engine(4)];
    let id = db.begin_match(&begun(place, seats), None, MatchLimits::NONE, at(20)).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    let end = Outcome { winner: Some(Side::First), reason: games::read_reason("connected").unwrap() };
    db.save(&start, &moved(&start, "b1-b3", Some(end)), None, at(21)).await.unwrap();

    let changes = db.rating_changes(id).await.unwrap();
    assert_eq!(changes.len(), 1, "the engine's rating stands");
    assert_eq!((changes[0].user, changes[0].before), (cat, Rating::default()));
    assert!(changes[0].after.rating > 1500.0);

    let names = |board: Vec<parlor::play::ports::Standing>| board.into_iter().map(|it| it.user).collect::<Vec<_>>();
    let global = db.leaderboard("loa", Scope::Global, 10).await.unwrap();
    assert_eq!(global.iter().find(|it| it.user == cat).map(|it| (it.wins, it.draws, it.losses)), Some((1, 0, 0)));
    assert!(global.is_sorted_by(|one, other| one.rating.rating >= other.rating.rating));
    assert_eq!(global.len(), 3, "Ann and Bob have played, too");
    assert_eq!(names(db.leaderboard("loa", Scope::Server(GuildId(8)), 10).await.unwrap()), [cat]);
    assert!(db.leaderboard("loa", Scope::Server(GuildId(99)), 10).await.unwrap().is_empty());
    assert_eq!(db.leaderboard("loa", Scope::Global, 1).await.unwrap().len(), 1);
    let standings = db.standings(BOB, Scope::Global).await.unwrap();
    assert_eq!((standings[0].wins, standings[0].draws, standings[0].losses), (1, 1, 0));
}

async fn what_is_owed_is_found(db: &dyn Store) {
    db.release().await.unwrap();
    for id in db.claim_due(at(1000), 1000).await.unwrap() {
        let current = db.find_match(id).await.unwrap().unwrap();
        assert!(current.owes_board());
        assert_eq!(
            db.note_shown(id, current.version(), shown(&current, id.0 as u64 + 1000)).await.unwrap(),
            Noted::Latest
        );
        assert_eq!(db.rest(id, current.revision, None).await.unwrap(), Rest::Rests);
    }
    assert!(db.claim_due(at(1000), 1000).await.unwrap().is_empty());

    let id = db
        .begin_match(&begun(PLACE, [Seat::User(ANN), Seat::Engine(1)]), None, MatchLimits::NONE, at(30))
        .await
        .unwrap();
    assert!(db.claim_due(at(30), 1000).await.unwrap().is_empty(), "whoever began it looks after it");
    db.put_off(id, 0, Some(at(40))).await.unwrap();
    assert!(db.claim_due(at(39), 1000).await.unwrap().is_empty(), "not before it is to be tried again");
    assert_eq!(db.claim_due(at(40), 1000).await.unwrap(), [id]);
    let start = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(start.failures, 1);
    for _ in 0..2 {
        assert_eq!(db.note_shown(id, start.version(), shown(&start, 5000)).await.unwrap(), Noted::Latest);
    }
    assert_eq!(db.match_by_message(MessageId(5000)).await.unwrap(), Some((id, 0)));
    assert_eq!(db.match_by_message(MessageId(1)).await.unwrap(), None);
    assert_eq!(db.rest(id, start.revision, Some(at(50))).await.unwrap(), Rest::Rests);
    assert!(db.claim_due(at(49), 1000).await.unwrap().is_empty());
    assert_eq!(db.claim_due(at(50), 1000).await.unwrap(), [id], "somebody wanted to look at it again");

    let one = db.find_match(id).await.unwrap().unwrap();
    db.save(&one, &moved(&one, "b1-b3", None), None, at(51)).await.unwrap();
    assert_eq!(db.rest(id, one.revision, None).await.unwrap(), Rest::Changed, "meanwhile");
    let two = db.find_match(id).await.unwrap().unwrap();
    assert!(two.owes_board() && two.revision > one.revision);
    assert_eq!(db.note_shown(id, two.version(), shown(&two, 5001)).await.unwrap(), Noted::Latest);
    assert_eq!(db.note_shown(id, one.version(), shown(&one, 5002)).await.unwrap(), Noted::TooLate, "it is not needed");
    assert_eq!(
        db.note_shown(id, one.version(), shown(&one, 5000)).await.unwrap(),
        Noted::Overtaken,
        "it was shown when it was new"
    );
    assert_eq!(
        db.note_shown(id, one.version(), shown(&one, 5001)).await.unwrap(),
        Noted::Overtaken,
        "the live board is changed back"
    );
    let spoiled = db.find_match(id).await.unwrap().unwrap();
    assert!(spoiled.owes_board(), "and has to be shown again");
    assert_eq!(db.note_shown(id, spoiled.version(), shown(&spoiled, 5001)).await.unwrap(), Noted::Latest);
    assert_eq!(db.rest(id, spoiled.revision, None).await.unwrap(), Rest::Changed, "an old board has controls");
    let old = Superseded { message: MessageId(5000), plies: 0, is_live: true, unsettled_until: Some(at(90)) };
    db.note_unsettled(old.message, at(90)).await.unwrap();
    assert_eq!(db.superseded(id).await.unwrap(), [old], "the slow process has given it controls");
    db.note_retired(old.message, at(60)).await.unwrap();
    let again = Superseded { is_live: false, ..old };
    assert_eq!(db.superseded(id).await.unwrap(), [again], "it may get controls again");
    assert_eq!(db.rest(id, spoiled.revision, None).await.unwrap(), Rest::Changed, "it is to be looked at then");
    assert_eq!(db.rest(id, spoiled.revision, Some(at(91))).await.unwrap(), Rest::Changed);
    assert!(db.find_owned(id).await.unwrap().is_some());
    assert_eq!(db.rest(id, spoiled.revision, Some(at(90))).await.unwrap(), Rest::Rests);
    assert!(db.find_owned(id).await.unwrap().is_none(), "it was given back");
    assert_eq!(db.note_shown(id, one.version(), shown(&one, 5001)).await.unwrap(), Noted::Overtaken);
    assert_eq!(
        db.claim_due(at(61), 1000).await.unwrap(),
        [id],
        "while it rests, a slow process changes the live board back"
    );
    assert_eq!(db.rest(id, spoiled.revision, Some(at(90))).await.unwrap(), Rest::Changed);
    let repaired = db.find_match(id).await.unwrap().unwrap();
    assert!(repaired.owes_board());
    assert_eq!(db.note_shown(id, repaired.version(), shown(&repaired, 5001)).await.unwrap(), Noted::Latest);
    assert_eq!(db.rest(id, repaired.revision, Some(at(90))).await.unwrap(), Rest::Rests);
    db.note_retired(old.message, at(90)).await.unwrap();
    assert!(db.superseded(id).await.unwrap().is_empty());
    assert_eq!(db.match_by_message(MessageId(5000)).await.unwrap(), Some((id, 0)), "it is still known");
    let end = Outcome { winner: Some(Side::Second), reason: Reason::Resigned };
    let two = db.find_match(id).await.unwrap().unwrap();
    db.save(&two, &ended(&two, end), None, at(52)).await.unwrap();
    assert!(db.find_match(id).await.unwrap().unwrap().owes_board(), "the end is owed");
    db.ping().await.unwrap();
    assert!(db.ahead().abs() < SignedDuration::from_mins(1), "it runs on this machine");
}

async fn what_may_be_unheard_is_looked_for_no_earlier_than_needed(db: &dyn Store) {
    let doubt = async |id| {
        tokio::time::sleep(Duration::from_millis(100)).await;
        db.doubt(id).await.unwrap()
    };
    // How far the database's clock is ahead is asked now and then, and never known to the millisecond.
    let is_about = |one: Timestamp, other: Timestamp| one.duration_since(other).abs() < SignedDuration::from_millis(50);
    let id = db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(110)).await.unwrap();
    let first = doubt(id).await;
    assert!(first.since < first.until);
    db.put_off(id, 0, Some(at(111))).await.unwrap();
    assert!(db.claim_due(at(111), 1000).await.unwrap().contains(&id));
    assert!(is_about(doubt(id).await.since, first.since), "the first try may have posted it");
    let second = doubt(id).await;
    db.note_search(id, second.until, Some(at(112))).await.unwrap();
    assert!(is_about(doubt(id).await.since, second.until), "until then there is none");
    db.note_search(id, first.until, Some(at(113))).await.unwrap();
    assert!(is_about(doubt(id).await.since, second.until), "and that is known for good");

    let current = db.find_match(id).await.unwrap().unwrap();
    assert_eq!(current.search_again_at, Some(at(113)));
    db.note_shown(id, current.version(), shown(&current, 7000)).await.unwrap();
    assert!(is_about(doubt(id).await.since, second.until), "the first try may have come late");
    db.note_search(id, doubt(id).await.until, None).await.unwrap();
    db.note_shown(id, current.version(), shown(&current, 7000)).await.unwrap();
    let third = doubt(id).await;
    assert!(third.since > second.until, "all is heard of");
    db.rest(id, current.revision, None).await.unwrap();
    doubt(id).await;
    db.save(&current, &moved(&current, "b1-b3", None), None, at(112)).await.unwrap();
    let fourth = doubt(id).await;
    assert!(fourth.since > third.until, "nothing was posted while it rested");
    let moved_on = db.find_match(id).await.unwrap().unwrap();
    db.note_shown(id, moved_on.version(), shown(&moved_on, 7001)).await.unwrap();
    db.note_retired(MessageId(7000), at(112)).await.unwrap();
    db.rest(id, moved_on.revision, Some(at(113))).await.unwrap();
    doubt(id).await;
    assert!(db.claim_due(at(113), 1000).await.unwrap().contains(&id));
    let fifth = doubt(id).await;
    assert!(fifth.since > fourth.until, "nor until it was due again");
    db.release().await.unwrap();
    assert!(db.claim_due(at(113), 1000).await.unwrap().contains(&id));
    assert!(is_about(doubt(id).await.since, fifth.since), "whoever was stopped may have posted it");
}

async fn what_is_gone_is_set_aside(db: &dyn Store) {
    let (server, channel) = (GuildId(9), ChannelId(90));
    let place = Place { guild: Some(server), channel };
    for gone in [GonePlace::Channel(channel), GonePlace::Server(server)] {
        let id = db.begin_match(&begun(place, PEOPLE), None, MatchLimits::NONE, at(70)).await.unwrap();
        assert_eq!(db.set_aside(GonePlace::Channel(ChannelId(91))).await.unwrap(), 0, "another place");
        assert_eq!(db.set_aside(gone).await.unwrap(), 1);
        assert_eq!(db.set_aside(gone).await.unwrap(), 0, "it is already");
        // Whoever is at work there just now makes nothing due again.
        assert_eq!(db.rest(id, 0, Some(at(71))).await.unwrap(), Rest::NotMine);
        assert_eq!(db.put_off(id, 0, Some(at(71))).await.unwrap(), Rest::NotMine);
        assert!(db.claim_due(at(1000), 1000).await.unwrap().is_empty());
        assert!(db.backlog(at(1000)).await.unwrap().set_aside > 0);
        // Somebody acts.
        let current = db.find_match(id).await.unwrap().unwrap();
        db.save(&current, &moved(&current, "b1-b3", None), None, at(72)).await.unwrap();
        db.put_off(id, current.revision + 1, Some(at(73))).await.unwrap();
        assert_eq!(db.claim_due(at(73), 1000).await.unwrap(), [id]);
        // The place is gone while an earlier board is on its way there.
        assert_eq!(db.set_aside(gone).await.unwrap(), 1);
        let late = shown(&current, 9000 + id.0 as u64);
        assert_eq!(db.note_shown(id, current.version(), late).await.unwrap(), Noted::Latest);
        assert_eq!(db.claim_due(at(1000), 1000).await.unwrap(), [id], "what it owes still is not forgotten");
        db.rest(id, current.revision + 1, None).await.unwrap();
    }
}

async fn what_has_failed_keeps_nobody_waiting(db: &dyn Store) {
    let begin = async || db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(74)).await.unwrap();
    let [old, lately, fresh, late] = [begin().await, begin().await, begin().await, begin().await];
    for (id, due_at) in [(old, 200), (lately, 201)] {
        db.put_off(id, 0, Some(at(due_at))).await.unwrap();
    }
    for (id, due_at) in [(fresh, 900), (late, 901)] {
        db.postpone(id, 0, at(due_at)).await.unwrap();
    }
    // Somebody has acted a minute ago, and that has failed, too.
    let current = db.find_match(lately).await.unwrap().unwrap();
    let next = Match { updated_at: at(940), ..moved(&current, "b1-b3", None) };
    db.save(&current, &next, None, at(940)).await.unwrap();
    db.put_off(lately, current.revision + 1, Some(at(950))).await.unwrap();
    assert_eq!(db.claim_due(at(1000), 1).await.unwrap(), [lately]);
    let mut unfailed = db.claim_due(at(1000), 2).await.unwrap();
    unfailed.sort_by_key(|it| it.0);
    assert_eq!(unfailed, [fresh, late]);
    assert_eq!(db.claim_due(at(1000), 1).await.unwrap(), [old]);
    for (id, due_at) in [(old, 200), (fresh, 900), (late, 901)] {
        db.rest(id, 0, Some(at(due_at))).await.unwrap();
    }
    assert_eq!(db.claim_due(at(1000), 1000).await.unwrap().len(), 3);
    for id in [old, fresh] {
        db.put_off(id, 0, Some(at(990))).await.unwrap();
    }
    db.postpone(late, 0, at(980)).await.unwrap();
    assert_eq!(db.claim_due(at(1000), 2).await.unwrap().len(), 2, "none is in the way of the other");
    db.claim_due(at(1000), 1000).await.unwrap();
    for (id, revision) in [(old, 0), (lately, 1), (fresh, 0), (late, 0)] {
        db.rest(id, revision, None).await.unwrap();
    }
}

/// An outage, and then a place that takes nothing.
async fn refusals_are_counted_apart(db: &dyn Store) {
    let id = db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(76)).await.unwrap();
    let failed = |failures, refusals| FailedTries { failures, refusals, revision: 0 };
    for _ in 0..2 {
        assert_eq!(db.put_off(id, 0, Some(at(77))).await.unwrap(), Rest::Rests);
    }
    assert_eq!(db.failures(id).await.unwrap(), failed(2, 0));
    assert_eq!(db.refused(id, 0, Some(at(77))).await.unwrap(), Rest::Rests);
    assert_eq!(db.postpone(id, 0, at(77)).await.unwrap(), Rest::Rests);
    assert_eq!(db.failures(id).await.unwrap(), failed(3, 1));
    let current = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((current.failures, current.refusals), (3, 1));
    db.note_shown(id, current.version(), shown(&current, 7500)).await.unwrap();
    assert_eq!(db.failures(id).await.unwrap(), failed(0, 0), "it is shown");
    assert_eq!(db.refused(id, 1, None).await.unwrap(), Rest::Changed, "that does not set aside what has changed");
    assert_eq!(db.failures(id).await.unwrap(), failed(1, 1), "but counts");
    assert_eq!(db.rest(id, 0, None).await.unwrap(), Rest::Rests);
    assert_eq!(db.failures(id).await.unwrap(), failed(0, 0), "nothing is owed anymore");
}

async fn moves_are_taken_back(db: &dyn Store) {
    let id = db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(80)).await.unwrap();
    for text in ["b1-b3", "a2-c2", "b3-b1"] {
        let current = db.find_match(id).await.unwrap().unwrap();
        db.save(&current, &moved(&current, text, None), None, at(81)).await.unwrap();
    }
    let current = db.find_match(id).await.unwrap().unwrap();
    let mut back = current.clone();
    back.moves.truncate(1);
    back.undone = 3;
    back.moves.push("a3-c3".into());
    back.conduct.draws_offered = [2, 0];
    db.save(&current, &back, None, at(82)).await.unwrap();
    let kept = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((kept.moves, kept.undone, kept.conduct), (back.moves, 3, back.conduct));
    // The board of the former position was posted before, and is noted only now.
    assert_eq!(db.note_shown(id, current.version(), shown(&current, 6000)).await.unwrap(), Noted::Latest);
    assert_eq!(db.match_by_message(MessageId(6000)).await.unwrap(), Some((id, current.version())));
}

/// Two processes on one database.
async fn one_process_looks_after_a_match(one: &dyn Store, other: &dyn Store) {
    one.release().await.unwrap();
    let others = [Seat::User(UserId(606)), Seat::User(UserId(607))];
    let id = one.begin_match(&begun(PLACE, others), None, MatchLimits::NONE, at(90)).await.unwrap();
    let has = |claimed: Vec<MatchId>| claimed.contains(&id);
    assert!(!has(other.claim_due(at(91), 1000).await.unwrap()), "the other one has it");
    let current = other.find_match(id).await.unwrap().unwrap();
    let saved = other.save(&current, &moved(&current, "b1-b3", None), None, at(92)).await.unwrap();
    assert_eq!(saved, OwnedBy::Other, "one may be posting a board at this moment");
    assert!(!has(other.claim_due(at(93), 1000).await.unwrap()));
    assert_eq!(one.renew(&[id]).await.unwrap(), [Renewed { id, version: 1, is_over: false }], "and hears of it");
    assert!(other.renew(&[id]).await.unwrap().is_empty());
    assert_eq!(one.rest(id, current.revision, None).await.unwrap(), Rest::Changed);
    assert_eq!(one.put_off(id, current.revision, None).await.unwrap(), Rest::Changed, "that is not put off with it");
    let failed = FailedTries { failures: 1, refusals: 0, revision: current.revision + 1 };
    assert_eq!(one.failures(id).await.unwrap(), failed, "and it may have been done");
    assert_eq!(other.rest(id, current.revision + 1, None).await.unwrap(), Rest::NotMine);
    assert_eq!(one.rest(id, current.revision + 1, None).await.unwrap(), Rest::Rests);
    assert!(one.renew(&[id]).await.unwrap().is_empty(), "what rests is not taken up again");
    let current = other.find_match(id).await.unwrap().unwrap();
    let saved = other.save(&current, &moved(&current, "a2-c2", None), None, at(94)).await.unwrap();
    assert_eq!(saved, OwnedBy::Us, "whoever commits takes a free lease with it");
    other.release().await.unwrap();
    assert!(has(one.claim_due(at(95), 1000).await.unwrap()), "it was given back");
    assert!(!has(other.claim_due(at(95), 1000).await.unwrap()));
}

/// What forty tasks that do the same at once are answered.
async fn at_once<T, F>(db: &Arc<dyn Store>, ask: impl Fn(Arc<dyn Store>) -> F) -> Vec<Result<T, StoreError>>
where
    T: Send + 'static,
    F: Future<Output = Result<T, StoreError>> + Send + 'static,
{
    let tasks: Vec<_> = (0..40).map(|_| tokio::spawn(ask(Arc::clone(db)))).collect();
    let mut answers = Vec::new();
    for task in tasks {
        answers.push(task.await.unwrap());
    }
    answers
}

async fn limits_hold_however_many_come_at_once(db: &Arc<dyn Store>) {
    let dan = UserId(404);
    let offer = NewChallenge { challenger: dan, expires_at: at(10_000), ..challenge(None) };
    let answers = at_once(db, |db| {
        let offer = offer.clone();
        async move { db.add_challenge(&offer, None, limits(10), at(50)).await }
    })
    .await;
    assert_eq!(answers.iter().filter(|it| it.is_ok()).count(), 10);
    assert!(
        answers.iter().all(|it| matches!(it, Ok(_) | Err(StoreError::TooManyChallenges(ChallengeLimit::Open, 10)))),
        "{answers:?}"
    );

    // In a channel the limit is that of all together.
    let here = Place { channel: ChannelId(96), ..ELSEWHERE };
    let few = ChallengeLimits { in_channel: 2, ..limits(MANY) };
    let offer_in = async |place: Place, challenger: u64| {
        let offer = NewChallenge { place, challenger: UserId(challenger), expires_at: at(60), ..challenge(None) };
        db.add_challenge(&offer, None, few, at(50)).await
    };
    for challenger in [405, 406] {
        offer_in(here, challenger).await.unwrap();
    }
    let refused = offer_in(here, 407).await;
    assert!(matches!(refused, Err(StoreError::TooManyChallenges(ChallengeLimit::InChannel, 2))), "{refused:?}");
    offer_in(Place { channel: ChannelId(97), ..ELSEWHERE }, 407).await.expect("another channel has its own");

    let seven = MatchLimits { against_engine: 7, ..MatchLimits::NONE };
    let full = |it: &StoreError| matches!(it, StoreError::TooManyMatches(MatchLimit::AgainstEngine, 7));
    for seats in [[Seat::User(dan), Seat::Engine(1)], [Seat::Engine(1), Seat::User(dan)]] {
        let answers =
            at_once(db, |db| async move { db.begin_match(&begun(ELSEWHERE, seats), None, seven, at(50)).await }).await;
        assert!(answers.iter().filter_map(|it| it.as_ref().err()).all(full), "{answers:?}");
        assert_eq!(db.matches_of(dan, None).await.unwrap().len(), 7, "both sides count together");
    }
    let people = [Seat::User(dan), Seat::User(BOB)];
    db.begin_match(&begun(ELSEWHERE, people), None, seven, at(50))
        .await
        .expect("matches between people are another thing");
}

async fn matches_are_limited(db: &Arc<dyn Store>) {
    let [gus, hal, ida] = [601, 602, 603].map(UserId);
    let server = Some(GuildId(611));
    let [here, beside, outside] = [(server, 612), (server, 613), (None, 614)]
        .map(|(guild, channel)| Place { guild, channel: ChannelId(channel) });
    let begin = |place, seats: [UserId; 2], limits| {
        let new = begun(place, seats.map(Seat::User));
        async move { db.begin_match(&new, None, limits, at(51)).await }
    };
    let two = MatchLimits { of_person: 2, ..MatchLimits::NONE };
    let answers =
        at_once(
            db,
            |db| async move { db.begin_match(&begun(here, [gus, hal].map(Seat::User)), None, two, at(51)).await },
        )
        .await;
    let full =
        |it: &StoreError| matches!(it, StoreError::TooManyMatches(MatchLimit::OfPerson(user), 2) if *user == gus);
    assert!(answers.iter().filter_map(|it| it.as_ref().err()).all(full), "{answers:?}");
    assert_eq!(db.matches_of(gus, None).await.unwrap().len(), 2, "although many were begun at once");
    let refused = begin(here, [ida, hal], two).await;
    let of_hal =
        |it: &StoreError| matches!(it, StoreError::TooManyMatches(MatchLimit::OfPerson(user), 2) if *user == hal);
    assert!(refused.as_ref().is_err_and(of_hal), "{refused:?}");

    let two = MatchLimits { in_channel: 2, ..MatchLimits::NONE };
    let refused = begin(here, [ida, hal], two).await;
    assert!(matches!(refused, Err(StoreError::TooManyMatches(MatchLimit::InChannel, 2))), "{refused:?}");
    let last = begin(beside, [ida, hal], two).await.expect("another channel has its own");
    let three = MatchLimits { in_server: 3, ..MatchLimits::NONE };
    let refused = begin(beside, [ida, hal], three).await;
    assert!(matches!(refused, Err(StoreError::TooManyMatches(MatchLimit::InServer, 3))), "{refused:?}");
    begin(outside, [ida, hal], three).await.expect("a direct message is in no server");
    db.abort(last, at(52)).await.unwrap();
    begin(beside, [ida, hal], three).await.expect("what is over does not count");
}

async fn nobody_is_pestered(db: &Arc<dyn Store>) {
    let (eve, fay) = (UserId(505), UserId(506));
    let limits = ChallengeLimits { open: MANY, in_channel: MANY, a_day: 8, to_one: 3, declined: 2 };
    let to = move |opponent| NewChallenge { challenger: eve, opponent, expires_at: at(10_000), ..challenge(None) };
    let answers =
        at_once(db, move |db| async move { db.add_challenge(&to(Some(BOB)), None, limits, at(0)).await }).await;
    let made: Vec<_> = answers.iter().filter_map(|it| it.as_ref().ok()).copied().collect();
    assert_eq!(made.len(), 3);
    let refused = |it: &&Result<_, _>| matches!(it, Err(StoreError::TooManyChallenges(ChallengeLimit::ToOne, 3)));
    assert_eq!(answers.iter().filter(refused).count(), 37);
    // Somebody else is another matter; a match that came of it is no trouble; and who declines twice is left alone.
    db.add_challenge(&to(Some(fay)), None, limits, at(1)).await.unwrap();
    let accepted = NewMatch { challenge: Some(made[0]), ..begun(PLACE, [Seat::User(eve), Seat::User(BOB)]) };
    db.begin_match(&accepted, None, MatchLimits::NONE, at(1)).await.unwrap();
    let again = db.add_challenge(&to(Some(BOB)), None, limits, at(2)).await.expect("an accepted one does not count");
    for id in [made[1], again] {
        db.close_challenge(id, ChallengeState::Declined, at(2)).await.unwrap();
    }
    let refused = db.add_challenge(&to(Some(BOB)), None, limits, at(3)).await;
    assert!(matches!(refused, Err(StoreError::TooManyChallenges(ChallengeLimit::Declined, 2))), "{refused:?}");
    for _ in 0..3 {
        db.add_challenge(&to(None), None, limits, at(4)).await.unwrap();
    }
    let refused = db.add_challenge(&to(None), None, limits, at(4)).await;
    assert!(matches!(refused, Err(StoreError::TooManyChallenges(ChallengeLimit::ADay, 8))), "{refused:?}");
    let tomorrow = at(5).checked_add(jiff::SignedDuration::from_hours(24)).unwrap();
    db.add_challenge(&to(Some(BOB)), None, limits, tomorrow).await.expect("tomorrow is another day");

    for _ in 0..2 {
        db.block(eve, fay, 2).await.unwrap();
    }
    db.block(eve, BOB, 2).await.unwrap();
    assert!(matches!(db.block(eve, ANN, 2).await, Err(StoreError::LimitReached(2))));
    assert_eq!(db.blocked_by(eve).await.unwrap(), [fay, BOB]);
    assert!(db.has_blocked(eve, fay).await.unwrap() && !db.has_blocked(fay, eve).await.unwrap());
    assert!(db.unblock(eve, fay).await.unwrap() && !db.unblock(eve, fay).await.unwrap());
}

async fn servers_and_watchers_are_remembered(db: &dyn Store) {
    let guild = GuildId(909);
    assert_eq!(db.server(guild).await.unwrap(), ServerSettings::default());
    assert!(db.first_seen(guild).await.unwrap() && !db.first_seen(guild).await.unwrap());
    let settings = ServerSettings {
        only_in: vec![ChannelId(u64::MAX >> 1)],
        clock: "3d+12h soft".parse().ok(),
        game: Some("loa".into()),
        ..ServerSettings::default()
    };
    for known in [&ServerSettings::default(), &settings] {
        db.set_server(guild, known, &settings).await.unwrap();
    }
    assert_eq!(db.server(guild).await.unwrap(), settings);
    assert!(!db.first_seen(guild).await.unwrap());

    let id = db.begin_match(&begun(ELSEWHERE, PEOPLE), None, MatchLimits::NONE, at(95)).await.unwrap();
    for user in [7, 7, 8] {
        db.watch(id, UserId(user), 2).await.unwrap();
    }
    assert!(matches!(db.watch(id, UserId(9), 2).await, Err(StoreError::LimitReached(2))));
    assert_eq!(db.watchers(id).await.unwrap(), [UserId(7), UserId(8)]);
    assert_eq!(db.watched_by(UserId(7)).await.unwrap(), [id]);
    assert!(db.unwatch(id, UserId(7)).await.unwrap() && !db.unwatch(id, UserId(7)).await.unwrap());
    assert!(db.watched_by(UserId(7)).await.unwrap().is_empty());
    assert_eq!(db.watched_by(UserId(8)).await.unwrap(), [id]);
    db.forget_watchers(id).await.unwrap();
    assert!(db.watchers(id).await.unwrap().is_empty());
    let current = db.find_match(id).await.unwrap().unwrap();
    let end = Outcome { winner: None, reason: Reason::Agreed };
    db.save(&current, &ended(&current, end), None, at(96)).await.unwrap();
}

async fn of_two_moderators_at_once_one_looks_again(db: &Arc<dyn Store>) {
    let guild = GuildId(910);
    let known = ServerSettings::default();
    let next = |game: &str| ServerSettings { game: Some(game.to_owned()), ..ServerSettings::default() };
    for (known, next) in [(known, next("loa")), (next("loa"), next("clobber"))] {
        let answers = at_once(db, |db| {
            let (known, next) = (known.clone(), next.clone());
            async move { db.set_server(guild, &known, &next).await }
        })
        .await;
        assert_eq!(answers.iter().filter(|it| it.is_ok()).count(), 1, "{answers:?}");
        assert!(answers.iter().all(|it| matches!(it, Ok(()) | Err(StoreError::Conflict))), "{answers:?}");
        assert_eq!(db.server(guild).await.unwrap(), next);
    }
}

async fn a_match_has_one_rematch(db: &Arc<dyn Store>) {
    let first = db.begin_match(&begun(PLACE, PEOPLE), None, MatchLimits::NONE, at(60)).await.unwrap();
    assert_eq!(db.rematch_of(first).await.unwrap(), None);
    let again = NewMatch { rematch_of: Some(first), ..begun(PLACE, PEOPLE) };
    let answers = at_once(db, |db| {
        let again = again.clone();
        async move { db.begin_match(&again, None, MatchLimits::NONE, at(61)).await }
    })
    .await;
    let begun: Vec<_> = answers.iter().flatten().collect();
    assert_eq!(db.rematch_of(first).await.unwrap().as_ref(), begun.first().copied());
    assert_eq!(begun.len(), 1);
    assert!(answers.iter().all(|it| matches!(it, Ok(_) | Err(StoreError::Conflict))), "{answers:?}");

    let offer = NewChallenge { rematch_of: Some(first), ..challenge(Some(BOB)) };
    let late = db.add_challenge(&offer, None, limits(MANY), at(62)).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "what has begun cannot be offered: {late:?}");
    let other = db.begin_match(&self::begun(PLACE, PEOPLE), None, MatchLimits::NONE, at(62)).await.unwrap();
    let offer = NewChallenge { rematch_of: Some(other), ..offer };
    let offered = db.add_challenge(&offer, None, limits(MANY), at(62)).await.unwrap();
    assert!(
        matches!(db.add_challenge(&offer, None, limits(MANY), at(62)).await, Err(StoreError::Conflict)),
        "one offer at a time"
    );
    db.close_challenge(offered, ChallengeState::Declined, at(62)).await.unwrap();
    let offered =
        db.add_challenge(&offer, None, limits(MANY), at(63)).await.expect("what was declined can be offered again");
    assert_eq!(db.challenge(offered).await.unwrap().unwrap().offer.rematch_of, Some(other));
}

async fn an_aborted_match_rates_nobody(db: &dyn Store) {
    let eve = UserId(505);
    let id = db
        .begin_match(&begun(PLACE, [Seat::User(eve), Seat::Engine(1)]), None, MatchLimits::NONE, at(70))
        .await
        .unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    db.save(&start, &ended(&start, Outcome::ABORTED), None, at(71)).await.unwrap();
    assert_eq!(db.find_match(id).await.unwrap().unwrap().outcome, Some(Outcome::ABORTED));
    assert!(db.rating_changes(id).await.unwrap().is_empty());
    assert!(db.standings(eve, Scope::Global).await.unwrap().is_empty());
}

async fn people_choose_and_are_forgotten(db: &Arc<dyn Store>) {
    let (eve, now) = (UserId(808), at(80));
    assert_eq!(db.preferences(eve).await.unwrap(), Preferences::default());
    let settings = [Setting::Theme("slate".into()), Setting::PlaysForced(true), Setting::Unlisted(true)];
    let chosen = at_once(db, |db| {
        let settings = settings.clone();
        async move {
            for setting in settings {
                db.set_preference(eve, setting, now).await?;
            }
            db.preferences(eve).await
        }
    });
    assert!(chosen.await.iter().all(Result::is_ok));
    let expected = settings.into_iter().fold(Preferences::default(), Preferences::with);
    assert_eq!(db.preferences(eve).await.unwrap(), expected);

    // One of many that want to remind does, until it has.
    let begun_by = at_once(db, |db| async move { db.begin_reminding(eve, now).await }).await;
    assert_eq!(begun_by.into_iter().filter(|it| *it.as_ref().unwrap()).count(), 1);
    db.end_reminding(eve).await.unwrap();
    assert!(db.begin_reminding(eve, now).await.unwrap());

    db.meet(eve, "Eve", now).await.unwrap();
    let id =
        db.begin_match(&begun(PLACE, [Seat::Engine(1), Seat::User(eve)]), None, MatchLimits::NONE, now).await.unwrap();
    let second =
        db.begin_match(&begun(PLACE, [Seat::Engine(1), Seat::User(eve)]), None, MatchLimits::NONE, now).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    db.save(&start, &moved(&moved(&start, "b1-b3", None), "a2-c2", None), None, now).await.unwrap();
    db.add_absence(eve, Absence { from: now, until: at(90) }).await.unwrap();
    let offered = db
        .add_challenge(&NewChallenge { challenger: eve, ..challenge(None) }, None, limits(MANY), at(81))
        .await
        .unwrap();
    let open = db.challenges_by(eve, at(82)).await.unwrap();
    assert_eq!(open.iter().map(|it| it.id).collect::<Vec<_>>(), [offered]);
    let kept = db.personal_data(eve).await.unwrap().unwrap();
    assert_eq!((kept.name.as_str(), kept.absences.len(), kept.challenges.len()), ("Eve", 1, 1));
    let matches: Vec<_> =
        kept.matches.iter().map(|it| (it.number, it.seats[1].as_str(), it.moves.as_slice())).collect();
    let moves = ["b1-b3".to_owned(), "a2-c2".to_owned()];
    assert_eq!(matches, [(second.0, "you", &moves[..0]), (id.0, "you", &moves[..])], "the newest comes first");
    assert_eq!((kept.matches_left_out, kept.preferences), (0, expected));

    db.forget(eve).await.unwrap();
    let kept = db.personal_data(eve).await.unwrap().unwrap();
    assert_eq!((kept.name.as_str(), kept.absences.len(), kept.matches.len()), ("", 0, 2));
    assert_eq!(kept.preferences, Preferences { unlisted: true, ..Preferences::default() }, "on no list by that");
    assert!(db.personal_data(UserId(809)).await.unwrap().is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_tells_the_story() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/story.db", folder.path().display());
    story(store::open(&url).await.unwrap()).await;
    let again = store::open(&url).await.unwrap();
    let taken_over = again.claim_due(at(10_000), 1000).await.unwrap();
    assert!(!taken_over.is_empty(), "whoever had the file before is gone");
    // What has failed comes last.
    let last = again.find_match(*taken_over.last().unwrap()).await.unwrap().unwrap();
    assert!(last.failures > 0, "and may have shown something");
    assert_eq!(
        again.leaderboard("loa", Scope::Global, 10).await.unwrap().len(),
        5,
        "it is still there after a restart"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_tells_the_story() {
    let base = std::env::var("PARLOR_TEST_POSTGRES")
        .expect("PARLOR_TEST_POSTGRES names no PostgreSQL server; `bash .ci/run` starts one and sets it");
    let name = format!("story_{}_{}", std::process::id(), Timestamp::now().as_nanosecond());
    let admin = sqlx::PgPool::connect(&format!("{base}/postgres")).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&admin).await.unwrap();
    let one = store::open(&format!("{base}/{name}")).await.unwrap();
    let other = store::open(&format!("{base}/{name}")).await.unwrap();
    one_process_looks_after_a_match(&*one, &*other).await;
    story(other).await;
    sqlx::query(sqlx::AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&admin).await.unwrap();
}

#[tokio::test]
async fn an_address_of_no_database_is_told() {
    let error = store::open("mysql://root:s3cret@host/db").await.err().unwrap().to_string();
    assert!(error.contains("sqlite:// or postgres://") && !error.contains("s3cret"), "{error}");
    let error = store::open("postgres://ann:s3cret@127.0.0.1:1/db").await.err().unwrap().to_string();
    assert!(error.contains("cannot be opened") && !error.contains("s3cret"), "{error}");
}

//! One story, told to both databases: a SQLite file and a real PostgreSQL.

use std::sync::Arc;

use games::board::Side;
use games::{Outcome, Reason, Ruleset};
use jiff::Timestamp;
use parlor::play::ports::{Scope, Store, StoreError};
use parlor::play::{
    ChallengeState, ChannelId, GuildId, MessageId, NewChallenge, NewMatch, Place, Rating, Seat, SideChoice, UserId,
};
use parlor::store;

const ANN: UserId = UserId(101);
const BOB: UserId = UserId(u64::MAX >> 1);
const PLACE: Place = Place { guild: Some(GuildId(7)), channel: ChannelId(70) };
const ELSEWHERE: Place = Place { guild: None, channel: ChannelId(80) };

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
        rematch_of: None,
        expires_at: at(100),
    }
}

fn begun(place: Place, seats: [Seat; 2]) -> NewMatch {
    NewMatch { place, ruleset: ruleset(), seats, rated: true, challenge: None, rematch_of: None }
}

/// A limit that nobody reaches.
const MANY: u32 = 1000;

const PEOPLE: [Seat; 2] = [Seat::User(ANN), Seat::User(BOB)];

async fn story(db: Arc<dyn Store>) {
    challenges_are_answered_once(&*db).await;
    moves_are_kept_and_guarded(&db).await;
    the_end_rates_both_players_in_each_scope(&*db).await;
    what_is_owed_is_found(&*db).await;
    limits_hold_however_many_come_at_once(&db).await;
    a_match_has_one_rematch(&db).await;
    an_aborted_match_rates_nobody(&*db).await;
}

async fn challenges_are_answered_once(db: &dyn Store) {
    db.meet(ANN, "Ann", at(0)).await.unwrap();
    db.meet(ANN, "Ann 🙂 שלום", at(1)).await.unwrap();
    assert_eq!(db.player_name(ANN).await.unwrap().as_deref(), Some("Ann 🙂 שלום"));
    assert_eq!(db.player_name(UserId(5)).await.unwrap(), None);

    let open = db.add_challenge(&challenge(None), MANY, at(0)).await.unwrap();
    let direct = db.add_challenge(&challenge(Some(BOB)), MANY, at(0)).await.unwrap();
    db.set_challenge_message(direct, MessageId(9)).await.unwrap();
    let kept = db.challenge(direct).await.unwrap().unwrap();
    assert_eq!((kept.offer.opponent, kept.message, kept.state), (Some(BOB), Some(MessageId(9)), ChallengeState::Open));
    assert_eq!(kept.offer.ruleset, ruleset());
    let full = db.add_challenge(&challenge(None), 2, at(1)).await;
    assert!(matches!(full, Err(StoreError::LimitReached(2))), "{full:?}");
    let listed: Vec<_> = db.open_challenges(PLACE.channel, at(1)).await.unwrap().iter().map(|it| it.id).collect();
    assert_eq!(listed, [direct, open], "the newest comes first");

    let accepted = NewMatch { challenge: Some(direct), ..begun(PLACE, PEOPLE) };
    let id = db.begin_match(&accepted, MANY, at(2)).await.unwrap();
    assert!(matches!(db.begin_match(&accepted, MANY, at(2)).await, Err(StoreError::Conflict)), "accepted once only");
    assert!(matches!(db.close_challenge(direct, ChallengeState::Declined).await, Err(StoreError::Conflict)));
    assert_eq!(db.challenge(direct).await.unwrap().unwrap().state, ChallengeState::Accepted(id));

    assert!(db.expire_challenges(at(99)).await.unwrap().is_empty());
    let expired: Vec<_> = db.expire_challenges(at(100)).await.unwrap().iter().map(|it| it.id).collect();
    assert_eq!(expired, [open]);
    assert_eq!(db.challenge(open).await.unwrap().unwrap().state, ChallengeState::Expired);
    let end = Outcome { winner: None, reason: Reason::Agreed };
    let current = db.find_match(id).await.unwrap().unwrap();
    db.end_match(&current, end, at(3)).await.unwrap();
}

async fn moves_are_kept_and_guarded(db: &Arc<dyn Store>) {
    let id = db.begin_match(&begun(ELSEWHERE, PEOPLE), MANY, at(10)).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    assert_eq!((start.version(), start.place, start.seats), (0, ELSEWHERE, PEOPLE));

    // Sixteen tasks play the same ply: exactly one wins.
    let tasks: Vec<_> = (0..16)
        .map(|_| {
            let (db, start) = (Arc::clone(db), start.clone());
            tokio::spawn(async move { db.append_move(&start, "b1-b3", None, at(11)).await })
        })
        .collect();
    let mut won = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(()) => won += 1,
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

    let end = Outcome { winner: Some(Side::Second), reason: Reason::Resigned };
    assert!(matches!(db.end_match(&start, end, at(12)).await, Err(StoreError::Conflict)), "the guard is the ply");
    db.end_match(&after, end, at(12)).await.unwrap();
    assert!(matches!(db.end_match(&after, end, at(12)).await, Err(StoreError::Conflict)), "a match ends once");
    assert!(matches!(db.append_move(&after, "a2-c2", None, at(13)).await, Err(StoreError::Conflict)));
    assert_eq!(db.find_match(id).await.unwrap().unwrap().outcome, Some(end));
}

async fn the_end_rates_both_players_in_each_scope(db: &dyn Store) {
    let cat = UserId(303);
    let place = Place { guild: Some(GuildId(8)), channel: ChannelId(90) };
    let seats = [Seat::User(cat), Seat::Engine(4)];
    let id = db.begin_match(&begun(place, seats), MANY, at(20)).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    let end = Outcome { winner: Some(Side::First), reason: games::read_reason("connected").unwrap() };
    db.append_move(&start, "b1-b3", Some(end), at(21)).await.unwrap();

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
    for id in db.due(at(1000)).await.unwrap() {
        let current = db.find_match(id).await.unwrap().unwrap();
        assert!(current.owes_board());
        db.announced(id, current.version(), current.outcome.is_some(), MessageId(id.0 as u64 + 1000)).await.unwrap();
    }
    assert!(db.due(at(1000)).await.unwrap().is_empty());

    let id = db.begin_match(&begun(PLACE, [Seat::User(ANN), Seat::Engine(1)]), MANY, at(30)).await.unwrap();
    assert_eq!(db.due(at(30)).await.unwrap(), [id], "the first board is owed");
    db.announce_failed(id, at(40)).await.unwrap();
    assert!(db.due(at(39)).await.unwrap().is_empty(), "not before it is to be tried again");
    assert_eq!(db.due(at(40)).await.unwrap(), [id]);
    db.announced(id, 0, false, MessageId(5000)).await.unwrap();
    db.announced(id, 0, false, MessageId(5000)).await.unwrap();
    assert!(db.due(at(40)).await.unwrap().is_empty());
    assert_eq!(db.match_by_message(MessageId(5000)).await.unwrap(), Some((id, 0)));
    assert_eq!(db.match_by_message(MessageId(1)).await.unwrap(), None);

    let current = db.find_match(id).await.unwrap().unwrap();
    db.append_move(&current, "b1-b3", None, at(31)).await.unwrap();
    db.announced(id, 1, false, MessageId(5001)).await.unwrap();
    assert_eq!(db.due(at(40)).await.unwrap(), [id], "the engine's move is owed");
    let current = db.find_match(id).await.unwrap().unwrap();
    db.append_move(&current, "a2-c2", None, at(32)).await.unwrap();
    db.announced(id, 2, false, MessageId(5002)).await.unwrap();
    assert!(db.due(at(40)).await.unwrap().is_empty());
    let current = db.find_match(id).await.unwrap().unwrap();
    let end = Outcome { winner: Some(Side::Second), reason: Reason::Resigned };
    db.end_match(&current, end, at(33)).await.unwrap();
    assert_eq!(db.due(at(40)).await.unwrap(), [id], "the end is owed");
    db.ping().await.unwrap();
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
        async move { db.add_challenge(&offer, 10, at(50)).await }
    })
    .await;
    assert_eq!(answers.iter().filter(|it| it.is_ok()).count(), 10);
    assert!(answers.iter().all(|it| matches!(it, Ok(_) | Err(StoreError::LimitReached(10)))), "{answers:?}");

    for seats in [[Seat::User(dan), Seat::Engine(1)], [Seat::Engine(1), Seat::User(dan)]] {
        let answers = at_once(db, |db| async move { db.begin_match(&begun(ELSEWHERE, seats), 7, at(50)).await }).await;
        assert!(answers.iter().all(|it| matches!(it, Ok(_) | Err(StoreError::LimitReached(7)))), "{answers:?}");
        assert_eq!(db.matches_of(dan, None).await.unwrap().len(), 7, "both sides count together");
    }
    let people = [Seat::User(dan), Seat::User(BOB)];
    db.begin_match(&begun(ELSEWHERE, people), 7, at(50)).await.expect("matches between people are another thing");
}

async fn a_match_has_one_rematch(db: &Arc<dyn Store>) {
    let first = db.begin_match(&begun(PLACE, PEOPLE), MANY, at(60)).await.unwrap();
    assert_eq!(db.rematch_of(first).await.unwrap(), None);
    let again = NewMatch { rematch_of: Some(first), ..begun(PLACE, PEOPLE) };
    let answers = at_once(db, |db| {
        let again = again.clone();
        async move { db.begin_match(&again, MANY, at(61)).await }
    })
    .await;
    let begun: Vec<_> = answers.iter().flatten().collect();
    assert_eq!(db.rematch_of(first).await.unwrap().as_ref(), begun.first().copied());
    assert_eq!(begun.len(), 1);
    assert!(answers.iter().all(|it| matches!(it, Ok(_) | Err(StoreError::Conflict))), "{answers:?}");

    let offer = NewChallenge { rematch_of: Some(first), ..challenge(Some(BOB)) };
    let offered = db.add_challenge(&offer, MANY, at(62)).await.unwrap();
    assert!(matches!(db.add_challenge(&offer, MANY, at(62)).await, Err(StoreError::Conflict)), "one offer at a time");
    db.close_challenge(offered, ChallengeState::Declined).await.unwrap();
    let offered = db.add_challenge(&offer, MANY, at(63)).await.expect("what was declined can be offered again");
    assert_eq!(db.challenge(offered).await.unwrap().unwrap().offer.rematch_of, Some(first));
}

async fn an_aborted_match_rates_nobody(db: &dyn Store) {
    let eve = UserId(505);
    let id = db.begin_match(&begun(PLACE, [Seat::User(eve), Seat::Engine(1)]), MANY, at(70)).await.unwrap();
    let start = db.find_match(id).await.unwrap().unwrap();
    db.end_match(&start, Outcome::ABORTED, at(71)).await.unwrap();
    assert_eq!(db.find_match(id).await.unwrap().unwrap().outcome, Some(Outcome::ABORTED));
    assert!(db.rating_changes(id).await.unwrap().is_empty());
    assert!(db.standings(eve, Scope::Global).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_tells_the_story() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/story.db", folder.path().display());
    story(store::open(&url).await.unwrap()).await;
    let again = store::open(&url).await.unwrap();
    assert_eq!(
        again.leaderboard("loa", Scope::Global, 10).await.unwrap().len(),
        3,
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
    story(store::open(&format!("{base}/{name}")).await.unwrap()).await;
    sqlx::query(sqlx::AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&admin).await.unwrap();
}

#[tokio::test]
async fn an_address_of_no_database_is_told() {
    let error = store::open("mysql://root:s3cret@host/db").await.err().unwrap().to_string();
    assert!(error.contains("sqlite:// or postgres://") && !error.contains("s3cret"), "{error}");
    let error = store::open("postgres://ann:s3cret@127.0.0.1:1/db").await.err().unwrap().to_string();
    assert!(error.contains("cannot be opened") && !error.contains("s3cret"), "{error}");
}

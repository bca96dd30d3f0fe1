//! Work on the database that is given up at any moment, as a time-out or the end of a task does: it is done or it is not,
//! and no connection keeps its transaction open for whoever has it next.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use games::board::Side;
use games::{Outcome, Reason};
use jiff::Timestamp;
use play::ports::{
    AnswerToken, ChallengeLimits, DueTable, MatchLimits, Noted, Store, StoreError, StoreResult, TokenFor,
};
use play::{
    Absence, Agreement, ChannelId, Exploration, ExploredLine, GuildId, LiveBoard, Match, MatchId, MessageId,
    NewChallenge, NewMatch, Place, Seat, ServerSettings, Setting, Shard, SideChoice, UserId,
};
use sqlx::{PgPool, SqlitePool};

use crate::support::postgres::Postgres;

const ANN: UserId = UserId(101);
const BOB: UserId = UserId(102);
const PEOPLE: [Seat; 2] = [Seat::User(ANN), Seat::User(BOB)];
const AGAINST_ENGINE: [Seat; 2] = [Seat::User(ANN), Seat::Engine(1)];
const PLACE: Place = Place { guild: Some(GuildId(7)), channel: ChannelId(70) };
const HEARD: &[Shard] = &[Shard { index: 0, total: 1 }];

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

/// The answer of a future that is dropped after so many polls, unless it came before.
async fn polled<T>(mut future: Pin<Box<impl Future<Output = T> + ?Sized>>, mut times: u32) -> Option<T> {
    poll_fn(|context| {
        if times == 0 {
            return Poll::Ready(None);
        }
        times -= 1;
        future.as_mut().poll(context).map(Some)
    })
    .await
}

/// Something that is done in a transaction, for the match as it is.
type Work = for<'a> fn(&'a dyn Store, &'a Match) -> BoxFuture<'a, StoreResult<()>>;

/// What becomes of the match by it.
type Change = fn(&Match) -> Match;

/// Whatever is done in a transaction anywhere in `crates/store/src/sql`.
const WORKS: [(&str, Change, Work); 25] = [
    ("a move", moved, |db, current| Box::pin(save(db, current, moved(current)))),
    ("a takeback", taken_back, |db, current| Box::pin(save(db, current, taken_back(current)))),
    ("a rated end", ended, |db, current| Box::pin(save(db, current, ended(current)))),
    ("a move that wins", won, |db, current| Box::pin(save(db, current, won(current)))),
    ("a new match", unchanged, |db, _| {
        Box::pin(async move { db.begin_match(&begun(PEOPLE), None, MatchLimits::NONE, now()).await.map(drop) })
    }),
    ("a match against the bot", unchanged, |db, _| {
        Box::pin(async move { db.begin_match(&begun(AGAINST_ENGINE), None, MatchLimits::NONE, now()).await.map(drop) })
    }),
    ("a challenge", unchanged, |db, _| {
        Box::pin(async move { db.add_challenge(&challenge(), None, MANY, now()).await.map(drop) })
    }),
    ("a challenge that is accepted", unchanged, |db, _| Box::pin(accept(db, None))),
    ("a rematch", unchanged, |db, current| Box::pin(accept(db, Some(current.id)))),
    ("challenges that nobody has seen", unchanged, |db, _| Box::pin(claim_unshown(db))),
    ("a board", unchanged, |db, current| {
        Box::pin(async move { db.note_shown(current.id, current.version(), shown(current)).await.map(drop) })
    }),
    ("a board that comes too late", unchanged, |db, current| Box::pin(show_late(db, current, Noted::TooLate))),
    // The match is due again, which counts as a change.
    ("an old board that changes late", revised, |db, current| Box::pin(show_late(db, current, Noted::Overtaken))),
    ("what is due", unchanged, |db, _| {
        Box::pin(async move { db.claim(DueTable::Matches, now(), 1000).await.map(drop) })
    }),
    ("an absence", unchanged, |db, _| Box::pin(async move { db.add_absence(ANN, absence()).await })),
    ("the end of absences", unchanged, |db, _| Box::pin(async move { db.end_absences(ANN, now()).await })),
    ("a block", unchanged, |db, _| Box::pin(async move { db.block(ANN, BOB, 1000).await })),
    ("a block too many", unchanged, |db, _| {
        Box::pin(async move { db.block(BOB, ANN, 0).await.or_else(unless_too_many) })
    }),
    ("a watcher", unchanged, |db, current| Box::pin(async move { db.watch(current.id, ANN, 1000).await })),
    ("what somebody explores", unchanged, |db, current| Box::pin(explore(db, current))),
    ("a preference", unchanged, |db, _| {
        Box::pin(async move { db.set_preference(ANN, Setting::PlaysForced(true), now()).await.map(drop) })
    }),
    ("what moderators choose", unchanged, |db, _| Box::pin(choose_for_server(db))),
    ("forgetting somebody", unchanged, |db, _| Box::pin(async move { db.forget(ANN, now()).await })),
    ("a token of an interaction", unchanged, |db, _| Box::pin(note_token(db))),
    // Each sign of life is later than the one before, and gives the time between them back to all who have to move.
    ("a sign of life", revised, |db, _| {
        Box::pin(async move { db.beat(HEARD, Timestamp::now(), Duration::ZERO).await })
    }),
];

async fn save(db: &dyn Store, current: &Match, next: Match) -> StoreResult<()> {
    db.save(current, &next, None, now()).await.map(drop)
}

/// Somebody accepts a challenge, which may be one to the rematch of a match.
async fn accept(db: &dyn Store, rematch_of: Option<MatchId>) -> StoreResult<()> {
    let offer = NewChallenge { rematch_of, ..challenge() };
    let offered = db.add_challenge(&offer, None, MANY, now()).await?;
    let begun = NewMatch { challenge: Some(offered), rematch_of, ..begun(PEOPLE) };
    db.begin_match(&begun, None, MatchLimits::NONE, now()).await.map(drop)
}

/// Some process is to show the challenges that nobody has seen; there is at least one.
async fn claim_unshown(db: &dyn Store) -> StoreResult<()> {
    db.add_challenge(&challenge(), None, MANY, now()).await?;
    let later = now() + Duration::from_secs(30);
    let claimed = db.claim(DueTable::Challenges, later, 1000).await?;
    assert!(!claimed.is_empty(), "nobody has seen the last one");
    Ok(())
}

/// Somebody explores a move.
async fn explore(db: &dyn Store, current: &Match) -> StoreResult<()> {
    let known = db.exploration(current.id, ANN).await?;
    let line = ExploredLine { ply: current.plies(), moves: vec!["b1-b3".to_owned()] };
    db.set_exploration(current.id, ANN, &known, &Exploration { lines: vec![line.clone()], current: line }).await
}

/// A board is noted after a newer one, for which it is too late, or which it has overtaken if it was there before.
async fn show_late(db: &dyn Store, current: &Match, expected: Noted) -> StoreResult<()> {
    let newer = shown(current);
    let message = MessageId(newer.message.0 + 1_000_000);
    let older = LiveBoard { message, revision: Some(current.revision - 1), ..newer };
    if expected == Noted::Overtaken {
        db.note_shown(current.id, 0, older).await?;
    }
    db.note_shown(current.id, current.version(), newer).await?;
    assert_eq!(db.note_shown(current.id, 0, older).await?, expected);
    Ok(())
}

/// An interaction comes from a conversation that the bot is not part of.
async fn note_token(db: &dyn Store) -> StoreResult<()> {
    let token = AnswerToken { secret: "token".to_owned(), expires_at: now() };
    db.note_token(ChannelId(7), &[TokenFor::Posting, TokenFor::Focus], &token).await
}

/// The moderators of the server choose something else.
async fn choose_for_server(db: &dyn Store) -> StoreResult<()> {
    let guild = GuildId(7);
    let known = db.server(guild).await?;
    let next = ServerSettings { threads: !known.threads, ..known.clone() };
    db.set_server(guild, &known, &next).await
}

/// A limit that was reached is an answer, too.
fn unless_too_many(error: StoreError) -> StoreResult<()> {
    match error {
        StoreError::LimitReached(_) => Ok(()),
        error => Err(error),
    }
}

const MANY: ChallengeLimits =
    ChallengeLimits { open: 1000, in_channel: 1000, in_server: 1000, a_day: 1000, to_one: 1000, declined: 1000 };

fn begun(seats: [Seat; 2]) -> NewMatch {
    NewMatch { rated: true, ..NewMatch::casual(PLACE, games::read_ruleset("loa:cs61b limit=off").unwrap(), seats) }
}

fn challenge() -> NewChallenge {
    NewChallenge {
        place: PLACE,
        challenger: ANN,
        opponent: None,
        ruleset: games::read_ruleset("loa:mso").unwrap(),
        side: SideChoice::Random,
        rated: true,
        agreement: Agreement::default(),
        rematch_of: None,
        expires_at: now() + Duration::from_secs(60),
    }
}

fn unchanged(current: &Match) -> Match {
    current.clone()
}

fn revised(current: &Match) -> Match {
    Match { revision: current.revision + 1, ..current.clone() }
}

fn moved(current: &Match) -> Match {
    let mut next = current.clone();
    next.moves.push("a2-c2".to_owned());
    next
}

fn taken_back(current: &Match) -> Match {
    Match { moves: Vec::new(), undone: current.undone + 2, ..current.clone() }
}

fn ended(current: &Match) -> Match {
    Match { outcome: Some(Outcome { winner: Some(Side::First), reason: Reason::Resigned }), ..current.clone() }
}

fn won(current: &Match) -> Match {
    let end = Outcome { winner: Some(Side::Second), reason: Reason::AllCaptured };
    Match { outcome: Some(end), ..moved(current) }
}

fn shown(current: &Match) -> LiveBoard {
    let message = MessageId(1000 + current.id.0 as u64);
    LiveBoard { message, revision: Some(current.revision), plies: current.plies(), is_told: true }
}

fn absence() -> Absence {
    Absence { from: now(), until: now() + Duration::from_secs(60) }
}

/// How long something that was given up may take to be taken back.
const ROLLBACK_TIMEOUT: Duration = Duration::from_secs(5);

async fn until<F: Future<Output = bool>>(what: &str, holds: impl Fn() -> F) {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < ROLLBACK_TIMEOUT, "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Counts the challenges that were accepted although no match began with them, or the other way around.
const HALF_ACCEPTED: &str = "SELECT COUNT(*) FROM challenges c LEFT JOIN matches m ON m.challenge_id = c.id \
                             WHERE (c.state = 'accepted') <> (m.id IS NOT NULL)";

/// Gives up every work at every moment; `is_clear` says whether no transaction is open, and `half_accepted` counts by
/// [`HALF_ACCEPTED`].
async fn give_up_everything<F: Future<Output = bool>, H: Future<Output = i64>>(
    db: &Arc<dyn Store>,
    is_clear: impl Fn() -> F,
    half_accepted: impl Fn() -> H,
) {
    // Before the first sign of life there is no silence.
    db.beat(HEARD, Timestamp::now(), Duration::ZERO).await.unwrap();
    for (name, change, work) in WORKS {
        let mut done = 0;
        for times in 1.. {
            let current = under_way(&**db).await;
            let wanted = change(&current);
            let answer = polled(work(&**db, &current), times).await;
            until(&format!("{name}, given up after {times} polls, leaves a transaction open"), &is_clear).await;
            assert_eq!(half_accepted().await, 0, "{name}, given up after {times} polls: a challenge is half accepted");
            let after = found(&**db, current.id).await;
            let is_next = is_as(&after, &wanted, current.revision + 1);
            assert!(
                is_next || is_as(&after, &current, current.revision),
                "{name}: neither done nor not: {current:?} became {after:?}"
            );
            let rated = db.rating_changes(current.id).await.unwrap().len();
            assert_eq!(
                rated,
                if after.outcome.is_some() { 2 } else { 0 },
                "{name}: an end rates both players, or is none"
            );
            if let Some(answer) = answer {
                answer.unwrap_or_else(|error| panic!("{name}, after {times} polls: {error}"));
                assert_eq!(is_next, !is_as(&wanted, &current, current.revision), "{name} is done");
                done += 1;
                // How often it is polled differs a little from time to time.
                if done == 3 {
                    break;
                }
            }
            assert!(times < 1000, "{name} never ends");
        }
    }
}

/// Whether a match has come as far as another one, at that revision.
fn is_as(one: &Match, other: &Match, revision: u32) -> bool {
    one.moves == other.moves && one.outcome == other.outcome && one.revision == revision
}

/// A match of two people after its first move.
async fn under_way(db: &dyn Store) -> Match {
    let id = db.begin_match(&begun(PEOPLE), None, MatchLimits::NONE, now()).await.unwrap();
    let start = found(db, id).await;
    let first = Match { moves: vec!["b1-b3".to_owned()], ..start.clone() };
    db.save(&start, &first, None, now()).await.unwrap();
    found(db, id).await
}

async fn found(db: &dyn Store, id: MatchId) -> Match {
    db.find_match(id).await.unwrap().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_is_left_as_it_was() {
    let postgres = Postgres::create().await;
    let db = store::open(&postgres.url).await.unwrap();
    let onlooker = PgPool::connect(&postgres.url).await.unwrap();
    let is_clear = || async {
        const SQL: &str = "SELECT COUNT(*) FROM pg_stat_activity \
                           WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
        sqlx::query_scalar::<_, i64>(SQL).fetch_one(&onlooker).await.unwrap() == 0
    };
    let half_accepted = || async { sqlx::query_scalar::<_, i64>(HALF_ACCEPTED).fetch_one(&onlooker).await.unwrap() };
    give_up_everything(&db, is_clear, half_accepted).await;
    onlooker.close().await;
    drop(db);
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_is_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/bot.db", folder.path().display());
    let db = store::open(&url).await.unwrap();
    let onlooker = SqlitePool::connect(&url).await.unwrap();
    // Whoever holds a transaction open keeps others from writing.
    let is_clear =
        || async { sqlx::query("UPDATE matches SET ply = ply WHERE id = 1").execute(&onlooker).await.is_ok() };
    let half_accepted = || async { sqlx::query_scalar::<_, i64>(HALF_ACCEPTED).fetch_one(&onlooker).await.unwrap() };
    give_up_everything(&db, is_clear, half_accepted).await;
}

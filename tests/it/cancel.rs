//! Work on the database that is given up at any moment, as a time-out or the end of a task does: it is done or it is not,
//! and no connection keeps its transaction open for whoever has it next.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use jiff::Timestamp;
use parlor::play::ports::{ChallengeLimits, Store, Stored};
use parlor::play::{
    Absence, Agreement, ChannelId, GuildId, Match, MatchId, MessageId, NewChallenge, NewMatch, Place, Seat, Shown,
    SideChoice, UserId,
};
use parlor::store;
use sqlx::{PgPool, SqlitePool};

use crate::support::postgres::Postgres;

const ANN: UserId = UserId(101);
const BOB: UserId = UserId(102);
const PLACE: Place = Place { guild: Some(GuildId(7)), channel: ChannelId(70) };

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
type Work = for<'a> fn(&'a dyn Store, &'a Match) -> BoxFuture<'a, Stored<()>>;

const WORKS: [(&str, Work); 6] = [
    ("a move", |db, current| Box::pin(async move { db.save(current, &moved(current), None, now()).await.map(drop) })),
    ("a new match", |db, _| Box::pin(async move { db.begin_match(&begun(), None, 1000, now()).await.map(drop) })),
    ("a challenge", |db, _| Box::pin(async move { db.add_challenge(&challenge(), None, MANY, now()).await.map(drop) })),
    ("a board", |db, current| {
        Box::pin(async move { db.shown(current.id, current.version(), shown(current)).await.map(drop) })
    }),
    ("an absence", |db, _| Box::pin(async move { db.add_absence(ANN, absence()).await })),
    ("what is due", |db, _| Box::pin(async move { db.claim_due(now()).await.map(drop) })),
];

const MANY: ChallengeLimits = ChallengeLimits { open: 1000, a_day: 1000, to_one: 1000, declined: 1000 };

fn begun() -> NewMatch {
    NewMatch {
        place: PLACE,
        ruleset: games::read_ruleset("loa:cs61b limit=off").unwrap(),
        seats: [Seat::User(ANN), Seat::User(BOB)],
        rated: true,
        agreement: Agreement::default(),
        challenge: None,
        rematch_of: None,
    }
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

/// Moves that come back to where they began.
const ROUND: [&str; 4] = ["b1-b3", "a2-c2", "b3-b1", "c2-a2"];

fn moved(current: &Match) -> Match {
    let mut next = current.clone();
    next.moves.push(ROUND[current.moves.len() % ROUND.len()].to_owned());
    next
}

fn shown(current: &Match) -> Shown {
    let message = MessageId(1000 + u64::from(current.revision));
    Shown { message, revision: Some(current.revision), plies: current.plies() }
}

fn absence() -> Absence {
    Absence { from: now(), until: now() + Duration::from_secs(60) }
}

/// How long something that was given up may take to be taken back.
const PATIENCE: Duration = Duration::from_secs(5);

async fn until<F: Future<Output = bool>>(what: &str, holds: impl Fn() -> F) {
    let begun = Instant::now();
    while !holds().await {
        assert!(begun.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Gives up every work at every moment; `is_clear` says whether no transaction is open.
async fn give_up_everything<F: Future<Output = bool>>(db: &Arc<dyn Store>, is_clear: impl Fn() -> F) {
    let id = db.begin_match(&begun(), None, 1000, now()).await.unwrap();
    for (name, work) in WORKS {
        let mut done = 0;
        for times in 1.. {
            let current = found(db, id).await;
            let answer = polled(work(&**db, &current), times).await;
            until(&format!("{name}, given up after {times} polls, leaves a transaction open"), &is_clear).await;
            let after = found(db, id).await;
            let is_same = after.moves == current.moves && after.revision == current.revision;
            let is_next = after.moves.len() == current.moves.len() + 1 && after.revision == current.revision + 1;
            assert!(is_same || is_next, "{name}: neither done nor not: {current:?} became {after:?}");
            if let Some(answer) = answer {
                answer.unwrap_or_else(|error| panic!("{name}, after {times} polls: {error}"));
                assert_eq!(is_next, name == "a move");
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

async fn found(db: &Arc<dyn Store>, id: MatchId) -> Match {
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
    give_up_everything(&db, is_clear).await;
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
    give_up_everything(&db, is_clear).await;
}

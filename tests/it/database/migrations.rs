//! Under a later schema, a program that is running goes on, and one that starts says why it doesn't.

use std::path::Path;
use std::process::Command;

use jiff::Timestamp;
use play::ports::{MatchLimits, Store};
use play::{ChannelId, GuildId, Match, MatchId, NewMatch, Place, Seat, UserId};
use sqlx::AnyPool;

use crate::support::desk::claim_due;
use crate::support::output::fails;
use crate::support::postgres::Postgres;

const ANN: UserId = UserId(101);
const BOB: UserId = UserId(102);
const PLACE: Place = Place { guild: Some(GuildId(7)), channel: ChannelId(70) };

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

fn sqlite(folder: &Path, name: &str) -> String {
    format!("sqlite://{}/{name}.db?mode=rwc", folder.display())
}

async fn pool(url: &str) -> AnyPool {
    sqlx::any::install_default_drivers();
    AnyPool::connect(url).await.unwrap()
}

fn begun() -> NewMatch {
    NewMatch::casual(PLACE, games::read_ruleset("loa:mso").unwrap(), [Seat::User(ANN), Seat::User(BOB)])
}

async fn found(db: &dyn Store, id: i64) -> Match {
    db.find_match(MatchId(id)).await.unwrap().unwrap()
}

async fn play(db: &dyn Store, id: i64, text: &str) {
    let current = found(db, id).await;
    let mut next = current.clone();
    next.moves.push(text.to_owned());
    db.save(&current, &next, None, now()).await.unwrap();
}

/// Takes a step that only a later program knows: it adds a column and a table, as its first step must be.
async fn take_a_later_step(url: &str) {
    let pool = pool(url).await;
    for sql in [
        "ALTER TABLE matches ADD COLUMN later TEXT NOT NULL DEFAULT '{}'",
        "CREATE TABLE novelties (id BIGINT PRIMARY KEY)",
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         SELECT 9999, 'later', TRUE, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
    ] {
        sqlx::query(sql).execute(&pool).await.unwrap();
    }
    pool.close().await;
}

/// A newer program starts on the database of one that is running, which goes on, and cannot be started again.
async fn outlives_a_later_step(url: &str) {
    let db = store::open(url).await.unwrap();
    db.begin_match(&begun(), None, MatchLimits::NONE, now()).await.unwrap();
    play(&*db, 1, "b1-b3").await;
    take_a_later_step(url).await;
    play(&*db, 1, "a2-c2").await;
    assert_eq!(found(&*db, 1).await.moves, ["b1-b3", "a2-c2"]);
    assert_eq!(db.begin_match(&begun(), None, MatchLimits::NONE, now()).await.unwrap(), MatchId(2));
    db.release_all().await.unwrap();
    let mut due = claim_due(&*db, now(), 1000).await;
    due.sort_unstable();
    assert_eq!(due, [MatchId(1), MatchId(2)]);
    drop(db);

    let mut start = Command::new(env!("CARGO_BIN_EXE_parlor"));
    let said = fails(&start.args(["db", "migrate", "--db", url]).env_remove("DATABASE_URL").output().unwrap());
    assert!(said.contains("was brought up to date by a newer Parlor") && said.contains("schema 9999"), "{said}");
    assert!(said.contains("start the newer one, or restore a backup"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_outlives_a_later_step() {
    let folder = tempfile::tempdir().unwrap();
    outlives_a_later_step(&sqlite(folder.path(), "later")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_outlives_a_later_step() {
    let postgres = Postgres::create().await;
    outlives_a_later_step(&postgres.url).await;
    postgres.drop().await;
}

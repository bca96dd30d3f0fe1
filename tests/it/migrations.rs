//! Databases of every schema there has been, with rows as the program of that time left them: today's opens them, finds
//! everything as it was, and goes on from there. Under a later schema, whoever is running goes on, and whoever starts says
//! why not.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use games::board::Side;
use jiff::Timestamp;
use parlor::play::ports::{MatchLimits, Scope, Store};
use parlor::play::{
    Agreement, ChallengeId, ChannelId, DatabaseId, GuildId, Match, MatchId, MessageId, NewMatch, Place, Seat, Shown,
    UserId,
};
use parlor::store;
use sqlx::migrate::Migrator;
use sqlx::{AnyPool, AssertSqlSafe};

use crate::support::output::fails;
use crate::support::postgres::Postgres;

const ANN: UserId = UserId(101);
const BOB: UserId = UserId(102);
const PLACE: Place = Place { guild: Some(GuildId(7)), channel: ChannelId(70) };

/// What stands in a database, with the first schema in which it can: an ended rated match (1), one under way (2), one in
/// which the engine is to move (3), a challenge that was accepted (1), and an open one (2).
const ROWS: [(i64, &str); 28] = [
    (1, "INSERT INTO players (id, name, met_at) VALUES (101, 'Ann \"A\" 🙂', 1), (102, 'Bob', 2)"),
    (
        1,
        "INSERT INTO challenges (guild_id, channel_id, challenger_id, opponent_id, ruleset, side, rated, state, \
         message_id, expires_at, created_at) VALUES \
         (7, 70, 101, 102, 'loa:mso', 'first', TRUE, 'accepted', 901, 5, 4), \
         (7, 70, 101, NULL, 'loa:mso', 'random', FALSE, 'open', 902, 4102444800000, 6)",
    ),
    (
        1,
        "INSERT INTO matches (challenge_id, guild_id, channel_id, game, ruleset, first_seat, second_seat, rated, ply, \
         engine_to_move, reason, winner, announced_ply, end_announced, board_message, created_at, updated_at) VALUES \
         (1, 7, 70, 'loa', 'loa:mso', 'user:101', 'user:102', TRUE, 9, FALSE, 'connected', 'first', 9, TRUE, 801, 10, 20), \
         (NULL, 7, 70, 'loa', 'loa:mso', 'user:101', 'user:102', FALSE, 2, FALSE, NULL, NULL, 2, FALSE, 802, 30, 40), \
         (NULL, 7, 70, 'loa', 'loa:mso', 'user:101', 'engine:1', FALSE, 1, TRUE, NULL, NULL, 0, FALSE, 803, 50, 60)",
    ),
    (
        1,
        "INSERT INTO moves (match_id, ply, text, played_at) VALUES (1, 0, 'd1-b3', 11), (1, 1, 'h5-g4', 12), \
         (1, 2, 'b1-b4', 13), (1, 3, 'g4xg1', 14), (1, 4, 'b4-e7', 15), (1, 5, 'a3xc1', 16), (1, 6, 'b3-e6', 17), \
         (1, 7, 'h3xf1', 18), (1, 8, 'e1-e5', 20)",
    ),
    (
        1,
        "INSERT INTO moves (match_id, ply, text, played_at) VALUES (2, 0, 'b1-b3', 31), (2, 1, 'a2-c2', 40), \
         (3, 0, 'b1-b3', 60)",
    ),
    (1, "INSERT INTO boards (message_id, match_id, ply) VALUES (801, 1, 9), (802, 2, 2), (803, 3, 0)"),
    (
        1,
        "INSERT INTO ratings (player_id, game, scope, rating, deviation, volatility, wins, losses) VALUES \
         (101, 'loa', 0, 1662.3108939062977, 290.3189646747521, 0.05999967537233814, 1, 0), \
         (102, 'loa', 0, 1337.6891060937023, 290.3189646747521, 0.05999967537233814, 0, 1)",
    ),
    (
        1,
        "INSERT INTO rating_changes (match_id, player_id, rating_before, deviation_before, volatility_before, \
         rating_after, deviation_after, volatility_after) VALUES \
         (1, 101, 1500, 350, 0.06, 1662.3108939062977, 290.3189646747521, 0.05999967537233814), \
         (1, 102, 1500, 350, 0.06, 1337.6891060937023, 290.3189646747521, 0.05999967537233814)",
    ),
    (2, "UPDATE matches SET rematch_of = 1 WHERE id = 2"),
    (3, "UPDATE matches SET revision = ply, shown_revision = announced_ply"),
    (3, "UPDATE matches SET due_at = 61, owner = 'somebody who is gone' WHERE id = 3"),
    (3, r#"UPDATE matches SET conduct = '{"draws_offered":[1,0]}' WHERE id = 2"#),
    (3, "UPDATE boards SET plies = ply, live = (message_id <> 801)"),
    (3, r#"UPDATE players SET preferences = '{"theme":"slate"}' WHERE id = 101"#),
    (3, "INSERT INTO servers (id, settings) VALUES (7, '{}')"),
    (3, "INSERT INTO watchers (match_id, player_id) VALUES (2, 103)"),
    (3, "INSERT INTO blocks (player_id, blocked_id) VALUES (102, 103)"),
    (3, "INSERT INTO absences (player_id, from_at, until_at) VALUES (102, 1, 2)"),
    (3, "INSERT INTO heartbeats (id, beat_at) VALUES (1, 70)"),
    (4, "UPDATE players SET unlisted = TRUE, reminding_until = 0 WHERE id = 102"),
    (6, "INSERT INTO events (id, seen_at) VALUES (5000, 1)"),
    (7, "UPDATE challenges SET card_open = (state = 'open')"),
    (8, "UPDATE matches SET rules_version = 1"),
    (9, "UPDATE moves SET origin = 7000 + 100 * match_id + ply"),
    (11, "UPDATE matches SET unheard_since = 62 WHERE id = 3"),
    (13, "INSERT INTO identities (id, database_id) VALUES (1, 662316)"),
    (16, "INSERT INTO shard_heartbeats (shard, shards, beat_at) VALUES (0, 2, 70), (1, 2, 60)"),
    (19, "INSERT INTO answer_tokens (channel_id, message_id, token, expires_at) VALUES (10, 0, 'a token', 1)"),
];

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap()
}

/// All steps, as the program has them.
fn steps(url: &str) -> Migrator {
    if url.starts_with("sqlite:") { sqlx::migrate!("migrations/sqlite") } else { sqlx::migrate!("migrations/postgres") }
}

/// The schemas that databases of former programs have.
fn former_schemas() -> std::ops::Range<i64> {
    1..steps("sqlite:").iter().map(|it| it.version).max().unwrap()
}

fn sqlite(folder: &Path, name: &str) -> String {
    format!("sqlite://{}/{name}.db?mode=rwc", folder.display())
}

async fn pool(url: &str) -> AnyPool {
    sqlx::any::install_default_drivers();
    AnyPool::connect(url).await.unwrap()
}

/// What a query gives, a text for each row.
async fn texts(pool: &AnyPool, sql: String) -> Vec<String> {
    sqlx::query_scalar::<_, String>(AssertSqlSafe(sql)).fetch_all(pool).await.unwrap()
}

/// A query that gives each row of a table as a text.
struct Table {
    name: String,
    lines: String,
}

impl Table {
    /// The tables that there are by now, with the columns that they have by now.
    async fn all(url: &str, pool: &AnyPool) -> Vec<Self> {
        let is_sqlite = url.starts_with("sqlite:");
        let names = match is_sqlite {
            true => "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%sql%'",
            false => {
                "SELECT tablename::TEXT FROM pg_tables \
                 WHERE schemaname = current_schema() AND tablename NOT LIKE '%sql%'"
            }
        };
        let mut tables = Vec::new();
        for name in texts(pool, names.to_owned()).await {
            let columns = match is_sqlite {
                true => format!("SELECT name FROM pragma_table_info('{name}')"),
                false => format!(
                    "SELECT column_name::TEXT FROM information_schema.columns \
                     WHERE table_schema = current_schema() AND table_name = '{name}'"
                ),
            };
            let columns = texts(pool, columns).await;
            let value = |it: &String| format!("'{it}: ' || COALESCE(CAST(\"{it}\" AS TEXT), 'nothing')");
            let line = columns.iter().map(value).collect::<Vec<_>>().join(" || ', ' || ");
            tables.push(Self { lines: format!("SELECT {line} FROM \"{name}\" ORDER BY 1"), name });
        }
        tables
    }

    /// All rows of some tables.
    async fn rows(tables: &[Self], pool: &AnyPool) -> Vec<(String, Vec<String>)> {
        let mut rows = Vec::new();
        for table in tables {
            rows.push((table.name.clone(), texts(pool, table.lines.clone()).await));
        }
        rows
    }
}

/// Fills a new database as a program with that schema did, and goes on with it as today's does.
async fn goes_on_from(schema: i64, url: &str) {
    let then = pool(url).await;
    steps(url).run_to(schema, &then).await.unwrap();
    for (_, sql) in ROWS.iter().filter(|it| it.0 <= schema) {
        sqlx::query(*sql).execute(&then).await.unwrap();
    }
    let tables = Table::all(url, &then).await;
    let before = Table::rows(&tables, &then).await;
    then.close().await;

    let db = store::open(url).await.unwrap();
    let today = pool(url).await;
    assert_eq!(Table::rows(&tables, &today).await, before, "from schema {schema}");
    today.close().await;
    is_sound(url, 3).await;
    is_understood(&*db, schema).await;
    goes_on(&db).await;
    is_sound(url, 4).await;
}

/// Every match replays, and every challenge can be read.
async fn is_sound(url: &str, matches: u64) {
    let mut broken = Vec::new();
    let checked = store::check(url, |what| broken.push(what)).await.unwrap();
    assert_eq!((checked.matches, checked.challenges, broken), (matches, 2, Vec::new()));
}

/// What was shown, what is owed, and what was won is known as it was before.
async fn is_understood(db: &dyn Store, schema: i64) {
    let [ended, under_way] = [found(db, 1).await, found(db, 2).await];
    assert_eq!(ended.outcome.and_then(|it| it.winner), Some(Side::First));
    let shown = |message, plies| Some(Shown { message: MessageId(message), revision: Some(plies), plies });
    assert_eq!((ended.revision, ended.shown), (9, shown(801, 9)), "from schema {schema}");
    assert_eq!((under_way.revision, under_way.shown), (2, shown(802, 2)), "from schema {schema}");
    assert_eq!(db.match_by_message(MessageId(802)).await.unwrap(), Some((MatchId(2), 2)));
    for id in 1..=3 {
        let superseded = db.superseded(MatchId(id)).await.unwrap();
        assert!(superseded.is_empty(), "match {id} has superseded boards, from schema {schema}: {superseded:?}");
    }
    assert_eq!(db.open_cards().await.unwrap(), 0, "from schema {schema}");
    assert_eq!(
        db.claim_due(now(), 1000).await.unwrap(),
        [MatchId(3)],
        "the engine's move is owed, from schema {schema}"
    );
    let drawn = DatabaseId(7);
    let id = if schema >= 13 { DatabaseId(662_316) } else { drawn };
    assert_eq!(db.database_id(drawn).await.unwrap(), id, "from schema {schema}");
    let standings = db.standings(ANN, Scope::Global).await.unwrap();
    assert_eq!(standings.iter().map(|it| (it.wins, it.losses)).collect::<Vec<_>>(), [(1, 0)]);
    let theme = db.preferences(ANN).await.unwrap().theme;
    assert_eq!(theme.as_deref(), (schema >= 3).then_some("slate"));
}

/// A move is played, and the open challenge accepted.
async fn goes_on(db: &Arc<dyn Store>) {
    play(&**db, 2, "b3-b1").await;
    assert_eq!(found(&**db, 2).await.moves, ["b1-b3", "a2-c2", "b3-b1"]);
    let accepted = NewMatch { challenge: Some(ChallengeId(2)), ..begun() };
    assert_eq!(
        db.begin_match(&accepted, None, MatchLimits::NONE, now()).await.unwrap(),
        MatchId(4),
        "no number is given twice"
    );
}

fn begun() -> NewMatch {
    NewMatch {
        place: PLACE,
        ruleset: games::read_ruleset("loa:mso").unwrap(),
        seats: [Seat::User(ANN), Seat::User(BOB)],
        rated: false,
        agreement: Agreement::default(),
        challenge: None,
        rematch_of: None,
    }
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

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_goes_on_from_every_schema() {
    let folder = tempfile::tempdir().unwrap();
    for schema in former_schemas() {
        goes_on_from(schema, &sqlite(folder.path(), &schema.to_string())).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_goes_on_from_every_schema() {
    for schema in former_schemas() {
        let postgres = Postgres::create().await;
        goes_on_from(schema, &postgres.url).await;
        postgres.drop().await;
    }
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
    db.release().await.unwrap();
    let mut due = db.claim_due(now(), 1000).await.unwrap();
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

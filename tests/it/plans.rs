//! How the databases find the rows of what is asked for all the time: by an index, never by a look at every row that has
//! ever been written.

use std::str::FromStr;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{AssertSqlSafe, PgPool, Row};

use parlor::store;
use parlor::store::statements::{
    ALL_MATCHES_OF, CHALLENGES_BY, CLAIM_DUE, MATCHES_OF, RATED_LATELY, SET_ASIDE_IN_CHANNEL, SET_ASIDE_IN_SERVER,
    SUPERSEDED, UNSHOWN_CHALLENGES,
};

/// Many matches that are over and challenges that are closed, and a few of the other kind. `$numbers` is how the database
/// counts from 1 to 30,000.
fn rows(numbers: &str) -> [String; 3] {
    [
        format!(
            "INSERT INTO challenges (channel_id, challenger_id, ruleset, side, rated, state, message_id, expires_at, \
             created_at) SELECT 1, n % 50, 'loa:classic', 'random', TRUE, \
             CASE WHEN n % 500 = 0 THEN 'open' ELSE 'expired' END, CASE WHEN n % 1000 = 0 THEN NULL ELSE n END, \
             1000000 + n, n FROM {numbers}"
        ),
        format!(
            "INSERT INTO matches (channel_id, game, ruleset, first_seat, second_seat, rated, engine_to_move, reason, \
             announced_ply, board_message, due_at, created_at, updated_at) SELECT n % 9, 'loa', 'loa:classic', \
             'user:' || (n % 50), 'user:' || (n % 49), TRUE, FALSE, CASE WHEN n % 500 = 0 THEN NULL ELSE 'resigned' END, \
             0, n, CASE WHEN n % 1000 = 0 THEN n END, n, n FROM {numbers}"
        ),
        format!(
            "INSERT INTO boards (message_id, match_id, ply, plies, live) SELECT n, n, 0, 0, n % 500 = 0 FROM {numbers}"
        ),
    ]
}

#[tokio::test]
async fn sqlite_looks_into_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/plans.db", folder.path().display());
    store::open(&url).await.unwrap();
    let pool = SqlitePool::connect_with(SqliteConnectOptions::from_str(&url).unwrap()).await.unwrap();
    let numbers = "(WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 30000) SELECT n FROM n)";
    for sql in rows(numbers) {
        sqlx::query(AssertSqlSafe(sql)).execute(&pool).await.unwrap();
    }
    for analyzed in [false, true] {
        if analyzed {
            sqlx::query("ANALYZE").execute(&pool).await.unwrap();
        }
        for statement in [
            MATCHES_OF,
            UNSHOWN_CHALLENGES,
            CHALLENGES_BY,
            ALL_MATCHES_OF,
            CLAIM_DUE,
            RATED_LATELY,
            SUPERSEDED,
            SET_ASIDE_IN_CHANNEL,
            SET_ASIDE_IN_SERVER,
        ] {
            let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"))).fetch_all(&pool).await;
            let steps: Vec<String> = plan.unwrap().iter().map(|it| it.get::<String, _>("detail")).collect();
            assert!(steps.iter().any(|it| it.starts_with("SEARCH") && it.contains("INDEX")), "{steps:#?}");
            assert!(!steps.iter().any(|it| it.starts_with("SCAN")), "{steps:#?}");
        }
    }
}

#[tokio::test]
async fn postgres_looks_into_an_index() {
    let base = std::env::var("PARLOR_TEST_POSTGRES")
        .expect("PARLOR_TEST_POSTGRES names no PostgreSQL server; `bash .ci/run` starts one and sets it");
    let name = format!("plans_{}", std::process::id());
    let admin = PgPool::connect(&format!("{base}/postgres")).await.unwrap();
    sqlx::query(AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&admin).await.unwrap();
    let url = format!("{base}/{name}");
    drop(store::open(&url).await.unwrap());
    let pool = PgPool::connect(&url).await.unwrap();
    for sql in rows("generate_series(1, 30000) AS n") {
        sqlx::query(AssertSqlSafe(sql)).execute(&pool).await.unwrap();
    }
    sqlx::query("ANALYZE").execute(&pool).await.unwrap();
    for (statement, arguments) in [
        (MATCHES_OF, &["'user:0'", "NULL"][..]),
        (UNSHOWN_CHALLENGES, &["30001", "30001"]),
        (CHALLENGES_BY, &["0", "30001"]),
        (CLAIM_DUE, &["'me'", "0", "30001", "0"]),
        (RATED_LATELY, &["'user:1'", "'user:2'", "29000", "0"]),
        (SUPERSEDED, &["500"]),
        (SET_ASIDE_IN_CHANNEL, &["1"]),
        (SET_ASIDE_IN_SERVER, &["7"]),
    ] {
        let places = arguments.iter().enumerate().map(|(index, it)| (format!("${}", index + 1), it));
        let asked = places.fold(statement.to_owned(), |asked, (place, it)| asked.replace(&place, it));
        let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN ANALYZE {asked}"))).fetch_all(&pool).await;
        let steps: Vec<String> = plan.unwrap().iter().map(|it| it.get::<String, _>(0)).collect();
        assert!(!steps.iter().any(|it| it.contains("Seq Scan")), "{steps:#?}");
        let passed_over = |step: &String| step.split("Rows Removed by Filter: ").nth(1)?.trim().parse::<u64>().ok();
        let most = steps.iter().filter_map(passed_over).max().unwrap_or(0);
        assert!(most < 100, "{most} rows are read in vain: {steps:#?}");
    }
    pool.close().await;
    sqlx::query(AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&admin).await.unwrap();
}

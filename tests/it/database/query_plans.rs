//! How the databases find the rows that they are asked for: by an index, never by a look at every row that has ever been
//! written.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::{Arc, LazyLock, Mutex};

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{AssertSqlSafe, PgPool, Row};

use play::ports::DueTable;
use store::statements::{
    CHALLENGES_BY, EXPIRE_IN_CHANNEL, EXPIRE_IN_SERVER, LAST_MATCH_IN, LAST_MATCH_OF_IN, MATCHES_OF, RATED_LATELY,
    SET_ASIDE_IN_CHANNEL, SET_ASIDE_IN_SERVER, SUPERSEDED, claims,
};

use crate::support::postgres::Postgres;

/// How many rows each table has. With a million (`PARLOR_PLAN_ROWS=1000000`), the test takes a minute or two.
static ROWS: LazyLock<u32> =
    LazyLock::new(|| std::env::var("PARLOR_PLAN_ROWS").map_or(30_000, |it| it.parse().expect("a number of rows")));

/// Many matches that are over and challenges that are closed, and a few of the other kind, with all that belongs to them.
/// `numbers` is how the database counts from 1 to [`ROWS`].
fn rows(numbers: &str) -> Vec<String> {
    let into = |table: &str, values: &str| format!("INSERT INTO {table} SELECT {values} FROM {numbers}");
    vec![
        into("players (id, name, met_at)", "n, 'somebody', n"),
        into(
            "challenges (channel_id, challenger_id, ruleset, side, rated, state, message_id, expires_at, created_at, due_at)",
            "1, n % 50, 'loa:classic', 'random', TRUE, CASE WHEN n % 500 = 0 THEN 'open' ELSE 'expired' END, \
             CASE WHEN n % 1000 = 0 THEN NULL ELSE n END, 1000000 + n, n, CASE WHEN n % 500 = 0 THEN 1000000 + n END",
        ),
        into(
            "matches (channel_id, game, ruleset, first_seat, second_seat, rated, reason, shown_plies, \
             board_message, due_at, clock_since, created_at, updated_at)",
            "n % 9, 'loa', 'loa:classic', 'user:' || (n % 50), 'user:' || (n % 49), TRUE, \
             CASE WHEN n % 500 = 0 THEN NULL ELSE 'resigned' END, 0, n, CASE WHEN n % 100 = 0 THEN n END, \
             CASE WHEN n % 1500 = 0 THEN n END, n, n",
        ),
        into("moves (match_id, ply, text, played_at)", "n, 0, 'b1-b3', n"),
        into("board_messages (message_id, match_id, version, plies, live)", "n, n, 0, 0, n % 500 = 0"),
        into(
            "ratings (player_id, game, scope, rating, deviation, volatility, listed, rated_at)",
            "n, 'loa', 0, n % 2000, n % 350, 0.06, TRUE, n",
        ),
        into(
            "rating_changes (match_id, player_id, rating_before, deviation_before, volatility_before, rating_after, \
             deviation_after, volatility_after)",
            "n, n, 1500, 350, 0.06, 1600, 300, 0.06",
        ),
        into("servers (id)", "n"),
        into("watchers (match_id, player_id)", "n, n"),
        into("explorations (match_id, user_id)", "n, n"),
        into("daily_pings (guild_id, user_id)", "n, n"),
        into("daily_tries (guild_id, day, user_id, tries)", "n, n, n, 1"),
        into("votes (match_id, ply, user_id, chosen, cast_at)", "n, 0, n, 'a2-a3', 1"),
        into("puzzle_tries (user_id, game, puzzle, solved, tried_at)", "n, 'loa', n, TRUE, n"),
        into("blocks (player_id, blocked_id)", "n, n + 1"),
        into("absences (player_id, from_at, until_at)", "n, n, n + 1"),
        into("events (id, seen_at)", "n, n"),
        into("used_links (id, expires_at)", "n, n"),
        into("launches (instance, match_id, forget_at)", "'i' || n, n, n"),
        into("answer_tokens (channel_id, message_id, token, expires_at)", "n, n, 'token', n"),
    ]
}

/// The tables that grow with what people do.
const GROWING: [&str; 20] = [
    "absences",
    "answer_tokens",
    "blocks",
    "board_messages",
    "challenges",
    "daily_pings",
    "daily_tries",
    "events",
    "explorations",
    "launches",
    "matches",
    "moves",
    "players",
    "puzzle_tries",
    "rating_changes",
    "ratings",
    "servers",
    "used_links",
    "votes",
    "watchers",
];

/// Parts of plans that may stay, and why.
const MAY_STAY: [(&str, &str); 4] = [
    ("INSERT INTO matches", "SQLite plans to look for rows that wait for this one, and skips that as none are missing"),
    ("USING INDEX challenges_failing", "this index has no other rows than those of challenges that fail"),
    ("USING INDEX matches_failing", "this index has no other rows than those of matches that fail"),
    ("USING INDEX matches_running", "this index has no other rows than those of matches whose clocks are running"),
];

/// How the statement finds its rows that sets the clocks after an outage of the bot.
const RUNNING: &str = "WHERE clock_since IS NOT NULL AND reason IS NULL";

/// The statements that sqlx has sent, as it logs them.
#[derive(Clone, Default)]
struct Sent(Arc<Mutex<BTreeSet<String>>>);

impl<S: tracing::Subscriber> tracing_subscriber::Layer<S> for Sent {
    fn on_event(&self, event: &tracing::Event<'_>, _: tracing_subscriber::layer::Context<'_, S>) {
        if event.metadata().target() == "sqlx::query" {
            let mut statement = Statement::default();
            event.record(&mut statement);
            self.0.lock().unwrap().insert(statement.text());
        }
    }
}

/// A statement of the log: short ones stand in the summary alone.
#[derive(Default)]
struct Statement {
    summary: String,
    whole: String,
}

impl Statement {
    fn text(&self) -> String {
        let text = if self.whole.trim().is_empty() { &self.summary } else { &self.whole };
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

impl tracing::field::Visit for Statement {
    fn record_str(&mut self, field: &tracing::field::Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => value.clone_into(&mut self.whole),
            _ => {}
        }
    }

    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn std::fmt::Debug) {
        if field.name() == "summary" {
            let _ = write!(self.summary, "{value:?}");
        }
    }
}

/// All statements with which the store finds or changes rows, sent to a database in which little is.
async fn statements(url: &str) -> Vec<String> {
    use tracing_subscriber::layer::SubscriberExt as _;
    let db = store::open(url).await.unwrap();
    let sent = Sent::default();
    // Where there is only one dispatcher, tracing asks the thread's own whether anybody listens; other tests have none.
    let _other = tracing::Dispatch::new(tracing_subscriber::registry());
    let guard = tracing::subscriber::set_default(tracing_subscriber::registry().with(sent.clone()));
    crate::database::store::story(db).await;
    drop(guard);
    let sent = sent.0.lock().unwrap();
    let finds =
        |it: &&String| GROWING.iter().any(|table| it.split(' ').any(|word| word == *table)) && it.contains("$1");
    sent.iter().filter(finds).cloned().collect()
}

/// How often a statement has a place for a value.
fn places(statement: &str) -> usize {
    (1..).take_while(|it| statement.contains(&format!("${it}"))).count()
}

/// What a plan may call a table of a statement: by its name, or as `FROM` and `JOIN` call it, which is all that SQLite says.
fn names_of<'a>(table: &'a str, statement: &'a str) -> Vec<&'a str> {
    let words: Vec<&str> = statement.split(' ').collect();
    let is_name = |it: &&str| !it.is_empty() && it.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let reads = words.windows(2).enumerate().filter(|(_, it)| ["FROM", "JOIN"].contains(&it[0]) && it[1] == table);
    let aliases = reads.filter_map(|(index, _)| words[index + 2..].iter().find(|it| **it != "AS"));
    let aliases = aliases.map(|it| it.trim_end_matches([')', ','])).filter(is_name);
    std::iter::once(table).chain(aliases).collect()
}

/// The tables that grow, and of which the steps of a statement's plan look at every row.
fn scanned(statement: &str, steps: &[String], word: &str) -> Vec<&'static str> {
    let reads_whole = |name: &str| {
        let step = format!("{word} {name}");
        steps.iter().any(|it| it.split_once(&step).is_some_and(|(_, rest)| rest.is_empty() || rest.starts_with(' ')))
    };
    GROWING.into_iter().filter(|table| names_of(table, statement).into_iter().any(reads_whole)).collect()
}

#[test]
fn a_table_is_known_by_what_the_statement_calls_it() {
    let steps =
        ["SCAN c", "SEARCH m USING INTEGER PRIMARY KEY (rowid=?)", "SCAN v USING INDEX moves_by_origin", "SCAN due"];
    let statement = "SELECT c.id FROM challenges c LEFT JOIN matches AS m ON m.challenge_id = c.id, \
                     (SELECT id FROM (SELECT id FROM matches) AS due WHERE id IN (SELECT match_id FROM moves v))";
    assert_eq!(scanned(statement, &steps.map(str::to_owned), "SCAN"), ["challenges", "moves"]);
}

#[test]
fn the_story_of_the_store_leaves_nothing_out() {
    let (ports, told) = (
        std::fs::read_to_string(format!("{}/crates/play/src/ports/store.rs", env!("CARGO_MANIFEST_DIR"))).unwrap(),
        texts_in("tests/it/database/store").concat(),
    );
    for line in ports.lines().filter_map(|it| it.trim().strip_prefix("async fn ")) {
        let name = line.split('(').next().unwrap();
        assert!(told.contains(&format!(".{name}(")), "the story of the store leaves out {name}");
    }
}

/// The tables that stay small, however many people there are.
const SMALL: [&str; 4] = ["identities", "link_keys", "puzzle_ratings", "shard_heartbeats"];

#[test]
fn it_is_known_of_each_table_whether_it_grows() {
    for migration in migrations() {
        for line in migration.lines().filter_map(|it| it.strip_prefix("CREATE TABLE ")) {
            let table = line.split([' ', '(']).next().unwrap();
            assert!(GROWING.contains(&table) || SMALL.contains(&table), "does {table} grow?");
        }
    }
}

/// The steps of the schema.
fn migrations() -> Vec<String> {
    texts_in("migrations")
}

/// What the files of a folder of the repository say.
fn texts_in(folder: &str) -> Vec<String> {
    let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    files.map(|it| std::fs::read_to_string(it).unwrap()).collect()
}

#[tokio::test]
async fn no_statement_scans_a_table_that_grows() {
    let little = Postgres::create().await;
    let statements = statements(&little.url).await;
    assert!(statements.len() > 60, "{} statements", statements.len());
    let full = Postgres::create().await;
    let pool = filled_postgres(&full.url).await;
    let mut scans = scans_of_postgres(&pool, &statements).await;
    nothing_is_read_in_vain(&pool, &statements).await;
    pool.close().await;
    full.drop().await;
    little.drop().await;

    let folder = tempfile::tempdir().unwrap();
    let pool = filled_sqlite(&format!("sqlite://{}/plans.db", folder.path().display())).await;
    let whole = ["SELECT c.id FROM challenges c WHERE c.opponent_id = $1".to_owned()];
    assert_eq!(scans_of_sqlite(&pool, &whole).await.len(), 1, "it is found, whatever the table is called");
    scans.extend(scans_of_sqlite(&pool, &statements).await);
    sqlx::query("ANALYZE").execute(&pool).await.unwrap();
    scans.extend(scans_of_sqlite(&pool, &statements).await);
    scans.retain(|scan| !MAY_STAY.iter().any(|(part, _)| scan.contains(part)));
    assert!(scans.is_empty(), "{}", scans.join("\n\n"));
}

/// A PostgreSQL with many rows, of which it knows.
async fn filled_postgres(url: &str) -> PgPool {
    drop(store::open(url).await.unwrap());
    let pool = PgPool::connect(url).await.unwrap();
    for sql in rows(&format!("generate_series(1, {}) AS n", *ROWS)) {
        sqlx::query(AssertSqlSafe(sql)).execute(&pool).await.unwrap();
    }
    sqlx::query("ANALYZE").execute(&pool).await.unwrap();
    pool
}

/// A SQLite file with many rows, of which it does not know yet.
async fn filled_sqlite(url: &str) -> SqlitePool {
    store::open(url).await.unwrap();
    let pool = SqlitePool::connect_with(SqliteConnectOptions::from_str(url).unwrap()).await.unwrap();
    let count = *ROWS;
    let numbers =
        format!("(WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {count}) SELECT n FROM n)");
    for sql in rows(&numbers) {
        sqlx::query(AssertSqlSafe(sql)).execute(&pool).await.unwrap();
    }
    pool
}

/// Which statements read whole tables in PostgreSQL, whatever values they are given.
async fn scans_of_postgres(pool: &PgPool, statements: &[String]) -> Vec<String> {
    let mut connection = pool.acquire().await.unwrap();
    sqlx::query("SET plan_cache_mode = force_generic_plan").execute(&mut *connection).await.unwrap();
    let mut scans = Vec::new();
    for (number, statement) in statements.iter().enumerate() {
        let nothing = vec!["NULL"; places(statement)].join(", ");
        // What may be left out is given: of a value that is only compared with NULL, PostgreSQL cannot tell the type.
        let given =
            (1..=places(statement)).fold(statement.clone(), |it, n| it.replace(&format!("${n} IS NULL OR "), ""));
        let prepare = format!("PREPARE s{number} AS {given}");
        sqlx::raw_sql(AssertSqlSafe(prepare)).execute(&mut *connection).await.unwrap();
        let explain = format!("EXPLAIN EXECUTE s{number} ({nothing})");
        let plan = sqlx::raw_sql(AssertSqlSafe(explain)).fetch_all(&mut *connection).await.unwrap();
        let steps: Vec<String> = plan.iter().map(|it| it.get::<String, _>(0)).collect();
        let tables = scanned(statement, &steps, "Seq Scan on");
        scans.extend(tables.into_iter().map(|table| format!("PostgreSQL reads all {table}: {statement}\n{steps:#?}")));
    }
    scans
}

/// Which statements read whole tables in SQLite.
async fn scans_of_sqlite(pool: &SqlitePool, statements: &[String]) -> Vec<String> {
    let mut scans = Vec::new();
    for statement in statements.iter().map(|it| it.replace(" FOR UPDATE SKIP LOCKED", "")) {
        let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {statement}"))).fetch_all(pool).await;
        let steps: Vec<String> = plan.unwrap().iter().map(|it| it.get::<String, _>("detail")).collect();
        let tables = scanned(&statement, &steps, "SCAN");
        scans.extend(tables.into_iter().map(|table| format!("SQLite reads all {table}: {statement}\n{steps:#?}")));
    }
    scans
}

/// What is asked for all the time finds its rows without passing over many others.
async fn nothing_is_read_in_vain(pool: &PgPool, statements: &[String]) {
    let give_back = statements
        .iter()
        .find(|it| it.starts_with("UPDATE") && it.contains(RUNNING))
        .expect("clocks are set after an outage");
    let [lately, now, later] = [*ROWS - 1000, *ROWS + 1, *ROWS + 10_000].map(|it| it.to_string());
    let [lately, now, later] = [&lately, &now, &later].map(String::as_str);
    let claims: Vec<String> = DueTable::ALL.into_iter().flat_map(|it| claims(it, "")).collect();
    let by_me = ["'me'", "0", now, "0", "100"];
    let claims = claims.iter().map(|it| (it.as_str(), &by_me[..]));
    let others = [
        (MATCHES_OF, &["'user:0'", "NULL"][..]),
        (CHALLENGES_BY, &["0", now]),
        (EXPIRE_IN_CHANNEL, &["1"]),
        (EXPIRE_IN_SERVER, &["7"]),
        (RATED_LATELY, &["'user:1'", "'user:2'", lately, "0"]),
        (SUPERSEDED, &["500"]),
        (SET_ASIDE_IN_CHANNEL, &["1"]),
        (SET_ASIDE_IN_SERVER, &["7"]),
        (LAST_MATCH_IN, &["1", now]),
        (LAST_MATCH_OF_IN, &["1", now, "'user:77'"]),
        (give_back.as_str(), &["1", "0", now, "0", "1", later]),
    ];
    for (statement, arguments) in claims.chain(others) {
        let places = arguments.iter().enumerate().map(|(index, it)| (format!("${}", index + 1), it));
        let asked = places.fold(statement.to_owned(), |asked, (place, it)| asked.replace(&place, it));
        let plan = sqlx::query(AssertSqlSafe(format!("EXPLAIN ANALYZE {asked}"))).fetch_all(pool).await;
        let steps: Vec<String> = plan.unwrap().iter().map(|it| it.get::<String, _>(0)).collect();
        let passed_over = |step: &String| step.split("Rows Removed by Filter: ").nth(1)?.trim().parse::<u64>().ok();
        let most = steps.iter().filter_map(passed_over).max().unwrap_or(0);
        assert!(most < 100, "{most} rows are read in vain: {steps:#?}");
    }
}

//! Moving and lasting: what is stored goes from one database to another and comes back as it was, can be copied while the
//! bot runs, and is replayed to find what is broken.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::str::FromStr as _;

use games::board::Side;
use games::{Outcome, Reason};
use jiff::Timestamp;
use play::ports::{MatchLimits, Scope, TokenFor};
use play::{
    ChannelId, CustomStart, DatabaseId, ExploredLine, ImportedRecord, Match, MatchId, NewMatch, Place, Seat, UserId,
};
use sqlx::PgPool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use tempfile::TempDir;

use crate::support::SHORTEST_MATCH;
use crate::support::looking::board_of;
use crate::support::output::{fails, stdout};
use crate::support::postgres::Postgres;
use crate::support::stage::TestBot;

fn db(arguments: &[&str], url: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.arg("db").args(arguments).args(["--db", url]).env_remove("DATABASE_URL").output().unwrap()
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// A folder for databases and files.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn sqlite(&self, name: &str) -> String {
        format!("sqlite://{}", self.file(name).display())
    }

    /// Exports a database into a file of that name.
    fn export(&self, url: &str, name: &str) -> PathBuf {
        let file = self.file(name);
        stdout(&db(&["export", file.to_str().unwrap()], url));
        file
    }
}

async fn pool(url: &str) -> SqlitePool {
    SqlitePool::connect_with(SqliteConnectOptions::from_str(url).unwrap()).await.unwrap()
}

async fn execute(url: &str, sql: &'static str) {
    let pool = pool(url).await;
    // What is broken on purpose may break references, too.
    let mut connection = pool.acquire().await.unwrap();
    sqlx::query("PRAGMA foreign_keys = OFF").execute(&mut *connection).await.unwrap();
    sqlx::query(sql).execute(&mut *connection).await.unwrap();
    drop(connection);
    pool.close().await;
}

/// Ann and Bob play a rated match to its end, and offer each other a rematch; Ann begins one against the bot, and makes
/// an offer to anyone.
async fn some_matches(stage: &TestBot) {
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa mso black rated").await;
    let offer = bob.wait_for("the challenge", |it| it.content.contains("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the first board", board_of("loa", 1, 0)).await;
    for (index, text) in SHORTEST_MATCH.iter().enumerate() {
        let (player, other) = if index % 2 == 0 { (&ann, &bob) } else { (&bob, &ann) };
        player.say(&format!("!move {text}")).await;
        other.wait_for(text, board_of("loa", 1, index + 1)).await;
    }
    let end = ann.wait_for("the end", |it| it.content.contains("🏁")).await;
    ann.press(&end, "Rematch").await;
    bob.wait_for("the new offer", |it| it.content.contains("challenges you") && it.id > end.id).await;
    ann.slash("play", &[("game", "loa"), ("level", "1"), ("side", "black")]).await;
    ann.wait_for("the match against the bot", board_of("loa", 2, 0)).await;
    ann.say("!move #2 b1-b3").await;
    ann.wait_for("the bot's move", board_of("loa", 2, 2)).await;
    ann.say("!challenge loa").await;
    bob.wait_for("the offer to anyone", |it| it.id > end.id && it.labels().contains(&"Accept") && it.pings.is_empty())
        .await;
}

/// An export without its shards' heartbeats: a bot that runs goes on writing them while it is copied.
fn without_heartbeats(export: &str) -> Vec<&str> {
    let mut is_heartbeat = false;
    let is_kept = |line: &&str| {
        if line.starts_with("{\"table\"") {
            is_heartbeat = line.contains("\"shard_heartbeats\"");
        }
        !is_heartbeat
    };
    export.lines().filter(is_kept).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_played_goes_to_postgres_and_back() {
    let (folder, postgres) = (Folder::new(), Postgres::create().await);
    let mut stage = TestBot::start().await;
    some_matches(&stage).await;
    let noted = || async {
        let pool = pool(stage.database_url()).await;
        let unnoted = "SELECT COUNT(*) FROM challenges WHERE state = 'open' AND message_id IS NULL";
        let unnoted: i64 = sqlx::query_scalar(unnoted).fetch_one(&pool).await.unwrap();
        pool.close().await;
        unnoted == 0
    };
    stage.until("the bot has noted which messages are its challenges", noted).await;
    let copy = folder.file("copy.db");
    stdout(&db(&["backup", copy.to_str().unwrap()], stage.database_url()));
    stage.kill().await;
    // Whoever has the copy can't play for everybody.
    let keys = async |url: &str| -> Vec<String> {
        let pool = pool(url).await;
        let keys = sqlx::query_scalar("SELECT key FROM link_keys").fetch_all(&pool).await.unwrap();
        pool.close().await;
        keys
    };
    let key = keys(stage.database_url()).await.remove(0);
    let bytes = std::fs::read(&copy).unwrap();
    assert!(!bytes.windows(key.len()).any(|it| it == key.as_bytes()), "not even in what is free");
    assert!(keys(&folder.sqlite("copy.db")).await.is_empty());
    let started = store::open(&folder.sqlite("copy.db")).await.unwrap();
    assert_eq!(started.link_key("another").await.unwrap(), "another", "it's made anew");
    started.close().await;

    let first = folder.export(stage.database_url(), "first.jsonl");
    let copied = folder.export(&folder.sqlite("copy.db"), "copy.jsonl");
    assert_eq!(without_heartbeats(&text(&copied)), without_heartbeats(&text(&first)), "the copy is whole");
    let said = stdout(&db(&["import", first.to_str().unwrap()], &postgres.url));
    assert!(said.contains("2 matches, 11 moves"), "{said}");
    let second = folder.export(&postgres.url, "second.jsonl");
    let back = folder.sqlite("back.db");
    stdout(&db(&["import", second.to_str().unwrap()], &back));
    let third = folder.export(&back, "third.jsonl");
    assert_eq!(text(&second), text(&first));
    assert_eq!(text(&third), text(&first));
    for word in ["\"user:", "b1-b3", "\"Ann\"", "rating_before"] {
        assert!(text(&first).contains(word), "{word}");
    }

    // Both are databases to go on with: what is there replays, and no number is given twice.
    for url in [postgres.url.as_str(), &back] {
        let said = stdout(&db(&["check"], url));
        assert!(said.contains("2 matches replay, and 3 challenges can be read"), "{said}");
        let store = store::open(url).await.unwrap();
        let begun = NewMatch::casual(
            Place { guild: None, channel: ChannelId(1) },
            games::read_ruleset("loa:mso").unwrap(),
            [Seat::User(UserId(1)), Seat::User(UserId(2))],
        );
        assert_eq!(store.begin_match(&begun, None, MatchLimits::NONE, Timestamp::UNIX_EPOCH).await.unwrap().0, 3);
    }
    postgres.drop().await;
    stage.playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_that_are_gone_are_not_given_again() {
    let (folder, postgres) = (Folder::new(), Postgres::create().await);
    let url = folder.sqlite("gone.db");
    drop(store::open(&url).await.unwrap());
    execute(&url, "INSERT INTO sqlite_sequence (name, seq) VALUES ('challenges', 41)").await;
    let file = folder.export(&url, "gone.jsonl");
    stdout(&db(&["import", file.to_str().unwrap()], &postgres.url));
    let pool = PgPool::connect(&postgres.url).await.unwrap();
    let next = sqlx::query_scalar::<_, i64>("SELECT nextval(pg_get_serial_sequence('challenges', 'id'))");
    assert_eq!(next.fetch_one(&pool).await.unwrap(), 42);
    pool.close().await;
    postgres.drop().await;
}

/// A database with a match of two moves that is under way, one that was resigned, and a challenge.
async fn small_database(folder: &Folder) -> String {
    let url = folder.sqlite("small.db");
    drop(store::open(&url).await.unwrap());
    for sql in [
        "INSERT INTO players (id, name, met_at) VALUES (7, 'Ann \"A\" 🙂', 1)",
        "INSERT INTO challenges (channel_id, challenger_id, ruleset, side, rated, state, expires_at, created_at) \
         VALUES (1, 7, 'loa:classic', 'first', TRUE, 'open', 5, 4)",
        "INSERT INTO matches (channel_id, game, ruleset, first_seat, second_seat, rated, ply, \
         created_at, updated_at) VALUES (1, 'loa', 'loa:classic', 'user:7', 'user:8', FALSE, 2, 1, 1)",
        "INSERT INTO matches (channel_id, game, ruleset, first_seat, second_seat, rated, ply, reason, \
         created_at, updated_at) VALUES (1, 'loa', 'loa:classic', 'user:7', 'user:8', FALSE, 0, 'resigned', 1, 1)",
        "INSERT INTO moves (match_id, ply, text, played_at) VALUES (1, 0, 'b1-b3', 1), (1, 1, 'a2-c2', 2)",
        "INSERT INTO explorations (match_id, user_id, lines) \
         VALUES (1, 7, '{\"lines\":[{\"ply\":2,\"moves\":[\"d1-d3\"]}]}')",
        "INSERT INTO ratings (player_id, game, scope, rating, deviation, volatility) \
         VALUES (7, 'loa', 0, 1499.9999999999998, 0.1, 1e-300)",
    ] {
        execute(&url, sql).await;
    }
    url
}

#[tokio::test(flavor = "multi_thread")]
async fn time_in_which_a_database_is_moved_runs_on_no_clock() {
    let (folder, postgres) = (Folder::new(), Postgres::create().await);
    let url = small_database(&folder).await;
    execute(&url, "INSERT INTO shard_heartbeats (shard, shards, beat_at) VALUES (0, 1, 8000)").await;
    execute(&url, "INSERT INTO answer_tokens (channel_id, message_id, token, expires_at) VALUES (10, 0, '', 0)").await;
    let file = folder.export(&url, "small.jsonl");
    // A bot has been started there before.
    let target = folder.sqlite("target.db");
    drop(store::open(&target).await.unwrap());
    execute(&target, "INSERT INTO shard_heartbeats (shard, shards, beat_at) VALUES (0, 1, 9000)").await;
    for target in [&target, &postgres.url] {
        stdout(&db(&["import", file.to_str().unwrap()], target));
        let moved = store::open(target).await.unwrap();
        let last = moved.last_beat(Place { guild: None, channel: ChannelId(1) }).await.unwrap();
        assert_eq!(last.map(|it| it.at.as_millisecond()), Some(8000), "the rest is given back");
        let token = moved.token(ChannelId(10), TokenFor::Posting).await.unwrap();
        assert!(token.is_some(), "the bot knows where it is not a member");
        let explored = moved.exploration(MatchId(1), UserId(7)).await.unwrap();
        assert_eq!(explored.lines, [ExploredLine { ply: 2, moves: vec!["d1-d3".to_owned()] }]);
    }
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_broken_row_is_told() {
    let folder = Folder::new();
    let url = small_database(&folder).await;
    assert!(stdout(&db(&["check"], &url)).contains("2 matches replay, and 1 challenges can be read"));
    for (sql, back, told) in [
        (
            "UPDATE moves SET text = 'b1-b4' WHERE ply = 0",
            "UPDATE moves SET text = 'b1-b3' WHERE ply = 0",
            "match #1: move 1 doesn't replay: b1-b4",
        ),
        (
            "UPDATE matches SET ply = 3 WHERE id = 1",
            "UPDATE matches SET ply = 2 WHERE id = 1",
            "#1 has 2 moves at ply 3",
        ),
        ("UPDATE matches SET ply = 1 WHERE id = 1", "UPDATE matches SET ply = 2 WHERE id = 1", "more moves than its 1"),
        (
            "UPDATE matches SET reason = 'connected' WHERE id = 2",
            "UPDATE matches SET reason = 'resigned' WHERE id = 2",
            "match #2: the row says it has ended (connected), and the referee doesn't",
        ),
        (
            "UPDATE matches SET reason = 'forfeit' WHERE id = 2",
            "UPDATE matches SET reason = 'resigned' WHERE id = 2",
            "match #2: the row says it has ended (forfeit), and the referee doesn't",
        ),
        (
            "UPDATE matches SET first_seat = 'somebody' WHERE id = 2",
            "UPDATE matches SET first_seat = 'user:7' WHERE id = 2",
            "match #2: no seat is “somebody”",
        ),
        (
            "UPDATE challenges SET state = 'lost'",
            "UPDATE challenges SET state = 'open'",
            "challenge 1: challenge 1 is lost",
        ),
        (
            "UPDATE matches SET rematch_of = 99 WHERE id = 2",
            "UPDATE matches SET rematch_of = NULL WHERE id = 2",
            "a row of matches refers to one of matches that is gone",
        ),
    ] {
        execute(&url, sql).await;
        let output = db(&["check"], &url);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(told) && said.lines().count() == 1, "{sql}: {said}");
        let end = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && end.contains("1 of 2 matches and 1 challenges are broken"), "{end}");
        execute(&url, back).await;
    }
    stdout(&db(&["check"], &url));
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_records_are_sound_and_go_with_the_others() {
    let (folder, postgres) = (Folder::new(), Postgres::create().await);
    let url = folder.sqlite("records.db");
    let db_there = store::open(&url).await.unwrap();
    let place = Place { guild: None, channel: ChannelId(1) };
    let begun = NewMatch::casual(place, games::read_ruleset("loa").unwrap(), [Seat::Recorded; 2]);
    let won = |reason| Outcome { winner: Some(Side::First), reason };
    let position = "1b4b1/w6w/8/8/8/8/w6w/1b4b1 w".to_owned();
    for (end, start, moves) in [
        (won(Reason::Forfeit), None, "b1-b3"),
        (won(Reason::NotGiven), Some(CustomStart { position, second_begins: true }), "a2-c2 b1-b3"),
        (Outcome::ABORTED, None, ""),
    ] {
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        let imported = Some(ImportedRecord::default());
        let told = Match {
            moves,
            start,
            imported,
            outcome: Some(end),
            ..begun.clone().begun(MatchId(0), Timestamp::UNIX_EPOCH)
        };
        db_there.import(place, &told, Timestamp::UNIX_EPOCH).await.unwrap();
    }
    db_there.close().await;
    let file = folder.export(&url, "records.jsonl");
    stdout(&db(&["import", file.to_str().unwrap()], &postgres.url));
    for url in [&url, &postgres.url] {
        assert!(stdout(&db(&["check"], url)).contains("3 matches replay"));
    }
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_takes_nothing_over_from_a_bot_that_is_running() {
    let folder = Folder::new();
    let url = small_database(&folder).await;
    execute(&url, "UPDATE matches SET due_at = 5, owner = 'a bot', lease_until = 9000 WHERE id = 1").await;
    execute(&url, "UPDATE players SET reminding_until = 9000").await;
    stdout(&db(&["check"], &url));
    const HELD: &str = "SELECT m.lease_until, m.failures, p.reminding_until FROM matches m, players p WHERE m.id = 1";
    let pool = pool(&url).await;
    let held: (i64, i64, i64) = sqlx::query_as(HELD).fetch_one(&pool).await.unwrap();
    assert_eq!(held, (9000, 0, 9000));
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_is_all_or_nothing() {
    let folder = Folder::new();
    let url = small_database(&folder).await;
    let file = folder.export(&url, "small.jsonl");
    let whole = text(&file);
    assert!(fails(&db(&["export", file.to_str().unwrap()], &url)).contains("is there already"));

    let target = folder.sqlite("target.db");
    let spoiled = folder.file("spoiled.jsonl");
    let cut = whole.lines().take(whole.lines().count() - 4).collect::<Vec<_>>().join("\n");
    for (what, told) in [
        (String::new(), "line 1 of the file can't be used: the file ends too soon"),
        ("{\"hello\":1}\n".into(), "line 1 of the file can't be used"),
        (whole.replacen("\"version\":1", "\"version\":2", 1), "it isn't parlor-export 1"),
        (whole.replacen("\"schema\":", "\"schema\":9", 1), "the file was written with schema 9"),
        (whole.replace("b1-b3", "b1-d3"), "moves isn't what was exported: there were 2 rows"),
        (whole.replace("1499.9999999999998", "1500"), "ratings isn't what was exported"),
        (whole.replace("\"a2-c2\"", "3"), "text can't be 3"),
        (
            whole.replacen("\"rated\":\"boolean\"", "\"rated\":\"text\"", 1),
            "challenges with its columns should come here",
        ),
        (whole.clone() + "[]\n", "there's more in the file than the tables"),
        (cut, "the file ends too soon"),
    ] {
        assert_ne!(what, whole, "{told}");
        std::fs::write(&spoiled, what).unwrap();
        let said = fails(&db(&["import", spoiled.to_str().unwrap()], &target));
        assert!(said.contains(told), "{told}: {said}");
    }
    stdout(&db(&["import", file.to_str().unwrap()], &target));
    assert_eq!(text(&folder.export(&target, "again.jsonl")), whole);
    let said = fails(&db(&["import", file.to_str().unwrap()], &target));
    assert!(said.contains("isn't empty") && said.contains("import into a new one"), "{said}");
    let copy = folder.file("target.db");
    assert!(fails(&db(&["backup", copy.to_str().unwrap()], &url)).contains("choose another name"));
    assert!(fails(&db(&["backup", "x"], "postgres://ann:s3cret@host/db")).contains("pg_dump"));
}

/// The id of a database; if it has none, the one that is drawn.
async fn id_of(url: &str, drawn: u32) -> DatabaseId {
    store::open(url).await.unwrap().database_id(DatabaseId(drawn)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn controls_find_what_has_moved() {
    let folder = Folder::new();
    let (from, to) = (small_database(&folder).await, folder.sqlite("to.db"));
    assert_eq!(id_of(&from, 0xa1b2c).await, DatabaseId(0xa1b2c));
    assert_eq!(id_of(&to, 7).await, DatabaseId(7), "a bot has served it, and nobody came");
    let file = folder.export(&from, "moving.jsonl");
    stdout(&db(&["import", file.to_str().unwrap()], &to));
    assert_eq!(id_of(&to, 8).await, DatabaseId(0xa1b2c));
    assert_eq!(text(&folder.export(&to, "moved.jsonl")), text(&file));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_table_is_forgotten() {
    let (folder, postgres) = (Folder::new(), Postgres::create().await);
    for url in [&folder.sqlite("whole.db"), &postgres.url] {
        drop(store::open(url).await.unwrap());
        store::export(url, &mut Vec::new()).await.expect("every table of the schema is known");
    }
    let url = folder.sqlite("whole.db");
    execute(&url, "CREATE TABLE novelties (id INTEGER PRIMARY KEY)").await;
    let said = fails(&db(&["export", folder.file("x.jsonl").to_str().unwrap()], &url));
    assert!(said.contains("novelties") && !folder.file("x.jsonl").exists(), "{said}");
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_or_newer_schema_is_told() {
    let folder = Folder::new();
    let url = small_database(&folder).await;
    execute(&url, "UPDATE _sqlx_migrations SET version = version + 1000").await;
    assert!(fails(&db(&["check"], &url)).contains("use the newer program"));
    execute(&url, "UPDATE _sqlx_migrations SET version = 0").await;
    assert!(fails(&db(&["check"], &url)).contains("run `parlor db migrate` first"));
    execute(&url, "DROP TABLE _sqlx_migrations").await;
    assert!(fails(&db(&["check"], &url)).contains("the database is empty"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_was_made_up_is_sound() {
    let crowd = store::testing::Crowd {
        players: 50,
        open: 7,
        ended: 30,
        moves: &["b1-b3", "a2-c2", "b3-b1"],
        ruleset: "loa:cs61b repetition=off limit=off",
    };
    let folder = tempfile::tempdir().unwrap();
    let postgres = Postgres::create().await;
    for url in [format!("sqlite://{}/crowd.db", folder.path().display()), postgres.url.clone()] {
        let db = store::open(&url).await.unwrap();
        store::testing::crowd(&url, &crowd).await.unwrap();
        let mut broken = Vec::new();
        let checked = store::check(&url, |what| broken.push(what)).await.unwrap();
        assert_eq!((checked.matches, broken), (37, Vec::new()), "{url}");
        assert_eq!(db.leaderboard("loa", Scope::Global, Timestamp::now(), 1).await.unwrap().standings.len(), 13);
    }
    postgres.drop().await;
}

//! What `parlor doctor` says about a bot that is well, and about one that is not.

use std::path::Path;
use std::process::{Command, Output};

use discord::Secret;
use discord::{self, ConnectOptions, Finding, Patience, Severity};
use jiff::{SignedDuration, Timestamp};
use playground::{Playground, Settings, Trouble};
use serde_json::Value;

use crate::support::postgres::Postgres;

/// What `parlor doctor` says in a folder of its own.
fn doctor(folder: &Path, settings: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_parlor"))
        .arg("doctor")
        .current_dir(folder)
        .env_remove("DISCORD_TOKEN")
        .env_remove("DATABASE_URL")
        .env("PARLOR_ENGINE_THREADS", "1")
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

/// The line about something.
#[track_caller]
fn line<'a>(said: &'a str, mark: &str, subject: &str) -> &'a str {
    let found = said.lines().find(|it| it.split_whitespace().take(2).eq([mark, subject]));
    found.unwrap_or_else(|| panic!("no “{mark} {subject}” in:\n{said}"))
}

fn words(output: &Output) -> (Option<i32>, String) {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), format!("{out}{err}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_judges_a_token_as_the_bot_does() {
    let (playground, folder) = (Playground::start(Settings::default()).await.unwrap(), tempfile::tempdir().unwrap());
    let base = playground.url();
    // As Discord's documentation writes it where it is sent.
    let token = format!("Bot {}", playground.token());
    let (code, said) = words(&doctor(folder.path(), &[("DISCORD_TOKEN", &token), ("DISCORD_API_BASE", &base)]));
    assert_eq!(code, Some(0), "{said}");
    let (_, said) = words(&doctor(folder.path(), &[("DISCORD_TOKEN", "wr\u{1}ng"), ("DISCORD_API_BASE", &base)]));
    assert!(line(&said, "FIX", "token").contains("Copy it again from"), "{said}");
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_finds_a_healthy_bot_healthy() {
    let (playground, folder) = (Playground::start(Settings::default()).await.unwrap(), tempfile::tempdir().unwrap());
    let (base, token) = (playground.url(), playground.token().to_owned());
    let settings = [("DISCORD_TOKEN", token.as_str()), ("DISCORD_API_BASE", base.as_str())];
    let (code, said) = words(&doctor(folder.path(), &settings));
    assert!(line(&said, "ok", "database").contains("the bot creates it when it starts"), "{said}");
    assert!(!folder.path().join("parlor.db").exists(), "it only looks");
    for subject in ["disk", "engine", "clock", "token", "gateway", "intents", "permissions"] {
        line(&said, "ok", subject);
    }
    let invitation = line(&said, "note", "invitation");
    assert!(invitation.contains("scope=bot+applications.commands&permissions=309237763072"), "{invitation}");
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains(&token), "the token is not shown");

    let url = format!("sqlite://{}/parlor.db", folder.path().display());
    drop(store::open(&url).await.unwrap());
    let (code, said) = words(&doctor(folder.path(), &settings));
    assert!(line(&said, "ok", "database").contains("is up to date, and can be written to"), "{said}");
    assert!(said.contains("its clock agrees with this machine's"), "{said}");
    assert_eq!(code, Some(0), "{said}");

    // A closed challenge whose message cannot be changed, and one that will be tried again.
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    for (message, due_at) in [(7, None), (8, Some(5_i64))] {
        let insert = sqlx::query(
            "INSERT INTO challenges (guild_id, channel_id, challenger_id, ruleset, side, rated, state, message_id, expires_at, \
             created_at, failures, due_at) VALUES (5, 6, 1, 'loa', 'first', TRUE, 'declined', $1, 0, 0, 1, $2)",
        );
        insert.bind(message).bind(due_at).execute(&pool).await.unwrap();
    }
    pool.close().await;
    let (code, said) = words(&doctor(folder.path(), &settings));
    assert!(line(&said, "note", "database").ends_with("confuse people: https://discord.com/channels/5/6/7"), "{said}");
    assert_eq!(code, Some(0), "{said}");
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_says_what_to_do() {
    let quiet = Settings { message_content: false, ..Settings::default() };
    let (playground, folder) = (Playground::start(quiet).await.unwrap(), tempfile::tempdir().unwrap());
    let (base, token) = (playground.url(), playground.token().to_owned());
    let (code, said) = words(&doctor(folder.path(), &[]));
    assert!(line(&said, "FIX", "token").contains("there's no DISCORD_TOKEN"));
    assert_eq!(code, Some(1), "{said}");

    let wrong = [("DISCORD_TOKEN", "wr0ng"), ("DISCORD_API_BASE", base.as_str())];
    let (code, said) = words(&doctor(folder.path(), &wrong));
    assert!(line(&said, "FIX", "token").contains("Copy it again from"));
    assert!(code == Some(1) && !said.contains("wr0ng"), "{said}");

    playground.spoil(|_, path| match path.ends_with("/users/@me/guilds") {
        true => Trouble::Changed(|it: &mut Value| it[0]["permissions"] = "3072".into()),
        false => Trouble::None,
    });
    let through = playground.url();
    let empty = folder.path().join("empty.db");
    std::fs::write(&empty, "").unwrap();
    let settings = [
        ("DISCORD_TOKEN", token.as_str()),
        ("DISCORD_API_BASE", through.as_str()),
        ("DATABASE_URL", "sqlite://empty.db"),
        ("PARLOR_ENGINE_THREADS", "999"),
    ];
    let (code, said) = words(&doctor(folder.path(), &settings));
    assert!(line(&said, "note", "intents").contains("MESSAGE CONTENT INTENT is off"));
    let permissions = line(&said, "FIX", "permissions");
    assert!(permissions.contains("Parlor Playground (") && permissions.contains("Attach Files"), "{permissions}");
    assert!(line(&said, "FIX", "database").contains("parlor db migrate"), "{said}");
    assert!(line(&said, "note", "engine").contains("lower PARLOR_ENGINE_THREADS"), "{said}");
    assert!(code == Some(1) && said.contains("There are 2 things to fix"), "{said}");

    playground.spoil(|_, _| Trouble::Failed(503));
    let (code, said) = words(&doctor(folder.path(), &settings));
    assert!(line(&said, "FIX", "token").contains("Discord cannot be reached (it answered 503"), "{said}");
    assert_eq!(code, Some(1), "{said}");
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_wrong_is_found() {
    let playground = Playground::start(Settings::default()).await.unwrap();
    let options = ConnectOptions {
        token: Secret(playground.token().to_owned()),
        api_base: Some(playground.url()),
        shards: None,
        requests_per_second: 50,
        patience: Patience::default(),
    };
    for (shift, severity, part) in [
        (0, Severity::Good, "it agrees with Discord's clock"),
        (90, Severity::Wrong, "s ahead of Discord's; set it by NTP"),
        (-90, Severity::Wrong, "s behind Discord's; set it by NTP"),
    ] {
        let found = discord::examine(&options, || Timestamp::now() + SignedDuration::from_secs(shift)).await;
        let clock: &Finding = found.iter().find(|it| it.subject == "clock").unwrap();
        assert!(clock.severity == severity && clock.words.contains(part), "{shift}: {clock:?}");
    }
    playground.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_whose_clock_is_wrong_is_found() {
    let (postgres, folder) = (Postgres::create_an_hour_ahead().await, tempfile::tempdir().unwrap());
    drop(store::open(&postgres.url).await.unwrap());
    let (code, said) = words(&doctor(folder.path(), &[("DATABASE_URL", &postgres.url)]));
    assert!(line(&said, "FIX", "database").contains("s ahead of this machine's; set both by NTP"), "{said}");
    assert_eq!(code, Some(1), "{said}");
    postgres.drop().await;
}

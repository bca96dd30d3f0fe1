//! The one file of SQLite is the database: whatever uses it leaves everything in it, and nothing beside it.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use playground::{Playground, Settings};

use crate::support::looking::board_of;
use crate::support::output::{fails, parlor, run, stdout};
use crate::support::stage::{TestBot, free_address};

/// Sends a signal, and waits for the end.
fn stop(mut process: Child, signal: &str) -> ExitStatus {
    assert!(Command::new("kill").args([signal, &process.id().to_string()]).status().unwrap().success());
    process.wait().unwrap()
}

/// Copies nothing but the one file, and looks what is in the copy. There must be nothing beside the file.
#[track_caller]
fn assert_whole(file: &Path, after: &str, contents: &str) {
    for suffix in ["-wal", "-shm"] {
        let beside = format!("{}{suffix}", file.display());
        assert!(!Path::new(&beside).exists(), "{suffix} remains after {after}");
    }
    let elsewhere = tempfile::tempdir().unwrap();
    std::fs::copy(file, elsewhere.path().join("copy.db")).unwrap();
    let said = stdout(&run(elsewhere.path(), &["db", "check", "--db", "sqlite://copy.db"]));
    assert!(said.contains(contents), "after {after}: {said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_stops_leaves_one_file() {
    let mut stage = TestBot::start().await;
    let file = Path::new(stage.database_url().trim_start_matches("sqlite://")).to_owned();
    let (ann, bob) = stage.begin("mso").await;
    ann.say("!move b1-b3").await;
    bob.wait_for("the move", board_of("loa", 1, 1)).await;
    stage.terminate();
    let status = stage.ends().await;
    assert!(status.success(), "{}", stage.log());
    assert_whole(&file, "parlor run", "1 matches replay, and 1 challenges can be read");
    // Not even the tools that only read leave anything beside it.
    for (name, arguments) in [("export", &["out.jsonl"][..]), ("backup", &["copy.db"]), ("check", &[])] {
        let arguments = [&["db", name][..], arguments, &["--db", stage.database_url()]].concat();
        stdout(&run(file.parent().unwrap(), &arguments));
        assert_whole(&file, name, "1 matches replay");
    }
    stage.restart().await;
    bob.say("!move a2-c2").await;
    ann.wait_for("the answer", board_of("loa", 1, 2)).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_stops_leaves_one_file() {
    let (discord, folder) = (Playground::start(Settings::default()).await.unwrap(), tempfile::tempdir().unwrap());
    for (name, signal) in [("run", "-INT"), ("run", "-TERM"), ("worker", "-INT"), ("worker", "-TERM")] {
        let (database, http) = (format!("{name}{signal}.db"), free_address());
        let mut bot = parlor(folder.path(), &[name]);
        bot.env("DATABASE_URL", format!("sqlite://{database}")).env("PARLOR_HTTP_ADDR", &http);
        bot.env("DISCORD_TOKEN", discord.token()).env("DISCORD_API_BASE", discord.url());
        let bot = bot.stderr(Stdio::null()).spawn().unwrap();
        let begun = Instant::now();
        let is_ready = async || reqwest::get(format!("http://{http}/readyz")).await.is_ok_and(|it| it.status() == 200);
        while !is_ready().await {
            assert!(begun.elapsed() < Duration::from_secs(30), "{name} is not ready");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(stop(bot, signal).success());
        assert_whole(&folder.path().join(&database), &format!("{name} and {signal}"), "0 matches replay");
    }
    // A start that fails has opened the database, too.
    let mut refused = parlor(folder.path(), &["run"]);
    refused.env("DATABASE_URL", "sqlite://refused.db").env("DISCORD_TOKEN", "wr0ng");
    fails(&refused.env("DISCORD_API_BASE", discord.url()).output().unwrap());
    assert_whole(&folder.path().join("refused.db"), "a wrong token", "0 matches replay");
    discord.stop();
}

#[test]
fn the_playground_leaves_one_file() {
    let folder = tempfile::tempdir().unwrap();
    for signal in ["-INT", "-TERM"] {
        let (file, port) = (format!("playground{signal}.db"), free_address());
        let port = port.rsplit(':').next().unwrap().to_owned();
        let mut playground =
            parlor(folder.path(), &["playground", "--port", &port, "--db", &format!("sqlite://{file}")])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
        let mut line = String::new();
        BufReader::new(playground.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let log = BufReader::new(playground.stderr.take().unwrap()).lines();
        let mut log = log.map_while(Result::ok);
        assert!(log.any(|it| it.contains("connected to Discord")), "the bot is there");
        std::thread::spawn(move || log.for_each(drop));
        assert!(stop(playground, signal).success());
        assert_whole(&folder.path().join(&file), &format!("the playground and {signal}"), "0 matches replay");
    }
}

#[test]
fn maintenance_leaves_one_file() {
    let folder = tempfile::tempdir().unwrap();
    stdout(&run(folder.path(), &["db", "migrate", "--db", "sqlite://one.db"]));
    assert_whole(&folder.path().join("one.db"), "migrate", "0 matches replay");
    stdout(&run(folder.path(), &["db", "export", "out.jsonl", "--db", "sqlite://one.db"]));
    stdout(&run(folder.path(), &["db", "import", "out.jsonl", "--db", "sqlite://two.db"]));
    assert_whole(&folder.path().join("two.db"), "import", "0 matches replay");
    let cut = std::fs::read_to_string(folder.path().join("out.jsonl")).unwrap();
    let cut: String = cut.lines().take(3).map(|it| format!("{it}\n")).collect();
    std::fs::write(folder.path().join("cut.jsonl"), cut).unwrap();
    fails(&run(folder.path(), &["db", "import", "cut.jsonl", "--db", "sqlite://three.db"]));
    assert_whole(&folder.path().join("three.db"), "an import that fails", "0 matches replay");
    parlor(folder.path(), &["doctor"]).env("DATABASE_URL", "sqlite://one.db").output().unwrap();
    assert_whole(&folder.path().join("one.db"), "the doctor", "0 matches replay");
}
